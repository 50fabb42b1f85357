import type { Said } from '../../kit/text/said.ts';
import type { handOver as said } from './en.ts';

export const handOver: Said<typeof said> = {
  title: (app) => `設定 ${app}`,
  lead: (school) => `${school} 將此頁面傳給您，讓您能連線您的應用程式。請勿將連結給他人。`,
  until: '可開啟至',
  settings: '設定',
  settingsText: '應用程式需要的資訊',
  secret: {
    title: '用戶端密鑰',
    text: '請在準備好儲存時再顯示，因為只會顯示一次。如果應用程式已有密鑰，該密鑰還能使用 24 小時。',
    reveal: '顯示用戶端密鑰',
    shown: '請立即複製用戶端密鑰，之後不會再顯示。',
    used: '用戶端密鑰已在此頁面顯示：',
    usedText: '如果不是您本人，請立即通知學校。學校可以輪替密鑰並傳送新的連結給您。',
    none: '此應用程式沒有用戶端密鑰，它以 PKCE 證明登入由它開始。',
  },
  code: {
    title: '試試看',
    text: '每個程式都會顯示一個位址。請開啟並登入，然後貼上瀏覽器最後停留的位址，即使該頁面無法載入也沒關係。接著程式會以您的名義存取學校。',
    save: (file) => `儲存為 ${file}`,
    run: '執行',
  },
  gone: {
    title: '此連結已失效',
    text: '它已過期、遭撤銷或不完整。請向傳送連結的學校索取新的連結。',
  },
  admin: {
    title: '交付給開發者',
    lead: '給開發此應用程式的人的連結：設定、可直接執行的程式碼，以及只顯示一次的用戶端密鑰。不需要帳號。',
    create: '建立交付連結',
    confirm: {
      title: (app) => `要為 ${app} 建立交付連結嗎？`,
      text: '在 7 天內，擁有連結的人可以看到設定，並可建立一次新的用戶端密鑰。之後目前的密鑰還能使用 24 小時。撤銷連結或停用應用程式後，連結即失效。',
      noSecret: '在 7 天內，擁有連結的人可以看到此應用程式的設定。撤銷連結或停用應用程式後，連結即失效。',
    },
    made: { title: '已建立交付連結', text: '請立即複製連結並傳給開發者，之後不會再顯示。', label: '連結' },
    by: (name) => `由 ${name} 建立`,
    expires: '到期日',
    opened: '開啟於',
    notOpened: '尚未開啟',
    revealed: '密鑰顯示於',
    revoked: '已撤銷',
    revoke: '撤銷連結',
  },
};
