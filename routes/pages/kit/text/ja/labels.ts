import type { labels as en } from '../en/labels.ts';
import type { Said } from '../said.ts';

export const labels: Said<typeof en> = {
  switch: '別のアカウントを使う',
  cancel: 'キャンセルしてアプリに戻る',
  again: 'リクエストをもう一度確認する',
  email: 'メールアドレス',
  password: 'パスワード',
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
};
