import type { Said } from '../../../kit/text/said.ts';
import type { profile as en } from './en.ts';

export const profile: Said<typeof en> = {
  title: '個人資料',
  lead: '您在所有學校使用的姓名與電子郵件地址。',
  nameTitle: '您的姓名',
  name: '姓名',
  nameHint: '學校與其成員會看到，最多 100 個字元。',
  nameInvalid: '其中有無法顯示的字元。',
  emailTitle: '您的電子郵件地址',
  emailLead: '您用它登入，信件也會寄到這裡。',
  emailLeadAlone: '您用它登入。',
  confirmed: '已確認',
  unconfirmed: '尚未確認',
  confirmLead: '應用程式可能會忽略尚未確認的地址。',
  confirm: '寄出確認連結',
  changeTitle: '改用其他地址',
  newEmail: '新的電子郵件地址',
  newEmailHint: '我們會寄一個連結過去。在您開啟連結之前，仍使用目前的地址。',
  change: '寄連結到新地址',
  invalid: '這看起來不像電子郵件地址。',
  same: '這已經是您的地址了。',
  courseEmailsTitle: '課程通知信',
  courseEmailsLead:
    '學校將您加入課程，或以會員方案為您開放課程時，會寄信通知您。與帳號、角色及您已報名活動有關的信件一律會寄送。',
  courseEmails: '接收新課程的通知信',
  done: {
    emails: '已儲存您的通知設定。',
    name: '姓名已變更。',
    confirm: '附有連結的信件已寄出。連結只能使用一次，有效時間為 24 小時。',
    change: '附有連結的信件已寄到新地址。連結只能使用一次，有效時間為 24 小時。',
    throttled: '您已要求了好幾封信。請等一個小時。',
  },
};
