import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'ひとつのログインで、スクールのすべてのアプリを',
  lead: 'スクールにログインし、アプリに何を見せ、何を許可するかを決められます。',
  visitor: 'メンバーとスタッフの方へ',
  visitorText:
    'ログインすると、アカウントに接続しているアプリの確認や、アクセスの解除ができます。アプリを使うときは、アプリを開いてください。ログインが必要になると、このサイトに移動します。',
  signIn: 'ログイン',
  signedIn: 'ログインしています',
  goOn: '移動先',
  admin: (school) => `${school}：スクール管理`,
  signOut: 'ログアウト',
  developer: 'アプリを開発していますか？',
  developerText:
    'PKCEを用いたOAuth 2.0とOpenID Connectに対応しています。クライアントにこのアドレスを発行者（issuer）として設定してください。ほかの情報は、下の文書にあります。',
  issuer: '発行者（issuer）',
  documents: '文書',
  docs: 'ドキュメント（英語）',
  walkthrough: 'トークンの取得と利用の手順（英語）',
  tryIt: 'Schoolgateのソースコードで試す',
  toYourSchool: 'スクールにログイン',
};
