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

export const otherSchool: Said<typeof en.otherSchool> = {
  title: '這個帳號不屬於這所學校',
  lead: (app, school) =>
    `${app} 設定的學校是「${school}」。如果您在那裡有其他帳號，請使用那個帳號；如果沒有，請學校邀請您，並檢查應用程式中的位址是否正確。`,
  own: '或連線您自己的學校',
  ownText: (app) => `請在 ${app} 中改填該學校的位址，然後重新連線。`,
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `要允許 ${app} 存取您的學校嗎？`,
  asks: (school) => `想存取 ${school}`,
  offered: (school) => `${school} 為成員提供這個應用程式。`,
  warning: (app) => `請確認這是您自己開始的操作，而且您信任 ${app}，再繼續。如果是別人傳給您的連結，請取消。`,
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: '您的身分',
    own: '您自己的資料',
    read: '查看學校資料',
    write: '變更學校資料',
  },
  changes: '會進行變更',
  able: '允許後，它可以',
  always: '一律包含：您的身分',
  before: '先前已允許',
  leftOut: '上次未允許',
  again: (app) => `${app} 再次要求您上次未允許的項目。除非您在下方勾選，否則仍不允許：`,
  againMore: (number) => `另有 ${number} 項，已在下方標示。`,
  missing: (number) => `顯示 ${number} 項`,
  unavailable: {
    outside_role: { title: '您無法允許的項目', why: '應用程式也要求了這些項目。您的角色不包含，因此它不會取得。' },
    not_adopted: {
      title: '此應用程式無法取得的項目',
      why: '學校未向成員提供這個應用程式，因此它無法取得您在學校的資料。學校的管理人員可以開啟。',
    },
  },
  goesTo: {
    https: '將您帶往',
    app: '將您帶往這台裝置上的應用程式',
    loopback: '將您帶往這台電腦上的程式',
  },
  loopbackWarning: '其他程式可能會取而代之。請只在您信任的電腦上允許。',
  reaches: '可存取',
  reachesApis: (host) => `學校的 API（${host}）`,
  lasts: '存取期限',
  lastsDays: (days) => `最長 ${days} 天，或直到您移除為止。可在這裡移除：`,
  undoLink: '已連線的應用程式',
  permissions: (number) => `${number} 項權限`,
  changing: (number) => `${number} 項會進行變更`,
  days: (days) => `${days} 天`,
  deny: '取消',
  allow: '允許',
  allowRead: '僅查看',
};
