import type { Said } from '../../../kit/text/said.ts';
import type { admin as en } from './en.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: '開發人員',
    school: '學校',
    platform: '平台',
    pages: {
      overview: '總覽',
      members: '成員',
      applications: 'OAuth 應用程式',
      reviews: '審查',
      connect: '連線方式',
      connections: '連線',
      webhooks: 'Webhook',
      audit: '稽核紀錄',
      look: '名稱與色彩',
      settings: '設定',
      accounts: '帳號',
    },
  },
  overview: {
    back: '前往學校管理',
    lead: (role) => `您在這所學校的角色：${role}。`,
    switchOn: '開啟測試版功能「MCP 連線」後，即可連線您自己的應用程式。',
    members: '屬於學校的人，以及他們的角色',
    applications: '學校為成員與管理人員建立的應用程式',
    reviews: '以網址識別的應用程式：核准、封鎖、採用',
    connect: '每個已知用戶端的位址與指令',
    connections: '哪些應用程式已連線、為誰連線；可結束一個或全部',
    connectionsLooking: '哪些應用程式已連線、為誰連線',
    webhooks: '將這裡發生的事通知您自己程式的訊息',
    audit: '誰在何時做了什麼',
    look: '登入時看到的名稱與色彩',
    settings: '雙重驗證與測試版功能',
    accounts: '遭他人使用的帳號：尋找並協助帳號的主人',
  },
};
