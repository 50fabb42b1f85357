import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名前と色',
  lead: 'スクールにログインするときやアプリを許可するときに、スクールがどう見えるかを決めます。このページにも反映されます。',
  nameTitle: '名前',
  name: 'スクールの名前',
  colorsTitle: '色',
  colorsLead: '文字が読みにくくなる場合は、読みやすくなるまで色を明るくまたは暗くします。',
  theme: 'スクールの色',
  themeHint: '名前の頭文字の背景に使われます。',
  accent: 'ボタンとリンクの色',
  invalid: '色を選んでください。',
  done: {
    name: '新しい名前を保存しました。',
    colors: '新しい色を保存しました。',
  },
  elsewhere: 'ロゴなど、スクール自身のページに表示されるその他の内容は、管理APIで設定します。',
};
