import type { Said } from '../../../kit/text/said.ts';
import type { admin as en } from './en.ts';

export const admin: Said<typeof en> = {
  area: {
    developers: '開発者向け',
    school: 'スクール',
    platform: 'プラットフォーム',
    pages: {
      overview: '概要',
      members: 'メンバー',
      applications: 'OAuthアプリケーション',
      reviews: 'アプリの審査',
      connect: '設定ガイド',
      connections: '有効な接続',
      webhooks: 'Webhook',
      audit: '監査ログ',
      look: '名前と色',
      settings: '設定',
      accounts: 'アカウント',
    },
  },
  overview: {
    back: 'スクール管理へ',
    lead: (role) => `あなたの役割：${role}`,
  },
};
