import type { shell as en } from '../en/shell.ts';
import type { Said } from '../said.ts';
import { timeSpan } from './time-span.ts';

export const shell: Said<typeof en> = {
  areas: {
    account: '您的帳號',
    admin: '學校管理',
    platform: '平台',
  },
  skip: '跳到主要內容',
  schools: '您的學校',
  signOut: '登出',
  signedInAs: (name) => `目前登入：${name}`,
  back: '返回',
  cancel: '取消',
  save: '儲存',
  remove: '移除',
  never: '從未',
  none: '無',
  copy: '複製',
  copied: '已複製',
  next: '下一頁',
  first: '第一頁',
  required: '請填寫此欄。',
  tooLong: '太長了。',
  invalid: '請檢查格式。',
  summary: '請修正下列項目：',
  confirm: {
    password: '確認您的密碼',
    passwordHint: '進行重要變更前，我們會要求確認。',
    wrong_code: '驗證碼不正確，或已經使用過。沒有任何變更；請等候下一個，或改用另一個復原碼。',
    codes_ended: '輸入錯誤驗證碼的次數太多，因此這裡不再接受驗證碼。沒有任何變更；請使用通行密鑰或復原碼。',
    needs_passkey: '此操作需要雙重驗證：請使用通行密鑰，或先用通行密鑰重新登入。',
    wrong: '密碼錯誤。沒有任何變更。',
    throttled: (seconds) => `嘗試次數太多。沒有任何變更；請在${timeSpan(seconds)}後再試。`,
  },
};
