import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { fieldNames } from '../field-text/ja.ts';
import type { change as en } from './en.ts';

const grouped = groupedIn('ja');

export const change: Said<typeof en> = {
  oneEnded: {
    ofPerson: ({ who, app, target, count, since }) =>
      `${who}が${target}と${app}の${count}件の接続のうち1件を終了しました（接続日時：${since}）。`,
    own: ({ who, app, count, since }) =>
      `${who}が自分と${app}の${count}件の接続のうち1件を終了しました（接続日時：${since}）。`,
  },
  colon: '：',
  endedSize: ({ connections, people }) => `${grouped(people)}人の接続${grouped(connections)}件`,
  listSeparator: '、',
  sized: {
    client_disabled: ({ who, app, ended }) => `${who}がアプリ「${app}」を無効にしました。${ended}。`,
    client_deleted: ({ who, app, ended }) => `${who}がアプリ「${app}」を削除しました。${ended}。`,
    turnedOff: ({ who, app, ended }) => `${who}がメンバー用の${app}をオフにしました。${ended}。`,
  },
  itsEnded: ({ connections, people }) =>
    connections === 0 ? '接続はありませんでした' : `${grouped(people)}人の接続${grouped(connections)}件が終了しました`,
  failedSignIn: {
    password: ({ who, app }) => `${who}の${app}へのログインに失敗しました：パスワードが正しくありません。`,
    totp: ({ who, app }) => `${who}の${app}へのログインに失敗しました：コードが正しくありません。`,
    recovery_code: ({ who, app }) => `${who}の${app}へのログインに失敗しました：リカバリーコードが正しくありません。`,
    passkey: ({ who, app }) => `${who}の${app}へのログインに失敗しました：パスキーが受け付けられませんでした。`,
  },
  ofDeletedApp: {
    client_created: ({ who }) => `${who}が、後に削除されたアプリを作成しました。`,
    client_changed: ({ who }) => `${who}が、後に削除されたアプリを編集しました。`,
    client_disabled: ({ who }) => `${who}が、後に削除されたアプリを無効にし、その接続が終了しました。`,
    client_enabled: ({ who }) => `${who}が、後に削除されたアプリを再び有効にしました。`,
    client_deleted: ({ who }) => `${who}がアプリを削除し、その接続が終了しました。`,
  },
  upload: {
    arrived: ({ who, target }) => `${who}が${target}をアップロードしました。`,
    completed: ({ who, target }) => `${who}が${target}のアップロードを完了しました。`,
  },
  resetFrom: ({ who, target, from, until }) =>
    `${who}が${target}の2要素認証のリセットを指示しました（${from}から${until}までの間のパスワードによるログイン時）。`,
  movedUp: ({ person, thing }) => `${person}がキャンセル待ちからイベント「${thing}」の空席を得ました。`,
  accessTokenOnly: ({ who, app }) => `${app}が${who}のアクセストークンを取り消しました（接続は継続）。`,
  connectionOver: ({ who, app }) => `${who}と${app}の接続が終了しました。`,
  title: '変更内容',
  allowed: '許可された内容',
  created: '設定',
  technical: '技術的な詳細',
  none: 'なし',
  yes: 'はい',
  no: 'いいえ',
  edited: '編集',
  image: '画像',
  otherImage: '別の画像',
  added: '追加',
  removed: '削除',
  separator: '、',
  more: (number) => `ほか${number}件`,
  viewOnly: '閲覧のみ',
  mayChange: '変更できる内容',
  mayView: '閲覧できる内容',
  fieldNames,
  fields: {
    role: '役割',
    status: '状態',
    operator: '操作した運営者',
    scopes: '権限',
    connections: '接続',
    apps: 'アプリ',
    name: '名前',
    description: '説明',
    redirectUris: 'リダイレクトURI',
    postLogoutRedirectUris: 'ログアウト後のリダイレクトURI',
    defaultScope: '既定の権限',
    mayIntrospect: 'トークンの照会',
    hasSecret: 'シークレットの有無',
    logo: 'ロゴ',
    primaryDomain: 'ドメイン',
    locale: '言語',
    timezone: 'タイムゾーン',
    currency: '通貨',
    contactEmail: '連絡先のメールアドレス',
    supportUrl: 'サポートページ',
    termsUrl: '利用規約',
    privacyUrl: 'プライバシーポリシー',
    socialLinks: 'SNSのリンク',
    themeColor: 'ブランドカラー',
    accentColor: 'ボタンとリンクの色',
    logoAssetId: 'ロゴのファイル',
    faviconAssetId: 'ブラウザのアイコン',
    font: 'フォント',
    headerLinks: 'ヘッダーのリンク',
    footerMarkdown: 'フッター',
    homepageSections: 'トップページのセクション',
    customCss: '独自のCSS',
  },
};
