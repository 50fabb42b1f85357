import type { Said } from '../../pages/kit/text/said.ts';
import { resets } from '../reset-text/zh-hant.ts';
import type { mail as en } from './en.ts';

/** What to do about something that was done by somebody else. */
const notYou =
  '如果不是您本人，請開啟這個連結，並按下頁面上的按鈕。您的帳號會從所有裝置登出，之後您可以設定新密碼。連結只能使用一次，有效時間為 7 天：';

export const mail: Said<typeof en> = {
  greeting: '您好：',
  signature: 'Schoolgate',
  open: '開啟頁面',
  reset_password: {
    subject: '設定新密碼',
    before: '我們收到重設您密碼的要求。若要設定新密碼，請開啟這個連結：',
    after: '連結只能使用一次，有效時間為 30 分鐘。如果不是您本人，請忽略這封信，您的密碼維持不變。',
    sent: {
      byPlatform: '本服務的營運者寄給您一個連結。若要設定新密碼，請開啟這個連結：',
      bySchool: (school) => `${school} 寄給您一個連結。若要設定新密碼，請開啟這個連結：`,
      after: '連結只能使用一次，有效時間為 30 分鐘。如果您不需要新密碼，請忽略這封信，您的密碼維持不變。',
    },
  },
  password_changed: {
    subject: '您的密碼已變更',
    before: (at) =>
      `您帳號的密碼已於 ${at} 變更，其他瀏覽器都已登出。通行密鑰可能仍然可以登入：請在「密碼與通行密鑰」頁面查看是否都是您的。`,
    after: notYou,
  },
  passkey_added: {
    subject: '已新增通行密鑰',
    before: (passkey, at) => `您的帳號已於 ${at} 新增通行密鑰「${passkey}」。持有它的人可以用它登入。`,
    after: notYou,
  },
  passkey_removed: {
    subject: '已移除通行密鑰',
    before: (passkey, at) => `您的帳號已於 ${at} 移除通行密鑰「${passkey}」。任何人都不能再用它登入。`,
    after: notYou,
  },
  second_factor_added: {
    subject: '已啟用雙重驗證',
    before: (at) => `您帳號的雙重驗證已於 ${at} 啟用，其他瀏覽器都已登出。`,
    after: notYou,
  },
  second_factor_removed: {
    subject: '已停用雙重驗證',
    before: (at) => `您帳號的雙重驗證已於 ${at} 停用。現在只憑密碼就能登入。`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: '已產生新的復原碼',
    before: (at) => `您的帳號已於 ${at} 產生新的復原碼，先前的復原碼已失效。`,
    after: notYou,
  },
  recovery_code_used: {
    subject: '有人使用了復原碼',
    before: (at, left) => `有人於 ${at} 用復原碼登入您的帳號。還剩 ${left} 個復原碼。`,
    after: notYou,
  },
  ...resets,
  second_factor_reset_done: {
    subject: '您的雙重驗證已重設',
    before: (school, at) =>
      `${school} 先前要求重設您帳號的雙重驗證，並已在 ${at} 以密碼登入時完成：驗證器應用程式、復原碼和所有通行密鑰都已失效，現在只憑密碼就能登入。`,
    after: notYou,
  },
  account_deleted: {
    subject: '您的帳號已刪除',
    before: (at) => `您的帳號已於 ${at} 刪除。今後任何人都無法登入，也無法復原。這是與該帳號有關的最後一封信件。`,
    after: '如果不是您本人刪除的，請通知平台的營運者，並更改所有使用相同密碼之處的密碼。',
  },
  verify_email: {
    subject: '確認您的電子郵件地址',
    before: '本服務有一個帳號使用這個地址。若要確認它是您的，請開啟這個連結，並按下頁面上的按鈕：',
    after: '連結只能使用一次，有效時間為 24 小時。如果不是您要求的，請忽略這封信。',
  },
  new_email: {
    subject: '確認您新的電子郵件地址',
    before: '本服務有一個帳號要將目前的地址改為這個地址。如果這是您的帳號，請開啟這個連結，並按下頁面上的按鈕：',
    after: '連結只能使用一次，有效時間為 24 小時。在那之前，您仍用目前的地址登入。如果不是您要求的，請忽略這封信。',
  },
  email_changing: {
    subject: '您的電子郵件地址即將變更',
    before: (email, at) => `有人登入您的帳號，並於 ${at} 要求將您帳號的地址從這個地址改為 ${email}。`,
    after: `如果是您本人，不需要做任何事。${notYou}`,
  },
  email_changed: {
    subject: '您的電子郵件地址已變更',
    before: (email, at) => `您帳號的地址已於 ${at} 從這個地址改為 ${email}。`,
    after:
      '如果這不是您想要的，請開啟這個連結，並按下頁面上的按鈕。您的帳號會恢復使用這個地址、從所有裝置登出，之後您可以設定新密碼。連結只能使用一次，有效時間為 7 天；在這期間，其他人無法使用這個地址：',
  },
  email_restored: {
    subject: '您的電子郵件地址已還原',
    before: (email, at) =>
      `使用這個地址的帳號已於 ${at} 恢復原來的地址 ${email}。這是透過寄到該地址的連結，或由本服務的營運者所做的。`,
    after: '如果這不是您想要的，請聯絡您的學校或本服務的營運者：',
  },
  new_browser: {
    subject: '您的帳號有新的登入',
    before: (browser, network, at) =>
      `有人於 ${at} 使用我們未曾見過的瀏覽器登入您的帳號：${browser}，來自網路 ${network}。`,
    after: notYou,
  },
  wrong_codes: {
    subject: '可能有人知道您的密碼',
    before: (browser, network, at) =>
      `有人輸入了您帳號的密碼，之後連續多次輸入錯誤的雙重驗證碼。最後一次嘗試是在 ${at}，使用的瀏覽器：${browser}，來自網路 ${network}。這些嘗試都沒有成功。如果是您本人，請檢查手機的日期和時間是否正確，或改用復原碼。`,
    after: notYou,
  },
  email_taken: {
    subject: '有人想使用您的地址',
    before: '有人想在另一個帳號中使用這個地址。沒有任何變更，因為這個地址已經屬於一個帳號：您的帳號。',
    after: '如果是您本人，請改用這個地址的帳號登入。如果忘記了該帳號的密碼，請從這裡開始：',
  },
  invitation: {
    subject: (school) => `${school} 邀請您`,
    before: (school, role) => `${school} 邀請您加入，角色為：${role}。若要查看邀請並決定接受或婉拒，請開啟這個連結：`,
    after: '連結的有效時間為 7 天。如果您不認識這所學校，請忽略這封信。',
  },
  event_cancelled: {
    subject: (event) => `活動取消：${event}`,
    before: (event, school, at) =>
      `${school} 取消了原訂於 ${at} 開始的活動「${event}」。您的報名也隨之取消，不需要做任何事。`,
    after: '活動頁面：',
  },
  event_moved: {
    subject: (event) => `活動異動：${event}`,
    before: (event, school, at) => `${school} 變更了活動「${event}」的時間或地點。新的開始時間為 ${at}。`,
    where: (location) => `地點：${location}`,
    after: '您的報名仍然有效。線上參加的連結可能已經更換，請在活動前再確認一次。\n\n活動頁面：',
  },
  event_seat: {
    subject: (event) => `您有名額了：${event}`,
    before: (event, school, at) =>
      `${school} 的活動「${event}」空出一個名額，現在由您遞補，您已不在候補名單上。活動於 ${at} 開始。`,
    after: '如果您無法參加，請取消報名，讓名額給其他人。\n\n活動頁面：',
  },
  course_enrolled: {
    subject: (course) => `可以開始上課了：${course}`,
    before: (course, school) => `${school} 已將您加入課程「${course}」。`,
    until: (day) => `您可以使用到 ${day}。`,
    after: '如果不想收到新課程的通知，可以在這裡關閉：',
  },
  subscription_opened: {
    subject: (plan) => `可以開始使用：${plan}`,
    all: (plan, school) => `${school} 的會員方案「${plan}」已為您開放，您可以使用所有課程。`,
    some: (plan, school) => `${school} 的會員方案「${plan}」已為您開放，您可以使用以下課程：`,
    others: (count) => `另有 ${count} 門課程`,
  },
  role_changed: {
    subject: (school) => `您在 ${school} 的角色已變更`,
    before: (school, role) => `${school} 變更了您的角色。您現在的角色為：${role}。`,
    after: '如果您對此不知情，請洽詢學校。您的帳號：',
    byPlatform: {
      before: (school, role) => `本服務的營運者變更了您在 ${school} 的角色。您現在的角色為：${role}。`,
      after: '如果您對此不知情，請洽詢本服務的營運者。您的帳號：',
    },
  },
  ownership: {
    subject: (school) => `${school} 的擁有權`,
    before: {
      offered: (school, by, to, at) => `${by} 邀請 ${to} 一同擔任 ${school} 的擁有者。此提議的有效期限為 ${at}。`,
      offered_instead: (school, by, to, at) =>
        `${by} 想將 ${school} 的擁有權移交給 ${to}，自己改任管理員。此提議的有效期限為 ${at}。`,
      shared: (school, by, to) => `${to} 現在與 ${by} 同為 ${school} 的擁有者。`,
      handed_over: (school, by, to) => `${to} 現在取代 ${by} 成為 ${school} 的擁有者，${by} 則改任管理員。`,
      withdrawn: (school, by, to) => `${by} 邀請 ${to} 一同擔任 ${school} 擁有者的提議已撤回。沒有任何變更。`,
      withdrawn_instead: (school, by, to) => `${by} 將 ${school} 的擁有權移交給 ${to} 的提議已撤回。沒有任何變更。`,
      declined: (school, by, to) => `${to} 婉拒了 ${by} 的提議，不一同擔任 ${school} 的擁有者。沒有任何變更。`,
      declined_instead: (school, by, to) => `${to} 婉拒了 ${by} 的提議，不接手 ${school} 的擁有權。沒有任何變更。`,
    },
    after: '如果您對此不知情，請立即洽詢學校的擁有者。詳情請見：',
    yours: {
      offered: (school, by, at) => `${by} 邀請您一同擔任 ${school} 的擁有者。您可以在 ${at} 之前接受。`,
      offered_instead: (school, by, at) =>
        `${by} 想將 ${school} 的擁有權移交給您，自己改任管理員。您可以在 ${at} 之前接受。`,
      shared: (school, by) => `您現在與 ${by} 同為 ${school} 的擁有者。`,
      handed_over: (school, by) => `您現在取代 ${by} 成為 ${school} 的擁有者，${by} 則改任管理員。`,
      withdrawn: (school, by) => `${by} 邀請您一同擔任 ${school} 擁有者的提議已撤回。沒有任何變更。`,
      withdrawn_instead: (school, by) => `${by} 將 ${school} 的擁有權移交給您的提議已撤回。沒有任何變更。`,
      declined: (school, by) => `您婉拒了 ${by} 邀請您一同擔任 ${school} 擁有者的提議。沒有任何變更。`,
      declined_instead: (school, by) => `您婉拒了 ${by} 將 ${school} 的擁有權移交給您的提議。沒有任何變更。`,
      after: '如果您不清楚這件事，請先洽詢學校。請在此接受或婉拒：',
      afterAnswer: '如果不是您本人的操作，請立即變更密碼並通知學校。您帳號的所有活動紀錄：',
      afterWithdrawal: '如果想知道原因，請洽詢學校。您帳號的所有活動紀錄：',
    },
    giver: {
      offered: (school, to, at) => `您已邀請 ${to} 一同擔任 ${school} 的擁有者。此提議的有效期限為 ${at}。`,
      offered_instead: (school, to, at) =>
        `您提議將 ${school} 的擁有權移交給 ${to}，自己改任管理員。此提議的有效期限為 ${at}。`,
      shared: (school, to) => `${to} 接受了您的提議，現在與您同為 ${school} 的擁有者。`,
      handed_over: (school, to) => `${to} 接受了您的提議，現在取代您成為 ${school} 的擁有者，您則改任管理員。`,
      withdrawn: (school, to) => `您邀請 ${to} 一同擔任 ${school} 擁有者的提議已撤回。沒有任何變更。`,
      withdrawn_instead: (school, to) => `您將 ${school} 的擁有權移交給 ${to} 的提議已撤回。沒有任何變更。`,
      declined: (school, to) => `${to} 婉拒了您的提議，不一同擔任 ${school} 的擁有者。沒有任何變更。`,
      declined_instead: (school, to) => `${to} 婉拒了您的提議，不接手 ${school} 的擁有權。沒有任何變更。`,
      after: '如果不是您本人的操作，請撤回提議並立即變更密碼。請在此撤回：',
      afterAnswer: '如果您沒有提出這項提議，請立即變更密碼，並向本服務的營運者尋求協助。詳情請見：',
    },
  },
  owner_stepped_down: {
    subject: (school) => `${school} 的擁有者已卸任`,
    before: (school, by) => `${by} 卸任 ${school} 的擁有者，改任管理員。您仍是擁有者。`,
    after: '如果您對此不知情，請洽詢對方。詳情請見：',
    yours: {
      before: (school) => `您卸任 ${school} 的擁有者，改任管理員。`,
      after: '如果不是您本人的操作，請立即變更密碼，並向學校的擁有者尋求協助。您帳號的所有活動紀錄：',
    },
  },
  webhook_stopped: {
    subject: (school: string) => `${school} 的一個 Webhook 已停用`,
    before: {
      gone: (school: string, host: string) =>
        `${school} 在 ${host} 設有 Webhook 端點。該端點回覆了 410，表示不再需要任何訊息，因此我們已將它停用。`,
      failing: (school: string, host: string) =>
        `${school} 在 ${host} 設有 Webhook 端點。五天以來，沒有任何訊息能送達該端點，因此我們已將它停用。`,
    },
    after: '未能送達的訊息會在傳送紀錄中保留兩週。接收端恢復運作後，請在此啟用端點並重新傳送：',
  },
  address_shown: {
    subject: (app) => `已顯示用來連線 ${app} 的網址`,
    before: (app, school, at) =>
      `${at}，有頁面顯示了一個網址，讓另一台電腦上的程式可以存取您在 ${school} 的帳號。該程式自稱為 ${app}。如果您把它貼到自己啟動的程式，就沒有問題。`,
    after: '如果有人向您索取這個網址，那個人現在可能正在使用您的帳號。請在這裡移除該應用程式：',
  },
  refresh_reuse: {
    subject: (app) => `為了您的安全，已中斷 ${app} 的連線`,
    before: (app, school, at) =>
      `${at}，有人針對您在 ${school} 的帳號，出示了 ${app} 先前已用過的金鑰。可能是應用程式出錯，也可能是有人複製了金鑰。因此我們結束了這個連線，任何人都不能再使用。`,
    after: '如果您使用這個應用程式，請重新連線。您可以在這裡查看所有與帳號連線的項目：',
  },
};
