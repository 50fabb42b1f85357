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
  title: (app) => `要允許 ${app} 存取您的學校嗎？`,
  asks: (school) => `想以您的名義存取 ${school}`,
  warning: (app) => `請只在這是您自己開始的操作，而且您信任 ${app} 時才繼續。如果是別人傳給您的連結，請取消。`,
  signedInAs: '您的帳號',
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: '您的身分',
    own: '您自己的資料',
    read: '查看學校資料',
    write: '變更學校資料',
  },
  choose: '應用程式將能執行下列操作。不想允許的項目，請取消勾選。',
  noChoice: '應用程式將能：',
  before: '先前已允許',
  unavailable: {
    outside_role: { title: '您無法提供的項目', why: '應用程式也要求了這些項目。您的角色不包含，因此它不會取得。' },
    not_adopted: {
      title: '此應用程式無法取得的項目',
      why: '學校未向成員提供這個應用程式，因此它無法取得您在學校的個人資料。學校的管理人員可以開啟。',
    },
  },
  goesTo: '將您帶往',
  goesToWeb: (host) => `${host}`,
  goesToApp: (scheme) => `這部裝置上的應用程式（${scheme}）`,
  goesToLoopback: (host) => `這部電腦上的程式（${host}）`,
  loopbackWarning: '我們無法得知這部電腦上哪個程式會回應，其他程式可能會取而代之。請只在您信任的電腦上允許。',
  reaches: '可存取',
  lasts: '存取期限',
  lastsDays: (days) => `直到您移除為止，最長 ${days} 天`,
  undo: '移除存取權',
  undoHere: '隨時可在這裡移除：',
  undoLink: '已連線的應用程式',
  deny: '取消',
  allow: '允許',
};
