import type { Said } from '../../../../kit/text/said.ts';
import type { accountHome as en } from './en.ts';

export const accountHome: Said<typeof en> = {
  lead: 'ご利用のアプリ、所属するスクール、アカウントの最近の履歴です。',
  setUp: {
    title: '設定が必要なもの',
    email: 'メールアドレスを確認する',
    emailText: 'ご本人だけがアカウントを復旧できるようになります。',
    factor: 'パスキーまたは認証アプリを追加する',
    factorText: 'パスワードだけではログインできなくなります。',
    anyFactorText:
      'パスキーは、推測やフィッシングで盗まれることがありません。2要素認証では、パスワードだけではログインできなくなります。',
  },
  apps: {
    title: 'ご利用のアプリ',
    none: 'アカウントに接続されているアプリはありません。',
    offered: (school) => `${school}はメンバーにAIアシスタントを提供しています。`,
    at: (school, scopes) => `${school}（権限${scopes}件）`,
    lastUsed: '最終利用',
    all: 'アプリができることの確認と接続の解除',
  },
  latest: {
    title: '最近の履歴',
    all: '履歴をすべて見る',
  },
};
