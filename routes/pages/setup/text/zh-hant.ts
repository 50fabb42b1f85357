import type { Said } from '../../kit/text/said.ts';
import type { setup as en } from './en.ts';

export const setup: Said<typeof en> = {
  title: '設定您的學校',
  lead: '請為學校命名，並建立擁有者的帳號。這個頁面只能使用一次。',
  school: '學校',
  owner: '擁有者',
  schoolName: '學校名稱',
  schoolNameHint: '成員登入時會看到。',
  schoolSlug: '代稱（用於網址）',
  schoolSlugHint: '小寫英文字母、數字與連字號，例如「north-school」。',
  ownerName: '您的姓名',
  ownerEmail: '您的電子郵件地址',
  ownerEmailHint: '您用它登入。',
  password: '密碼',
  passwordHint: '至少 10 個字元。幾個隨機的詞就能組成好密碼。',
  submit: '設定學校',
  waiting: {
    title: '這台伺服器還沒有學校',
    text: '若要建立學校，請開啟伺服器啟動時顯示的設定連結。連結的有效時間為 30 分鐘，每次重新啟動都會顯示新的連結。',
    again: '如果尚未設定學校，請重新啟動伺服器：它會顯示新的連結。',
  },
  /** A setup link is opened, and there is a school. */
  done: {
    text: '這台伺服器已經有學校，而設定連結只能建立第一所學校。沒有任何變更。',
    owner: '如果這是您的學校，請登入。如果您獲邀成為擁有者，請先開啟邀請中的連結。',
    more: '建立其他學校',
    command: '本服務的營運者可用這個指令建立更多學校：',
  },
  problems: {
    required: '請填寫此欄。',
    too_short: '太短了。',
    too_long: '太長了。',
    invalid: '請檢查格式。',
    taken: '已有人使用，請換一個。',
    too_common: '這個密碼很常見，容易被猜到。請換一個。',
  },
};
