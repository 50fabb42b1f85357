import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: '概要',
      connectedApps: '接続済みアプリ',
      sessions: 'ログイン中のブラウザ',
      activity: '履歴',
      signIn: 'パスワードとパスキー',
      profile: 'プロフィール',
    },
  },
  overview: {
    lead: 'ご自身の情報と、アプリがあなたに代わって行えることを確認できます。',
    runIt: 'スクール管理',
    noSchool: 'まだどのスクールにも所属していません',
    noSchoolText: 'スクールから招待されると、ここに表示されます。',
    next: 'ここでできること',
    connectedApps: '各アプリができることの確認と、許可の取り消し',
    sessions: 'ブラウザの確認とログアウト',
    activity: 'ログインとアカウントの変更を確認する',
    signIn: 'ログイン方法の変更',
    profile: '名前とメールアドレス',
  },
};
