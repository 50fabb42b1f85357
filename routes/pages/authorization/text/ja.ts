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

export const otherSchool: Said<typeof en.otherSchool> = {
  title: 'このアカウントはこのスクールに所属していません',
  lead: (app, school) =>
    `${app}はスクール「${school}」用に設定されています。そのスクールで別のアカウントをお持ちの場合は、そちらをお使いください。お持ちでない場合は、スクールに招待を依頼し、アプリに設定したアドレスが正しいか確認してください。`,
  own: 'または、所属しているスクールを接続する',
  ownText: (app) => `${app}にスクールのアドレスを設定し直して、もう一度接続してください。`,
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `${app}にスクールへのアクセスを許可しますか？`,
  asks: (school) => `が${school}にアクセスしようとしています`,
  offered: (school) => `${school}がメンバーに提供しているアプリです。`,
  warning: (app) =>
    `ご自身で始めた操作で、${app}を信頼できる場合だけ続けてください。誰かから送られたリンクの場合は、キャンセルしてください。`,
  atSchool: (role, school) => `${school}：${role}`,
  groups: {
    identity: 'ご本人の情報',
    own: 'ご自身のデータ',
    read: 'スクールのデータの閲覧',
    write: 'スクールのデータの変更',
  },
  changes: '変更を行います',
  able: '許可すると、アプリができること',
  always: '常に含まれるもの：ご本人の情報',
  before: '許可済み',
  leftOut: '前回は許可していません',
  again: (app) =>
    `${app}は、前回許可しなかったものをもう一度求めています。下でチェックを入れない限り、許可されません。`,
  againMore: (number) => `ほか${number}件は、下に示しています。`,
  missing: (number) => `${number}件を表示`,
  unavailable: {
    outside_role: {
      title: '許可できない項目',
      why: 'アプリはこれらも求めましたが、あなたの役割に含まれていないため、許可できません。',
    },
    not_adopted: {
      title: 'このアプリには許可できない項目',
      why: 'このアプリはメンバーに提供されていないため、スクールでのあなた自身のデータを取得できません。スクールの運営者が有効にできます。',
    },
  },
  goesTo: {
    https: '移動先',
    app: '移動先：この端末のアプリ',
    loopback: '移動先：このコンピューター上のプログラム',
  },
  loopbackWarning: '別のプログラムが代わりに受け取るおそれがあります。信頼できるコンピューターでだけ許可してください。',
  reaches: 'アクセス先',
  reachesApis: (host) => `スクールのAPI（${host}）`,
  lasts: 'アクセスの期間',
  lastsDays: (days) => `最長${days}日間、または解除するまで。解除はこちら：`,
  undoLink: '接続済みアプリ',
  permissions: (number) => `権限${number}件`,
  changing: (number) => `変更を行うもの${number}件`,
  days: (days) => `${days}日間`,
  deny: 'キャンセル',
  allow: '許可する',
  allowRead: '閲覧のみ',
};
