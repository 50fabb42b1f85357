import type { Said } from '../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: (school) => `${school} 邀請您`,
  lead: (role) => `您獲邀加入，角色為：${role}。`,
  newAccount: '您的帳號',
  newAccountLead: (email) => `您將使用 ${email} 和在這裡設定的密碼登入。`,
  name: '您的姓名',
  nameHint: '學校與其成員會看到。',
  accept: '接受邀請',
  decline: '婉拒',
  hasAccount: '您在這裡已經有帳號。請先登入，再到帳號頁面接受邀請。',
  signIn: '登入',
  otherAccount: (name) => `這份邀請不是給您目前登入的帳號（${name}）。請先登出，再重新開啟連結。`,
  besideAccount: (name) => `您目前登入的帳號是 ${name}。這份邀請會建立另一個帳號。`,
  ready: '您已加入學校。請登入。',
  declinedTitle: '您婉拒了邀請',
  declined: '學校不會知道您的姓名。如果您改變心意，請向學校索取新的邀請。',
  open: '邀請',
  openLead: '接受邀請後，您就會加入這些學校。',
  done: {
    accepted: '您已加入學校。',
    declined: '您婉拒了邀請。',
    gone: '這份邀請已經失效。',
    unproven: '請先在「個人資料」頁面確認您的電子郵件地址。',
    unprovable:
      '您的電子郵件地址尚未確認，而這裡不會寄出信件。請向平台管理者索取重設密碼的連結，使用後地址即完成確認。',
  },
};
