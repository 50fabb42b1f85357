import type { Said } from '../../../kit/text/said.ts';
import type { account as en } from './en.ts';

export const account: Said<typeof en> = {
  area: {
    pages: {
      overview: '總覽',
      connectedApps: '已連線的應用程式',
      sessions: '登入中的瀏覽器',
      activity: '活動紀錄',
      signIn: '密碼與通行密鑰',
      profile: '個人資料',
    },
  },
  overview: {
    lead: '您的個人資料、學校與已連線的應用程式。',
    runIt: '學校管理',
    noSchool: '您還不屬於任何學校',
    noSchoolText: '學校的邀請會顯示在這裡。',
    next: '您可以在這裡做的事',
    connectedApps: '查看並移除應用程式的存取權',
    sessions: '查看您在哪裡登入，並登出',
    activity: '查看登入紀錄與帳號的變更',
    signIn: '變更密碼、新增通行密鑰',
    profile: '您的姓名與電子郵件地址',
  },
};
