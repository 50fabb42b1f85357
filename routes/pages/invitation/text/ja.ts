import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school}からの招待`,
  lead: (role) => `「${role}」としての招待です`,
  newAccount: 'アカウントの作成',
  newAccountLead: (email) => `${email}と、ここで決めるパスワードでログインします。`,
  name: 'お名前',
  nameHint: 'スクールやほかのメンバーに表示されます。',
  accept: '招待を受ける',
  decline: '断る',
  hasAccount: 'すでにアカウントをお持ちです。ログインして、アカウントのページで招待を受けてください。',
  signIn: 'ログイン',
  otherAccount: (name) =>
    `この招待は、いまログインしているアカウント（${name}）とは別のアカウントに宛てたものです。ログアウトしてから、リンクをもう一度開いてください。`,
  besideAccount: (name) => `${name}としてログインしています。この招待では別のアカウントが作成されます。`,
  ready: 'スクールに参加しました。ログインしてください。',
  declinedTitle: '招待を断りました',
  declined: 'スクールにお名前は伝わりません。参加したくなったときは、新しい招待をスクールに頼んでください。',
  open: '招待',
  openLead: '招待を受けると、これらのスクールに参加します。',
  done: {
    accepted: 'スクールに参加しました。',
    declined: '招待を断りました。',
    gone: 'この招待はもう有効ではありません。',
    unproven: '先に「プロフィール」のページでメールアドレスを確認してください。',
    unprovable:
      'メールアドレスが確認されておらず、このサーバーはメールを送りません。プラットフォームの運営者にパスワード再設定のリンクを依頼してください。リンクを使うとアドレスが確認されます。',
  },
};
