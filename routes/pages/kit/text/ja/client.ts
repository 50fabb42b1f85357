import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: '未審査',
  vendor: '既知のサービス',
  reviewed: '審査済み',
  namedByAddress: 'ウェブアドレスだけで識別されています。運営元は確認されていません。',
  madeBy: (school) => `作成：${school}`,
  madeBySchool: 'スクールが作成',
  registeredItself: 'アプリが自ら登録しました。このアプリは確認されていません。',
  unverified: (name) => `${name}（未確認）`,
  callsItself: (name) => `アプリの自称：「${name}」`,
};
