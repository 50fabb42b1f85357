import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: '設定您的學校',
  lead: '這是第一次啟動。請為學校命名，並建立擁有者的帳號。這個頁面只能使用一次。',
  school: '學校',
  owner: '擁有者',
  schoolName: '學校名稱',
  schoolNameHint: '成員登入時看到的名稱。',
  schoolSlug: '網址用的簡短名稱',
  schoolSlugHint: '小寫英文字母、數字與連字號，例如「north-school」。',
  ownerName: '您的姓名',
  ownerEmail: '您的電子郵件地址',
  ownerEmailHint: '您用它登入。',
  password: '密碼',
  passwordHint: '至少 10 個字元。幾個只有對您才有關聯的詞，就是好密碼。',
  submit: '設定學校',
  problems: {
    required: '請填寫此欄。',
    too_short: '太短了。',
    too_long: '太長了。',
    invalid: '格式與這裡的說明不符。',
    taken: '已有人使用，請換一個。',
    too_common: '很多人使用這個密碼，容易被猜到。請換一個。',
  },
};
