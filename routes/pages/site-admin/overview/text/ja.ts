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
    switchOn: 'メンバーがAIアシスタントやスクール独自のアプリを接続できるようにするには、MCP接続をオンにしてください。',
    members: 'スクールに所属する人とその役割',
    applications: 'スクールがメンバーとスタッフのために作成するアプリ',
    reviews: 'ウェブアドレスで識別されるアプリの承認、ブロック、メンバーへの提供',
    connect: 'Claude、ChatGPTなどのアシスタントの接続方法',
    connections: '接続しているアプリとその利用者。個別またはまとめて終了',
    connectionsLooking: '接続しているアプリとその利用者',
    webhooks: 'ここで起きたことをスクールのプログラムに通知',
    audit: '誰が、いつ、何をしたか',
    look: 'ログイン時に表示される名前と色',
    settings: '2要素認証とベータ機能',
    accounts: '乗っ取られたアカウントの検索と、持ち主への支援',
  },
};
