import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: 'プロフィール',
  lead: 'すべての所属スクールで使われる、お名前とメールアドレスです。',
  nameTitle: 'お名前',
  name: '名前',
  nameHint: 'スクールやほかのメンバーに表示される名前です。100文字以内です。',
  nameInvalid: '表示できない文字が含まれています。',
  emailTitle: 'メールアドレス',
  emailLead: 'ログインに使います。メールもここに届きます。',
  emailLeadAlone: 'ログインに使います。',
  confirmed: '確認済み',
  unconfirmed: '未確認',
  confirmLead: '確認されていないアドレスは、アプリで使われないことがあります。',
  confirm: '確認用のリンクを送る',
  changeTitle: '別のアドレスを使う',
  newEmail: '新しいメールアドレス',
  newEmailHint: 'リンクをお送りします。リンクを開くまでは、今のアドレスのままです。',
  change: '新しいアドレスにリンクを送る',
  invalid: 'メールアドレスの形式ではありません。',
  same: 'すでにこのアドレスをお使いです。',
  courseEmailsTitle: 'コースについてのメール',
  courseEmailsLead:
    'スクールがあなたをコースに登録したときや、会員プランでコースを受講できるようになったときに、メールでお知らせします。アカウント、役割、お申し込み済みのイベントについてのメールは、必ずお届けします。',
  courseEmails: '新しいコースについてのメールを受け取る',
  done: {
    emails: 'メールの設定を保存しました。',
    name: '名前を変更しました。',
    confirm: 'リンクを記載したメールをお送りしました。リンクは24時間、1回だけ使えます。',
    change: '新しいアドレスに、リンクを記載したメールをお送りしました。リンクは24時間、1回だけ使えます。',
    throttled: 'メールのリクエストが続いています。1時間ほどお待ちください。',
  },
};
