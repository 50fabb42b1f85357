import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: 'ログイン中のブラウザの一覧です。心当たりのないものがあれば、そこからログアウトし、続けてパスワードを変更してください。',
  here: 'このブラウザ',
  by: (browser, system) => `${browser}（${system}）`,
  unknown: '不明なブラウザ',
  since: 'ログイン',
  lastSeen: '最終アクセス',
  signOut: 'ログアウト',
  signOutOf: (browser) => `ログアウト：${browser}`,
  total: (count) => `${count}件のブラウザ`,
  latest: (count) => `最近使われた${count}件のブラウザ`,
  elsewhere: 'すべてのブラウザ',
  elsewhereText: '端末を紛失したときや、どこでログインしたか分からなくなったときにお使いください。',
  apps: 'アプリの接続は解除されません。接続の解除はこちらで行えます：',
  others: 'ほかのすべてのブラウザからログアウト',
  everywhere: 'ここも含めて、すべてログアウト',
  ending: {
    others: 'ほかのすべてのブラウザからログアウトしますか？',
    othersText:
      'ほかのブラウザであなたのアカウントを使うには、もう一度ログインが必要になります。ここではログインしたままです。',
    everywhere: 'すべてログアウトしますか？',
    everywhereText:
      'どのブラウザでも、あなたのアカウントを使うにはもう一度ログインが必要になります。このブラウザも含みます。',
  },
  done: {
    one: 'そのブラウザからログアウトしました。',
    others: 'ほかのすべてのブラウザからログアウトしました。',
  },
};
