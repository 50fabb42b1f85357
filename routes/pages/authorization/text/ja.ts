import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: 'アカウントの選択',
  lead: (app) => `${app}で使うアカウントを選んでください。`,
  continueAs: (name) => `${name}として続ける`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: 'スクールの選択',
  lead: (app) => `複数のスクールに所属しています。${app}がアクセスできるのは、ここで選んだスクールだけです。`,
  legend: '所属スクール',
  submit: '続ける',
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `${app}にアクセスを許可しますか？`,
  asks: (school) => `が、あなたに代わって${school}にアクセスする許可を求めています`,
  warning: (app) =>
    `ご自身でこの操作を始めたばかりで、${app}をご存じの場合だけ続けてください。メッセージやほかの人に誘導された場合は、許可しないでください。`,
  signedInAs: 'アカウント',
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: 'ご本人の情報',
    own: 'ご自身のデータ',
    read: 'スクールの運営：閲覧',
    write: 'スクールの運営：変更',
  },
  choose: '許可すると、アプリはチェックの付いた操作を行えます。共有したくないものはチェックを外してください。',
  noChoice: '許可すると、アプリは次の操作を行えます。',
  before: '以前に許可済み',
  unavailable: {
    outside_role: {
      title: '許可できない項目',
      why: 'アプリはこれらも求めましたが、スクールでの役割に含まれていないため、与えられません。',
    },
    not_adopted: {
      title: 'このアプリには許可できない項目',
      why: 'このアプリはスクールに採用されていないため、スクールでのあなた自身の情報は与えられません。スクールの運営者が採用できます。',
    },
  },
  goesTo: '次の移動先',
  goesToWeb: (host) => `${host}に戻ります`,
  goesToApp: (scheme) => `この端末で${scheme}に対応するアプリ`,
  goesToLoopback: (host) => `このコンピューター上のプログラム（${host}）`,
  loopbackWarning:
    'このコンピューターのどのプログラムが応答するかは確認できません。ほかのプログラムが代わりに受け取るおそれがあるため、信頼できるコンピューターでだけ許可してください。',
  reaches: '利用先',
  lasts: '期間',
  lastsDays: (days) => `取り消すまで（最長${days}日間）`,
  undo: '取り消すには',
  undoHere: 'いつでもこちらで取り消せます：',
  undoLink: '接続済みアプリ',
  deny: '許可しない',
  allow: '許可する',
};
