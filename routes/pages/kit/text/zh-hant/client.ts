import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: '未審查',
  vendor: '已知的整合服務',
  reviewed: '已審查',
  namedByAddress: '僅能以網址識別；沒有人確認過背後是誰',
  madeBy: (school) => `由 ${school} 建立`,
  madeBySchool: '由您的學校建立',
  registeredItself: '自行註冊；沒有人確認過它的身分',
  callsItself: (name) => `自稱「${name}」`,
};
