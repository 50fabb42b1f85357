import type { Said } from '../../kit/text/said.ts';
import type { recovery as en } from './en.ts';

export const recovery: Said<typeof en> = {
  forgot: {
    title: '忘記密碼了嗎？',
    lead: '請輸入您登入時使用的電子郵件地址。如果該地址有帳號，我們會寄出一個連結，讓您設定新密碼。',
    submit: '寄出連結',
    invalid: '這看起來不像電子郵件地址。',
    throttled: '您的網路要求了太多連結。請等一個小時後再試。',
    stale: '沒有寄出任何內容：頁面已過時，或這個瀏覽器關閉了 Cookie。請再次送出表單。',
  },
  sent: {
    title: '請查看您的信箱',
    received: '已收到您的要求',
    text: (email) => `如果 ${email} 有帳號，附有連結的信件即將寄達。連結只能使用一次，有效時間為 30 分鐘。`,
    nothing:
      '沒有收到嗎？請查看垃圾郵件匣，並確認地址是否正確。我們每小時最多只會寄出幾封信。若仍未收到，請詢問學校的管理者。',
    files: '本伺服器不寄出信件，而是將信件寫成檔案。伺服器的管理者可在啟動時顯示的訊息中找到資料夾。',
    back: '回到登入頁面',
  },
  noEmail: {
    title: '本伺服器不寄出信件',
    text: '因此無法寄出設定新密碼的連結。請洽詢學校的擁有者或管理員。',
    support: '學校的支援頁面：',
    school: '如果您管理學校',
    schoolText: '學校無法建立這個連結，請洽詢伺服器的營運者。',
    server: '如果您營運伺服器',
    accounts: '如果 PLATFORM_OPERATORS 包含您，請在帳號的頁面建立連結：',
    command: '或套用伺服器的設定（DATA_DIR、BASE_URL、SMTP_URL），用以下指令建立連結：',
  },
  reset: {
    title: '設定新密碼',
    lead: (email) => `這是 ${email} 的帳號。設定後，您會從所有裝置登出。`,
    someoneElse: '其他人可能進入過我的帳號',
    endsAccess:
      '勾選後會中斷所有應用程式的連線並移除所有通行密鑰，因為其他人新增的仍可進入您的帳號。您自己的之後可以再新增。如果只是忘記密碼，請不要勾選。',
    endsApps:
      '勾選後會中斷所有應用程式的連線，因為其他人連線的應用程式仍可存取您的帳號。您自己的之後可以再連線。如果只是忘記密碼，請不要勾選。',
    submit: '設定新密碼',
    done: '新密碼已設定，您已從所有裝置登出。請用新密碼登入。',
  },
  confirm: {
    title: '確認您的電子郵件地址',
    lead: (email) => `如果 ${email} 是您的地址，而且這是您自己要求的，請按下按鈕。`,
    submit: '是，這是我的地址',
    account: (name, email) => `這是 ${name} 的帳號，目前的地址為 ${email}。`,
    sameAccount: (name) => `這是 ${name} 的帳號所使用的地址，不會變更。`,
    otherTitle: '這個連結屬於另一個帳號',
    other: (name) =>
      `您目前以 ${name} 的身分登入，但這個連結是在另一個帳號中要求的。沒有任何變更。如果那個帳號也是您的，請先登出，再重新開啟連結。`,
    doneTitle: '您的地址已確認',
    done: (email) => `從現在起，您用 ${email} 登入。`,
    doneSame: (email) => `您仍然用 ${email} 登入。`,
    takenTitle: '無法使用這個地址',
    taken: '這個地址屬於另一個帳號，或幾天前仍屬於另一個帳號。沒有任何變更。',
    toAccount: '前往您的帳號',
  },
  restore: {
    title: '要還原您的電子郵件地址嗎？',
    lead: (email) => `您的帳號會恢復使用地址 ${email}。如果您不想要這項變更，請按下按鈕。`,
    submit: '還原地址',
    doneTitle: '您的地址已還原',
  },
  notMe: {
    title: '不是您本人嗎？',
    lead: (email) => `這與地址為 ${email} 的帳號有關。如果信件中所說的操作是其他人做的，請按下按鈕。`,
    ifYou: '如果是您本人，請關閉此頁：目前還沒有任何變更。',
    submit: '不是我',
    doneTitle: '您的帳號已從所有裝置登出',
  },
  secured: {
    effects:
      '帳號會從所有裝置登出，所有應用程式的連線都會中斷，密碼和所有通行密鑰都會失效，但七天前就已設定的雙重驗證除外。',
    linkFollows: '之後您會收到一封附有連結的信件，可用來設定新密碼。',
    noLink: '這裡已不再寄出信件：之後請向伺服器的營運者索取設定新密碼的連結。',
    next: (email) =>
      `附有連結的信件已寄到 ${email}，您可以用它設定新密碼。連結只能使用一次，有效時間為 30 分鐘；您也可以在登入頁面要求新的連結。`,
  },
  gone: {
    title: '這個連結已經失效',
    text: '它已被使用過、被較新的連結取代，或已過期。沒有任何變更。',
    again: '要求新的連結',
  },
};
