import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: '概要',
      connectedApps: '接続済みアプリ',
      sessions: 'ログイン中のブラウザ',
      activity: 'アクティビティ',
      signIn: 'パスワードとパスキー',
      profile: 'プロフィール',
    },
  },
  overview: {
    lead: 'プロフィール、スクール、接続済みアプリを確認できます。',
    runIt: 'スクール管理',
    noSchool: 'まだどのスクールにも所属していません',
    noSchoolText: 'スクールから招待されると、ここに表示されます。',
    next: 'ここでできること',
    connectedApps: 'アプリのアクセスの確認と解除',
    sessions: 'ログイン中のブラウザの確認とログアウト',
    activity: 'ログインとアカウントの変更の確認',
    signIn: 'パスワードの変更とパスキーの追加',
    profile: '名前とメールアドレス',
  },
};
