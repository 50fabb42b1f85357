import type { Said } from '../../../kit/text/said.ts';
import type { assistants as said } from './en.ts';

export const assistants: Said<typeof said> = {
  title: (school) => `${school} 的 AI 助理`,
  lead: (school) => `向 AI 助理詢問您在 ${school} 的課程、訂單與活動。連線時，您會在這裡登入並決定它可以看到什麼。`,
  choose: '請選擇您想詢問課程、訂單與活動的學校。',
  none: (school) => `${school} 尚未提供助理給成員`,
  blocked: (apps, school) => `本服務的營運者封鎖了 ${apps}。${school} 曾提供給成員，但目前沒有人能連線。`,
  noneText: '請學校的管理人員在「設定指南」中開啟。',
  contact: '學校的聯絡方式：',
  show: '連線方法',
  asksAs: (name) => `連線時，要求存取權的頁面會以「${name}」稱呼它。`,
  clientId: '請在助理要求的地方輸入用戶端 ID，可能位於進階設定中。',
  ask: '您可以這樣問',
  connected: '查看已連線的應用程式或中斷連線',
  questions: {
    progress: (title) => `我在「${title}」學到哪裡了？`,
    stopped: (title) => `我在「${title}」看到哪裡？`,
    ends: (title) => `我還能使用「${title}」多久？`,
    unfinished: '我還有哪些課程沒有完成？',
    courses: '我現在可以開啟哪些課程？',
    event: (title) => `「${title}」何時在哪裡舉行？`,
    order: (number) => `我在訂單 ${number} 買了什麼？`,
  },
};
