import type { Said } from '../../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: '邀請他人',
  lead: '對方接受後即加入；在此之前沒有存取權。',
  email: '電子郵件地址',
  name: '姓名',
  nameHint: '僅用於新帳號；本人可以變更。',
  role: '角色',
  submit: '邀請',
  taken: {
    active: '這個人已在學校中。',
    invited: '已經邀請過這個人，可在其頁面查看邀請。',
    suspended: '這個人已被停權，請在其頁面恢復存取權。',
  },
  open: (name) => `開啟 ${name} 的頁面`,
  withdraw: {
    title: '撤回邀請',
    text: '邀請連結會失效，對方無法加入。',
    ask: (name) => `要撤回給 ${name} 的邀請嗎？`,
    consequences: '邀請連結會失效，對方無法加入。您隨時可以再次邀請。',
    done: '邀請已撤回。',
  },
};
