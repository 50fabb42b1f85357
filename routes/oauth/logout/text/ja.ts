import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: 'Schoolgateからログアウトしますか？',
  lead: 'このブラウザからログアウトします。接続済みアプリのアクセスは、解除するまで有効です。',
  submit: 'ログアウト',
  stay: 'ログインしたままにするには、このページを閉じてください。',
};
