import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('ja');

export const connections: Said<typeof en> = {
  lead: 'このスクールと接続しているアプリと、その利用者の一覧です。接続の終了はすぐに反映されます。',
  leadLooking: 'このスクールと接続しているアプリと、その利用者の一覧です。接続を終了できるのは、オーナーと管理者です。',
  none: '接続しているアプリはありません',
  noneText: 'スクールの誰かがアプリを接続すると、その接続がここに表示されます。',
  noneFound: '接続が見つかりません',
  noneFoundText: '入力内容を確かめるか、条件を減らしてください。',
  total: (count) => `接続${grouped(count)}件`,
  endSelected: '選択した接続を終了',
  filter: {
    app: 'アプリ',
    appHint: 'アプリのclient_id',
    anyApp: 'すべてのアプリ',
    person: '利用者',
    personHint: 'メールアドレス',
    submit: '絞り込む',
    reset: '絞り込みを解除',
  },
  person: '利用者',
  clientId: 'client_id',
  can: '権限',
  canNothing: '現在は何もできません。利用者、その所属、またはアプリが無効になっています。',
  more: (count) => `ほか${count}件`,
  since: '接続開始',
  lastUsed: '最終利用',
  details: (app, person) => `${app}（利用者：${person}）`,
  numbered: (name, number, count) => `${name}（${count}件中${number}件目の接続）`,
  numberedSince: (name, number, count, since) => `${name}（${count}件中${number}件目の接続、接続日時：${since}）`,
  onlyApp: 'このアプリのすべての接続',
  onlyPerson: 'この利用者のすべての接続',
  end: 'この接続を終了',
  endClient: (app) => `${app}のすべての接続を終了`,
  endAll: 'スクールのすべての接続を終了',
  endText: 'すぐに反映されます。利用者はアプリを再び接続できます。',
  ending: {
    one: 'この接続を終了しますか？',
    selected: '選択した接続を終了しますか？',
    client: (app) => `${app}のすべての接続を終了しますか？`,
    clientText: (app) => `${app}は、すべての利用者について、このスクールにアクセスできなくなります。`,
    all: 'スクールのすべての接続を終了しますか？',
    allText: 'すべてのアプリが、すべての利用者について、このスクールにアクセスできなくなります。',
    size: (connections, people) => `${grouped(people)}人の接続${grouped(connections)}件を終了します。`,
    again:
      '再び接続することはできます。アプリを締め出すには、「OAuthアプリケーション」で無効にするか、「設定ガイド」で提供をやめてください。',
    submitClient: 'アプリのすべての接続を終了',
    submitSelected: (count) => `接続${grouped(count)}件を終了`,
    submitAll: 'すべての接続を終了',
  },
  done: {
    one: '接続を終了しました。',
    several: '選択した接続を終了しました。',
    client: 'アプリのすべての接続を終了しました。',
    all: 'スクールのすべての接続を終了しました。',
    none: '接続を1件以上選択してください。何も変更されていません。',
    gone: 'その接続はすでにありません。',
  },
};
