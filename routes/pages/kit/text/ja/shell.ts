import type { shell as en } from '../en/shell.ts';
import type { Said } from '../said.ts';
import { timeSpan } from './time-span.ts';

export const shell: Said<typeof en> = {
  areas: {
    account: 'アカウント',
    admin: 'スクール管理',
    platform: 'プラットフォーム',
  },
  skip: '本文へ移動',
  schools: '所属スクール',
  signOut: 'ログアウト',
  signedInAs: (name) => `${name}としてログイン中`,
  back: '戻る',
  cancel: 'キャンセル',
  save: '保存',
  remove: '削除',
  never: 'なし',
  none: 'なし',
  copy: 'コピー',
  copied: 'コピーしました',
  next: '次のページ',
  first: '最初のページ',
  required: '入力してください。',
  tooLong: '長すぎます。',
  invalid: '形式をご確認ください。',
  summary: '次の項目を修正してください。',
  confirm: {
    password: 'パスワードの確認',
    passwordHint: '重要な変更の前に確認しています。',
    wrong_code:
      'コードが正しくないか、すでに使われています。何も変更していません。次のコードを待つか、別のリカバリーコードを使ってください。',
    codes_ended:
      '誤ったコードが何度も入力されたため、ここではコードを使えません。何も変更していません。パスキーかリカバリーコードを使ってください。',
    needs_passkey: '2要素認証が必要です。パスキーを使うか、先にパスキーでログインし直してください。',
    wrong: 'パスワードが正しくありません。何も変更していません。',
    throttled: (seconds) =>
      `試行回数が多すぎます。何も変更していません。${timeSpan(seconds)}後に、もう一度お試しください。`,
  },
};
