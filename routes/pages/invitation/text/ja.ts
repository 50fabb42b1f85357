import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school}からの招待`,
  lead: (role) => `次の役割で参加できます：${role}`,
  newAccount: 'アカウントの作成',
  newAccountLead: (email) => `${email}と、ここで決めるパスワードでログインします。`,
  name: 'お名前',
  nameHint: 'スクールやほかのメンバーに表示されます。',
  accept: '招待を受ける',
  decline: '断る',
  hasAccount: 'すでにアカウントをお持ちです。ログインして、アカウントのページで招待を受けてください。',
  signIn: 'ログイン',
  otherAccount: (name) =>
    `この招待は、いまログインしているアカウント（${name}）とは別のアカウントに宛てたものです。ログアウトしてから、メールのリンクをもう一度開いてください。`,
  ready: 'アカウントの準備ができ、スクールに参加しました。ログインしてください。',
  declinedTitle: '招待を断りました',
  declined: 'スクールにお名前は伝わりません。参加したくなったときは、新しい招待をスクールに頼んでください。',
  open: '招待',
  openLead: '招待を受けるまでは、これらのスクールのメンバーではありません。',
  done: {
    accepted: 'スクールのメンバーになりました。',
    declined: '招待を断りました。',
    gone: 'この招待はもう有効ではありません。',
    unproven: '先に「プロフィール」のページでメールアドレスを確認してください。',
  },
};
