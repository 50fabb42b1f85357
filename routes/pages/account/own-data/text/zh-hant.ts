import type { Said } from '../../../kit/text/said.ts';
import { timeSpan } from '../../../kit/text/zh-hant/time-span.ts';
import type { ownData as en } from './en.ts';

export const ownData: Said<typeof en> = {
  title: '您的資料',
  lead: '您可以隨時下載我們保存的資料，或刪除帳號。',
  exportTitle: '下載您的資料',
  export: '下載您的資料',
  exportText:
    '您會得到一個 JSON 檔案，內容包括您的帳號、登入紀錄、已連線的應用程式、學校、課程與進度、訂單、報名、留言和表單回覆。其中不含密碼和其他機密。',
  exportCare: '請將檔案存放在只有您能讀取的地方。每天可以下載五次。',
  exportedTooOften: (seconds) => `每天可以下載資料五次，您已達到上限。請在${timeSpan(seconds)}後再試。`,
  deleteTitle: '刪除您的帳號',
  delete: '刪除您的帳號',
  deleteText: '帳號會立即刪除，而且無法復原。',
  gone: '您的姓名、電子郵件地址、密碼、通行密鑰和驗證碼都會刪除。您會從所有瀏覽器登出，所有應用程式都會失去存取權。',
  noSchool: '您不屬於任何學校。',
  schools: (names) => `您將離開：${names}。您將無法再開啟在那裡購買的內容。`,
  kept: '學校會以編號保留訂單、付款、課程和報名的紀錄，但不含您的姓名。您的留言內容和表單回覆會刪除。',
  history:
    '安全紀錄會保留您帳號中發生過的事、帳號編號和網路位址，為期一年多。學校為您撰寫的講師頁面會保留，請洽詢學校。',
  exportFirst: '您可以先取得一份副本：',
  recentlyChanged: (until) =>
    `您的電子郵件地址最近變更過。在 ${until} 之前，能收到舊地址信件的人可以復原這項變更，因此目前還不能刪除帳號。`,
  toProfile: '前往個人資料',
  onlyOwner: '您是某所學校唯一的擁有者，刪除後將無人管理該校。請先讓另一位成員成為擁有者，或請平台的營運者關閉該校。',
};
