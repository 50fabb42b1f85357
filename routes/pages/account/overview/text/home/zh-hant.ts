import type { Said } from '../../../../kit/text/said.ts';
import type { accountHome as en } from './en.ts';

export const accountHome: Said<typeof en> = {
  lead: '您的應用程式、您的學校，以及帳號最近的活動。',
  setUp: {
    title: '尚待設定',
    email: '確認您的電子郵件地址',
    emailText: '這樣只有您能找回自己的帳號。',
    factor: '新增通行密鑰或驗證器應用程式',
    factorText: '這樣單憑您的密碼就無法登入。',
    anyFactorText: '通行密鑰無法被猜中或騙取。啟用雙重驗證後，單憑您的密碼就無法登入。',
  },
  apps: {
    title: '您的應用程式',
    none: '您的帳號沒有連線任何應用程式。',
    offered: (school) => `${school} 向成員提供 AI 助理。`,
    at: (school, scopes) => `於 ${school}，${scopes} 項權限`,
    lastUsed: '上次使用',
    all: '查看它們可以做什麼，或中斷連線',
  },
  latest: {
    title: '最近的紀錄',
    all: '查看所有活動紀錄',
  },
};
