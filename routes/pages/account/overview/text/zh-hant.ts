import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: '總覽',
      connectedApps: '已連線的應用程式',
      assistants: 'AI 助理',
      sessions: '登入中的瀏覽器',
      activity: '活動紀錄',
      signIn: '密碼與通行密鑰',
      profile: '個人資料',
    },
  },
  overview: {
    runIt: '學校管理',
    noSchool: '您目前不屬於任何學校',
    noSchoolText:
      '學校的邀請會顯示在這裡。如果您曾屬於某所學校，請向該校詢問：您的存取權可能已被停用，或您已被移出成員；「帳號的活動紀錄」會說明是哪一種。',
  },
};
