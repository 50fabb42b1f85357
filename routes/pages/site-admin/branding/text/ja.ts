import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名前と色',
  lead: 'ログインやアプリの接続、メール、そしてこれらのページでの、スクールの見た目を決めます。',
  nameTitle: '名前',
  name: 'スクールの名前',
  logoTitle: 'ロゴ',
  logoLead: 'ページとメールで、スクール名の横に表示されます。',
  logoNow: '現在のロゴ',
  logoNotShown:
    'ロゴは設定されていますが、ファイルがないか、大きすぎるか、画像ではないため表示できません。ページには代わりに頭文字が表示されます。ロゴをもう一度アップロードするか、削除してください。',
  logoRemove: 'ロゴを削除',
  colorsTitle: '色',
  colorsLead:
    'ボタンは選んだ色のままで、文字の色が明るい色か暗い色になります。リンクだけは、読みやすいように色の濃さを調整します。',
  theme: 'ブランドカラー',
  themeHint: '頭文字の背景と、メールの上部の線に表示されます。',
  accent: 'ボタンとリンクの色',
  invalid: '色を選んでください。',
  done: {
    name: '名前を保存しました。',
    colors: '色を保存しました。',
    logo: 'ロゴを保存しました。',
    logo_removed: 'ロゴを削除しました。',
  },
  preview: {
    title: 'プレビュー',
    button: 'プレビュー',
    saved: '現在の見た目です。',
    unsaved: 'まだ保存していません。保存するとこのような見た目になります。',
    light: 'ライト',
    dark: 'ダーク',
    signIn: 'ログイン',
    consent: 'アクセスの許可',
    email: 'メール（常にライト）',
    admin: '管理ページ',
    app: 'レッスンプランナー',
  },
  elsewhere:
    'スクール自身のページのメニュー、トップページ、フッター、フォントは、ここでは設定できません。接続済みのアプリ、AIアシスタント、または開発者が変更できます。',
};
