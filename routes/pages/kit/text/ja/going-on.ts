import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: 'アクセスを許可しました',
    text: (app) => `${app}に戻ります。`,
  },
  denied: {
    title: 'アクセスを許可しませんでした',
    text: (app) => `何も共有されていません。${app}に戻ります。`,
  },
  error: {
    title: '処理できませんでした',
    text: (app) => `何も共有されていません。${app}に戻ります。原因はアプリに表示されます。`,
  },
  signed_out: {
    title: 'ログアウトしました',
    text: (app) => `このブラウザでSchoolgateからログアウトしました。${app}に戻ります。`,
  },
  link: (app) => `${app}へ進む`,
  without: (app) => `ログインせずに${app}に戻る`,
  hint: '数秒たっても何も起こらない場合は、ボタンを押してください。アプリが開いたら、このページは閉じてかまいません。',
};
