import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { connections as en } from './en.ts';

const grouped = groupedIn('zh-Hant');

export const connections: Said<typeof en> = {
  lead: '與本校連線的應用程式及其使用者。結束連線會立即生效。',
  leadLooking: '以下是與本校連線的應用程式及其使用者。擁有者與管理員可以結束連線。',
  none: '沒有已連線的應用程式',
  noneText: '當校內有人連線應用程式後，該連線會出現在這裡。',
  noneFound: '找不到連線',
  noneFoundText: '請檢查拼字，或減少篩選條件。',
  total: (count) => `${grouped(count)} 個連線`,
  endSelected: '結束選取的連線',
  filter: {
    app: '應用程式',
    appHint: '它的 client_id',
    anyApp: '所有應用程式',
    person: '使用者',
    personHint: '電子郵件地址',
    submit: '篩選',
    reset: '清除篩選',
  },
  person: '使用者',
  clientId: 'client_id',
  can: '權限',
  canNothing: '目前什麼都不能做：使用者、其成員資格或應用程式已停用。',
  more: (count) => `以及另外 ${count} 項`,
  since: '連線時間',
  lastUsed: '上次使用',
  details: (app, person) => `${app}（使用者：${person}）`,
  numbered: (name, number) => `${name}（連線 ${number}）`,
  numberedSince: (name, number, since) => `${name}（連線 ${number}，連線時間：${since}）`,
  onlyApp: '這個應用程式的所有連線',
  onlyPerson: '這位使用者的所有連線',
  end: '結束這個連線',
  endClient: (app) => `結束 ${app} 的所有連線`,
  endAll: '結束本校的所有連線',
  endText: '立即生效。使用者可以重新連線該應用程式。',
  ending: {
    selected: '要結束選取的連線嗎？',
    client: (app) => `要結束 ${app} 的所有連線嗎？`,
    clientText: (app) => `${app} 將失去對本校的存取權，所有人皆受影響。`,
    all: '要結束本校的所有連線嗎？',
    allText: '所有應用程式都將失去對本校的存取權，所有人皆受影響。',
    size: (connections, people) => `這會結束 ${grouped(people)} 人的 ${grouped(connections)} 個連線。`,
    again: '之後仍可重新連線。若要阻擋某個應用程式，請停用或封鎖它。',
    submitClient: '結束該應用程式的所有連線',
    submitAll: '結束所有連線',
  },
  done: {
    one: '已結束該連線。',
    several: '已結束選取的連線。',
    client: '已結束該應用程式的所有連線。',
    all: '已結束本校的所有連線。',
    gone: '這個連線已不存在。',
  },
};
