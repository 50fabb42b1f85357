import type { Said } from '../../../kit/text/said.ts';
import type { admin as en } from './en.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: '開發者',
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
  },
};
