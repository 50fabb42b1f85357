import type { Said } from '../../../kit/text/said.ts';
import type { accounts as en } from './en.ts';

export const accounts: Said<typeof en> = {
  lead: '這個平台所有學校中每個人的帳號，供帳號遭盜用，或有人無法登入時使用。',
  search: { label: '姓名或電子郵件地址', hint: '輸入其中一部分即可。', submit: '搜尋' },
  empty: '找不到帳號',
  emptyText: '請改用姓名或地址中較短的一部分。',
  more: (count) => `除了這 ${count} 筆之外還有更多。輸入姓名或地址中較長的一部分，即可縮小範圍。`,
  statuses: { active: '啟用', disabled: '停用', deleted: '已刪除' },
  none: '無',
  set: '已設定',
  notSet: '未設定',
  notConfirmed: (email) => `${email}（未確認）`,
  codesLeft: (count) => `剩餘復原碼：${count}`,
  facts: {
    id: 'ID',
    email: '電子郵件地址',
    status: '狀態',
    password: '密碼',
    app: '驗證器應用程式',
    passkeys: '通行密鑰',
  },
  lists: {
    schools: '學校',
    browsers: '已登入的瀏覽器',
    connections: '已連線的應用程式',
    former: '先前的電子郵件地址',
    signIns: '最近的登入',
  },
  former: { changed: '變更時間', until: '可還原至' },
  own: '這是您自己的帳號。請由其他平台營運者協助處理。',
  changed: '帳號在這段期間已有變更，因此未執行任何動作。請重新查看。',
  help: '協助帳號持有人',
  actions: {
    sendReset: {
      button: '傳送重設密碼的連結',
      hint: '連結會寄到帳號的電子郵件地址，您不會看到。',
      title: (name) => `要傳送重設密碼的連結給 ${name} 嗎？`,
      text: (email) =>
        `附有連結的信件會寄到 ${email}。連結只能使用一次，有效時間為 30 分鐘。使用之後，其他所有裝置都會登出。`,
    },
    signOut: {
      button: '登出所有瀏覽器',
      hint: '結束所有工作階段。應用程式仍保持連線。',
      title: (name) => `要將 ${name} 登出所有瀏覽器嗎？`,
      text: () => '在任何瀏覽器中使用這個帳號的人都必須重新登入。應用程式仍保持連線；您也可以結束這些連線。',
    },
    endConnections: {
      button: '結束所有連線',
      hint: '結束這個人在所有學校的每個應用程式連線。',
      title: (name) => `要結束 ${name} 的所有連線嗎？`,
      text: () => '這個人的應用程式會在所有學校立即停止。這個人仍保持登入，並可重新連線這些應用程式。',
    },
    resetSecondFactor: {
      button: '重設雙重驗證',
      hint: '立即移除驗證器應用程式、復原碼與通行密鑰。',
      title: (name) => `要重設 ${name} 的雙重驗證嗎？`,
      text: () =>
        '驗證器應用程式、復原碼與通行密鑰都會移除，所有工作階段也會結束。此後只憑密碼就能登入帳號，因此請先確認對方就是帳號持有人。',
    },
    disable: {
      button: '停用帳號',
      hint: '重新啟用之前，任何人都無法登入。工作階段與連線會結束。',
      title: (name) => `要停用 ${name} 的帳號嗎？`,
      text: () => '所有學校的每個工作階段與連線都會立即結束，而且在帳號重新啟用之前，任何人都無法登入。',
    },
    enable: {
      button: '啟用帳號',
      hint: '重新允許登入。',
      title: (name) => `要啟用 ${name} 的帳號嗎？`,
      text: () => '知道密碼的人可以再次登入。已結束的工作階段與連線不會恢復。',
    },
    export: {
      button: '下載所有資料',
      hint: '一個包含此人所有資料的檔案，供本人使用。',
      title: (name) => `要下載 ${name} 的資料嗎？`,
      text: () =>
        '檔案包括帳號、登入紀錄、學校、課程、訂單、留言和回覆，不含密碼和其他機密。請存放在其他人無法讀取的地方。',
    },
    erase: {
      button: '刪除帳號',
      hint: '刪除姓名、地址和所有登入所需的資料，無法復原。',
      title: (name) => `要刪除 ${name} 的帳號嗎？`,
      text: (email) =>
        `姓名、地址 ${email}、密碼、通行密鑰、工作階段與連線會立即刪除，而且無法復原。學校會以編號保留訂單、課程和報名的紀錄。`,
    },
    restoreEmail: {
      button: '還原為這個地址',
      title: (name) => `要將 ${name} 的帳號還原為先前的電子郵件地址嗎？`,
      text: (email) =>
        `帳號會還原為地址 ${email}。所有登入方式都會失效：密碼、工作階段、連線，通常也包括通行密鑰。重設密碼的連結會寄到該地址。`,
    },
  },
  /** A link to a new password, where no e-mails are sent. */
  onlyOwner: (schools) => `無法刪除：此人是 ${schools} 唯一的擁有者，請先移交學校。`,
  lastEmail: '本人會收到最後一封信件。',
  resetLink: {
    button: '建立重設密碼的連結',
    hint: '這裡不會寄出信件，請自行轉交連結。先前的連結將失效。',
    ask: (name) => `要為 ${name} 建立重設密碼的連結嗎？`,
    askText: (email) =>
      `最先使用連結的人會設定帳號的密碼，而 ${email} 之後即視為已確認。請先確定與您聯絡的是帳號本人。使用連結會結束該帳號的所有工作階段。`,
    title: '已建立重設密碼的連結',
    label: '連結',
    text: '請立即複製連結，並透過安全的管道交給本人，例如當面或加密訊息。連結只能使用一次，30 分鐘內有效，之後不會再顯示。',
    back: '前往帳號',
  },
  done: {
    export: '已下載此人的資料。',
    erase: '帳號已刪除。',
    sendReset: '附有重設密碼連結的信件已寄出。',
    signOut: '已登出所有瀏覽器。',
    endConnections: '所有學校的連線都已結束。',
    resetSecondFactor: '雙重驗證已移除。現在只憑密碼就能登入帳號。',
    disable: '帳號已停用。其工作階段與連線已結束。',
    enable: '帳號已啟用。先前已結束的不會恢復。',
    restoreEmail: '帳號已還原為先前的地址，其他登入方式皆已失效。若帳號並未停用，重設密碼的連結已寄往該地址。',
  },
};
