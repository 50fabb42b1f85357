import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: '一次登入，使用貴校的所有應用程式',
  lead: '登入學校，並決定每個應用程式可以在那裡看到和執行什麼。',
  visitor: '成員與工作人員',
  visitorText:
    '登入即可查看哪些應用程式已與您的帳號連線，並移除其存取權。若要使用應用程式，請直接開啟它：需要登入時，它會帶您來到這裡。',
  signIn: '登入',
  signedIn: '您已登入',
  goOn: '您想前往哪裡？',
  admin: (school) => `${school}：學校管理`,
  signOut: '登出',
  developer: '您正在開發應用程式嗎？',
  developerText:
    '採用 PKCE 的 OAuth 2.0 與 OpenID Connect。請在用戶端將此位址設為簽發者（issuer），其餘資訊請見下列文件。',
  issuer: '簽發者（issuer）',
  documents: '文件',
  docs: '說明文件（英文）',
  walkthrough: '逐步取得並使用權杖（英文）',
  tryIt: '在 Schoolgate 的原始碼副本中試用',
  toYourSchool: '登入您的學校',
};
