import { timeSpan } from '../../kit/text/ja/time-span.ts';
import type { Said } from '../../kit/text/said.ts';
import type { signIn as en } from './en.ts';

export const signIn: Said<typeof en> = {
  title: 'ログイン',
  at: (school) => `${school}にログイン`,
  sentBy: (app) => `${app}から、ログインのために移動しました。パスワードがアプリに渡ることはありません。`,
  alone: 'スクールに登録されているメールアドレスをお使いください。',
  submit: 'ログイン',
  noRecovery: 'パスワードをお忘れですか？このサーバーはメールを送りません。スクールの運営者にお問い合わせください。',
  howElse: 'スクールまたはサーバーの運営者の方はこちら',
  wrongCredentials: 'メールアドレスまたはパスワードが正しくありません。',
  stale:
    'ログインしていません。ページが古くなっていたか、このブラウザでCookieがオフになっています。オフの場合はCookieをオンにして、もう一度フォームを送信してください。',
  throttled:
    'ログインの試行回数が多すぎます。アカウントに問題はありません。しばらく待ってから、もう一度お試しください。',
  throttledFor: (seconds) =>
    `ログインの試行回数が多すぎます。アカウントに問題はありません。${timeSpan(seconds)}後に、もう一度お試しください。`,
  newBrowserThrottled: (seconds, recovers) =>
    `このメールアドレスに対して誤ったパスワードが何度も入力されたため、新しいブラウザからのログインを制限しています。${timeSpan(seconds)}後に、もう一度お試しください。パスキーを使うか、以前にログインしたことのあるブラウザからであれば、すぐにログインできます。${recovers ? '「パスワードをお忘れですか？」から新しいパスワードを設定してもログインできます。' : ''}`,
  busy: 'ただいまログインが非常に混み合っています。数秒後に、もう一度お試しください。',
  reauthenticate: '続けるには、ご本人であることを確認してください。',
  replaces: (name) =>
    `このブラウザでは${name}としてログインしています。別のアカウントでログインすると、切り替わります。`,
};
