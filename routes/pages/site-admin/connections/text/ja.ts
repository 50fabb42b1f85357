import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('ja');

export const connections: Said<typeof en> = {
  lead: 'このスクールと接続しているアプリと、その利用者の一覧です。ここで終了した接続は、その瞬間から使えなくなります。',
  leadLooking: 'このスクールと接続しているアプリと、その利用者の一覧です。接続を終了できるのは、オーナーと管理者です。',
  none: '接続しているアプリはありません',
  noneText: 'スクールの誰かがアプリに許可を与えると、その接続がここに表示されます。',
  noneFound: '該当する接続はありません',
  noneFoundText: 'この条件に合う有効な接続はありません。入力内容を確かめるか、条件を減らしてください。',
  filter: {
    app: 'アプリ',
    appHint: 'アプリのclient_id',
    anyApp: 'すべてのアプリ',
    person: '利用者',
    personHint: 'メールアドレス',
    submit: '表示',
    reset: 'すべて表示',
  },
  person: '利用者',
  clientId: 'client_id',
  can: '利用者が許可した内容（利用者に表示した文言）',
  canNothing: '現在は何もできません。利用者、その在籍、またはアプリが無効になっています。',
  more: (count) => `ほか${count}件`,
  since: '接続開始',
  lastUsed: '最終利用',
  details: (app, person) => `${app}（利用者：${person}）`,
  onlyApp: 'このアプリのすべての接続',
  onlyPerson: 'この利用者のすべての接続',
  end: 'この接続を終了',
  endClient: (app) => `${app}のすべての接続を終了`,
  endAll: 'スクールのすべての接続を終了',
  endText: 'ただちに有効になります。利用者はアプリを改めて許可できます。',
  ending: {
    client: (app) => `${app}のすべての接続を終了しますか？`,
    clientText: (app) => `この瞬間から、${app}はこのスクールで、誰のためにも何もできなくなります。`,
    all: 'スクールのすべての接続を終了しますか？',
    allText: 'この瞬間から、どのアプリもこのスクールで、誰のためにも何もできなくなります。',
    size: (connections, people) => `有効な接続：${grouped(connections)}件。影響を受ける人：${grouped(people)}人。`,
    again:
      '再び使えるようにするには、影響を受ける一人ひとりがアプリを改めて許可する必要があります。アプリを締め出すには、無効化するかブロックしてください。',
    submitClient: 'アプリのすべての接続を終了',
    submitAll: 'すべての接続を終了',
  },
  done: {
    one: '接続を終了しました。',
    client: 'アプリのすべての接続を終了しました。',
    all: 'スクールのすべての接続を終了しました。',
    gone: 'その接続はすでにありません。',
  },
};
