import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: 'スクールの設定',
  lead: 'スクールの名前を決め、オーナーのアカウントを作成してください。このページは一度しか使えません。',
  school: 'スクール',
  owner: 'オーナー',
  schoolName: 'スクールの名前',
  schoolNameHint: 'ログイン時にメンバーに表示されます。',
  schoolSlug: 'スラッグ（ウェブアドレスに使います）',
  schoolSlugHint: '英小文字、数字、ハイフンが使えます。例：「north-school」',
  ownerName: 'お名前',
  ownerEmail: 'メールアドレス',
  ownerEmailHint: 'ログインに使います。',
  password: 'パスワード',
  passwordHint: '10文字以上です。無関係な言葉をいくつか組み合わせるのがおすすめです。',
  submit: 'スクールを設定する',
  waiting: {
    title: 'このサーバーには、まだスクールがありません',
    text: 'サーバーの起動時に表示された設定用のリンクを開いて、スクールを作成してください。リンクは30分間有効で、再起動するたびに新しいものが表示されます。',
    again: 'スクールをまだ設定していない場合は、サーバーを再起動すると、新しいリンクが表示されます。',
  },
  /** A setup link is opened, and there is a school. */
  done: {
    text: 'このサーバーにはすでにスクールがあります。設定用のリンクで作成できるのは、最初のスクールだけです。何も変更していません。',
    owner:
      'ご自分のスクールの場合は、ログインしてください。オーナーとして招待された場合は、先に招待メールのリンクを開いてください。',
    more: '別のスクールを作成する場合',
    command: 'このサービスの運営者は、次のコマンドでスクールを追加できます。',
  },
  problems: {
    required: '入力してください。',
    too_short: '短すぎます。',
    too_long: '長すぎます。',
    invalid: '形式をご確認ください。',
    taken: 'すでに使われています。別のものにしてください。',
    too_common: 'よく使われる、推測されやすいパスワードです。別のものにしてください。',
  },
};
