import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: 'Schoolgateからログアウトしますか？',
  lead: 'このブラウザでログアウトします。許可したアプリは、許可を取り消すまで接続したままです。',
  submit: 'ログアウト',
  stay: 'ログインしたままにするには、このページを閉じてください。',
};
