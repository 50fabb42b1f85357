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
  title: (app) => `${app}にスクールへのアクセスを許可しますか？`,
  asks: (school) => `が、あなたに代わって${school}にアクセスしようとしています`,
  warning: (app) =>
    `ご自身で始めた操作で、${app}を信頼できる場合だけ続けてください。誰かから送られたリンクで開いた場合は、キャンセルしてください。`,
  signedInAs: 'アカウント',
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: 'ご本人の情報',
    own: 'ご自身のデータ',
    read: 'スクールのデータの閲覧',
    write: 'スクールのデータの変更',
  },
  choose: 'アプリは次の操作を行えるようになります。許可しないものはチェックを外してください。',
  noChoice: 'アプリは次の操作を行えるようになります。',
  before: '許可済み',
  unavailable: {
    outside_role: {
      title: '許可できない項目',
      why: 'アプリはこれらも求めましたが、あなたの役割に含まれていないため、与えられません。',
    },
    not_adopted: {
      title: 'このアプリには許可できない項目',
      why: 'このアプリはメンバーに提供されていないため、スクールでのあなた自身のデータは与えられません。スクールの運営者が有効にできます。',
    },
  },
  goesTo: '移動先',
  goesToWeb: (host) => `${host}`,
  goesToApp: (scheme) => `この端末のアプリ（${scheme}）`,
  goesToLoopback: (host) => `このコンピューター上のプログラム（${host}）`,
  loopbackWarning:
    'このコンピューターのどのプログラムが応答するかは確認できません。別のプログラムが代わりに受け取るおそれがあります。信頼できるコンピューターでだけ許可してください。',
  reaches: 'アクセス先',
  lasts: 'アクセスの期間',
  lastsDays: (days) => `解除するまで（最長${days}日間）`,
  undo: 'アクセスの解除',
  undoHere: 'いつでも解除できます：',
  undoLink: '接続済みアプリ',
  deny: 'キャンセル',
  allow: '許可する',
};
