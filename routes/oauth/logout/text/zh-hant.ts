import type { Said } from '../../../pages/kit/text/said.ts';
import type { signOut as en } from './en.ts';

export const signOut: Said<typeof en> = {
  title: '要登出 Schoolgate 嗎？',
  lead: '您將在這個瀏覽器登出。已連線的應用程式會保留存取權，直到您移除。',
  submit: '登出',
  stay: '若要保持登入，只要關閉這個頁面即可。',
};
