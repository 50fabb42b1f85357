import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名前と色',
  lead: 'ログインするときやアプリを接続するときの、スクールの見た目を決めます。このページにも反映されます。',
  nameTitle: '名前',
  name: 'スクールの名前',
  logoTitle: 'ロゴ',
  logoLead: 'ログイン時やアプリの接続時に、スクール名の横に表示されます。',
  logoNow: '現在のロゴ',
  logoRemove: 'ロゴを削除',
  colorsTitle: '色',
  colorsLead: '文字が読みにくくなる場合は、色を調整します。',
  theme: 'ブランドカラー',
  themeHint: '頭文字の背景に表示されます。',
  accent: 'ボタンとリンクの色',
  invalid: '色を選んでください。',
  done: {
    name: '名前を保存しました。',
    colors: '色を保存しました。',
    logo: 'ロゴを保存しました。',
  },
  elsewhere: 'スクール自身のページに表示されるその他の内容は、管理APIで設定します。',
};
