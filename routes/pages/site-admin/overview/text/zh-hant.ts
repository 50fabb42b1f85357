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
      reviews: '應用程式審查',
      connect: '設定指南',
      connections: '使用中的連線',
      webhooks: 'Webhook',
      audit: '稽核紀錄',
      look: '名稱與色彩',
      settings: '設定',
      accounts: '帳號',
    },
  },
  overview: {
    back: '前往學校管理',
    lead: (role) => `您的角色：${role}`,
    switchOn: '讓成員連線 AI 助理與您自己的應用程式：請開啟 MCP 連線。',
    members: '屬於學校的人，以及他們的角色',
    applications: '學校為成員與工作人員建立的應用程式',
    reviews: '以網址識別的應用程式：核准、封鎖、提供給成員',
    connect: '如何連線 Claude、ChatGPT 與其他助理',
    connections: '哪些應用程式已連線、為誰連線；可結束一個或全部',
    connectionsLooking: '哪些應用程式已連線、為誰連線',
    webhooks: '將這裡發生的事通知您自己的程式',
    audit: '誰在何時做了什麼',
    look: '登入時看到的名稱與色彩',
    settings: '雙重驗證與測試版功能',
    accounts: '尋找遭盜用的帳號，並協助其主人',
  },
};
