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
      reviews: '審査',
      connect: '接続方法',
      connections: '接続',
      webhooks: 'Webhook',
      audit: '監査ログ',
      look: '名前と色',
      settings: '設定',
      accounts: 'アカウント',
    },
  },
  overview: {
    back: 'スクール管理へ',
    lead: (role) => `このスクールでの役割：${role}`,
    switchOn: 'ベータ機能「MCP接続」をオンにすると、自作のアプリを接続できるようになります。',
    members: 'スクールに所属する人とその役割',
    applications: 'スクールがメンバーと運営者のために作成するアプリ',
    reviews: 'ウェブアドレスで識別されるアプリの承認、ブロック、採用',
    connect: '既知の各クライアント向けのアドレスとコマンド',
    connections: '接続しているアプリとその利用者。個別またはまとめて終了',
    connectionsLooking: '接続しているアプリとその利用者',
    webhooks: 'ここで起きたことを自作のプログラムに知らせるメッセージ',
    audit: '誰が、いつ、何をしたか',
    look: 'ログイン時に表示される名前と色',
    settings: '2要素認証とベータ機能',
    accounts: '第三者に使われているアカウントの検索と、持ち主への支援',
  },
};
