import type { goingOn as en } from '../en/going-on.ts';
import type { Said } from '../said.ts';

export const goingOn: Said<typeof en> = {
  approved: {
    title: '已允許存取',
    text: (app) => `正在帶您返回 ${app}。`,
  },
  denied: {
    title: '未允許存取',
    text: (app) => `沒有分享任何資料。正在帶您返回 ${app}。`,
  },
  error: {
    title: '沒有成功',
    text: (app) => `沒有分享任何資料。正在帶您返回 ${app}，它會說明出了什麼問題。`,
  },
  signed_out: {
    title: '您已登出',
    text: (app) => `您已在這個瀏覽器登出 Schoolgate。正在帶您返回 ${app}。`,
  },
  link: (app) => `前往 ${app}`,
  without: (app) => `不登入，返回 ${app}`,
  hint: '如果幾秒後沒有任何反應，請使用這個按鈕。應用程式開啟後，就可以關閉這個頁面。',
};
