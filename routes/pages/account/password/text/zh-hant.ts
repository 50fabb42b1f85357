import type { Said } from '../../../kit/text/said.ts';
import type { password as en } from './en.ts';

export const password: Said<typeof en> = {
  title: '密碼與通行密鑰',
  lead: '您的登入方式。',
  change: '變更密碼',
  current: '目前的密碼',
  new: '新密碼',
  hint: '10 到 128 個字元。幾個隨機的詞就能組成好密碼。',
  submit: '變更密碼',
  others: '這會將您從所有其他瀏覽器登出。已連線的應用程式與通行密鑰不受影響：請確認您認得它們。',
  done: '密碼已變更，其他瀏覽器都已登出。',
  forgot: '忘記密碼了嗎？',
  problems: {
    unchanged: '這就是您目前的密碼。請選擇其他密碼，或繼續使用它。',
    required: '請填寫此欄。',
    too_short: '太短了，請至少輸入 10 個字元。',
    too_long: '太長了，請勿超過 128 個字元。',
    too_common: '這個密碼或類似的密碼很常見，容易被猜到。請換一個。',
    too_close: '幾乎全是您的姓名、電子郵件或學校名稱，容易被猜到。請換一個。',
  },
};
