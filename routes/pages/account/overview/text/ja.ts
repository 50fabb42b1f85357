import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: '概要',
      connectedApps: '接続済みアプリ',
      assistants: 'AIアシスタント',
      sessions: 'ログイン中のブラウザ',
      activity: '履歴',
      signIn: 'パスワードとパスキー',
      profile: 'プロフィール',
    },
  },
  overview: {
    runIt: 'スクール管理',
    noSchool: '現在、どのスクールにも所属していません',
    noSchoolText:
      'スクールから招待されると、ここに表示されます。以前所属していた場合は、スクールに問い合わせてください。アクセスが停止されたか、メンバーから外された可能性があります。どちらかは「アカウントの履歴」で確認できます。',
  },
};
