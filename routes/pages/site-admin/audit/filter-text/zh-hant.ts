import type { Said } from '../../../kit/text/said.ts';
import type { filter as en } from './en.ts';

export const filter: Said<typeof en> = {
  event: '事件',
  every: '所有事件',
  person: '人員',
  from: '從',
  to: '到',
  submit: '篩選',
  reset: '清除篩選',
  deletedApp: ({ app }) => `${app}（已刪除）`,
  badDay: '請輸入有效的日期。',
  personHint: '完整的電子郵件地址。可找到此人的操作，以及他人對此人的操作。',
  schoolEdited: '編輯學校設定或外觀',
  invited: '邀請成員',
  withdrawn: '撤回邀請',
  failedSignIns: '登入應用程式失敗',
  groups: {
    people: '人員與存取',
    ownership: '擁有者',
    connections: '應用程式的連線',
    apps: '應用程式',
    content: '內容與資料',
    school: '學校',
    webhooks: 'Webhook',
  },
};
