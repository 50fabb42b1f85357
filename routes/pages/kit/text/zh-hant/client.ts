import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: '未審查',
  vendor: '已知的整合服務',
  reviewed: '已審查',
  namedByAddress: '僅以網址識別，尚未有人查證由誰經營。',
  madeBy: (school) => `由 ${school} 建立`,
  madeBySchool: '由您的學校建立',
  registeredItself: '自行註冊，尚未有人查證這個應用程式。',
  unverified: (name) => `${name}（未驗證）`,
  callsItself: (name) => `自稱「${name}」`,
};
