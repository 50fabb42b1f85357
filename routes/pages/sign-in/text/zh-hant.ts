import type { Said } from '../../kit/text/said.ts';
import { timeSpan } from '../../kit/text/zh-hant/time-span.ts';
import type { signIn as en } from './en.ts';

export const signIn: Said<typeof en> = {
  title: '登入',
  at: (school) => `登入 ${school}`,
  sentBy: (app) => `${app} 將您帶到這裡登入。應用程式絕不會看到您的密碼。`,
  alone: '請使用您在學校登記的電子郵件地址。',
  submit: '登入',
  noRecovery: '忘記密碼了嗎？這裡不會寄出信件。請洽詢學校的管理人員。',
  howElse: '您管理學校或伺服器嗎？請看這裡',
  wrongCredentials: '電子郵件地址或密碼錯誤。',
  stale: '尚未登入：頁面已過時，或這個瀏覽器關閉了 Cookie。如果 Cookie 已關閉，請開啟後再次送出表單。',
  throttled: '嘗試登入的次數太多。您的帳號沒有問題，請稍候再試。',
  throttledFor: (seconds) => `嘗試登入的次數太多。您的帳號沒有問題，請在${timeSpan(seconds)}後再試。`,
  newBrowserThrottled: (seconds, recovers) =>
    `這個電子郵件地址被輸入錯誤密碼的次數太多，因此從新的瀏覽器登入必須等候。請在${timeSpan(seconds)}後再試。若使用通行密鑰，或使用曾經登入過的瀏覽器，可以立即登入${recovers ? '；您也可以按「忘記密碼了嗎？」設定新密碼後登入' : ''}。`,
  busy: '目前登入的人非常多。請在幾秒後再試一次。',
  reauthenticate: '請確認您的身分以繼續。',
  replaces: (name) => `這個瀏覽器目前以 ${name} 的身分登入。若您用其他帳號登入，就會取代它。`,
};
