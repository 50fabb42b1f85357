import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: '選擇帳號',
  lead: (app) => `您想用哪個帳號使用 ${app}？`,
  continueAs: (name) => `以 ${name} 的身分繼續`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: '選擇學校',
  lead: (app) => `您屬於多所學校。${app} 只能存取您在這裡選擇的學校。`,
  legend: '您的學校',
  submit: '繼續',
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `要允許 ${app} 存取嗎？`,
  asks: (school) => `要求以您的名義存取 ${school}`,
  warning: (app) =>
    `只有在這是您自己剛開始的操作，而且您認得 ${app} 時，才繼續進行。如果是訊息或其他人引導您到這裡，請不要允許。`,
  signedInAs: '您的帳號',
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: '您的身分',
    own: '您自己的資料',
    read: '學校管理：查看',
    write: '學校管理：變更',
  },
  choose: '如果您允許，應用程式就能做這裡勾選的事。不想分享的項目，請取消勾選。',
  noChoice: '如果您允許，應用程式就能做以下的事。',
  before: '您先前允許過',
  unavailable: {
    outside_role: { title: '您無法提供的項目', why: '應用程式也要求了這些，但您在學校的角色不包含，因此它不會取得。' },
    not_adopted: {
      title: '此應用程式無法取得的項目',
      why: '學校尚未採用這個應用程式，因此它無法取得您在學校的個人資料。學校的管理者可以採用它。',
    },
  },
  goesTo: '接下來前往',
  goesToWeb: (host) => `返回 ${host}`,
  goesToApp: (scheme) => `這部裝置上回應 ${scheme} 的應用程式`,
  goesToLoopback: (host) => `這部電腦上的程式（${host}）`,
  loopbackWarning:
    '我們無法得知這部電腦上哪個程式會回應。其他執行中的程式可能會代為接收，因此請只在您信任的電腦上允許。',
  reaches: '適用於',
  lasts: '期限',
  lastsDays: (days) => `到您收回為止，最長 ${days} 天`,
  undo: '若您改變心意',
  undoHere: '您可以隨時在這裡收回：',
  undoLink: '已連線的應用程式',
  deny: '拒絕',
  allow: '允許',
};
