import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'スクールのアプリへの入り口',
  lead: 'Schoolgateでスクールにログインし、アプリに何を見せ、何を許すかをご自身で決められます。',
  visitor: 'スクールに所属していますか？',
  visitorText:
    'ログインすると、アカウントに接続しているアプリの確認や、アクセスの取り消しができます。アプリを使うときは、アプリから始めてください。ログインが必要になると、このサイトに移動します。',
  signIn: 'ログイン',
  signedIn: 'ログインしています',
  goOn: '移動先',
  admin: (school) => `${school}：スクール管理`,
  signOut: 'ログアウト',
  developer: 'アプリを開発していますか？',
  developerText:
    'PKCEを用いたOAuth 2.0とOpenID Connectに対応しています。クライアントにこのアドレスを発行者（issuer）として設定してください。ほかの情報は、すべて下の文書から得られます。',
  issuer: '発行者（issuer）',
  documents: '文書',
  docs: 'ドキュメント（英語）',
  walkthrough: 'トークンの取得と利用の手順（英語）',
  tryIt: 'Schoolgateのコピーで一連の流れを試す',
  connectFirst: 'ログインして最初のクライアントを接続する',
};
