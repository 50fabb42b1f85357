import type { Said } from '../../../kit/text/said.ts';
import type { reviews as en } from './en.ts';

export const reviews: Said<typeof en> = {
  lead: '以網址識別的應用程式。只有主機經過驗證，名稱是應用程式自己聲稱的。',
  whoDecides: '您的核准與封鎖適用於這個平台的所有學校。',
  othersDecide: '核准與封鎖適用於所有學校，因此由平台的營運者執行。您可以決定學校是否向成員提供某個應用程式。',
  noOneDecides:
    '目前尚未指定負責人。伺服器的營運者可以指定人員（PLATFORM_OPERATORS），或用 npm run clients 核准應用程式。',
  allOfPlatform: '這裡列出平台所知的所有應用程式。',
  onlyHere: '這裡列出在這所學校連線，或提供給成員的應用程式。',
  states: { unreviewed: '未審查', approved: '已核准', blocked: '已封鎖' },
  changed: '核准後有變更',
  adopted: '已提供給成員',
  filter: { state: '狀態', any: '全部', submit: '篩選' },
  empty: '還沒有應用程式',
  emptyText: '有人連線後，應用程式就會出現在這裡。在此之前，您可以用網址查看。',
  look: {
    title: '在連線前查看應用程式',
    label: '應用程式中繼資料的網址',
    hint: '應用程式的 client_id，以 https:// 開頭',
    submit: '查看',
    problems: {
      malformed: '請輸入包含 https 與路徑的網址，# 之後不能有內容。',
      host: '本伺服器不接受來自這個主機的應用程式。伺服器的管理者可以允許（CIMD_ALLOWED_HOSTS）。',
      unreachable: '無法從本伺服器連到這個主機。請檢查網址，過幾分鐘再試一次。',
      missing: '主機有回應，但這個網址沒有內容。請向應用程式的開發者確認網址。',
      invalid:
        '這個網址的內容不是應用程式的中繼資料。請應用程式的開發者修正：它必須是 JSON 文件，而且其中的 client_id 與這個網址完全相同。',
      busy: '目前查看的應用程式太多。請稍後再試。',
    },
  },
  app: {
    name: '自稱',
    address: '網址',
    state: '狀態',
    goesTo: '將使用者送回',
    loopback: '使用者自己電腦上的程式',
    redirects: '確切網址',
    dropped: '已忽略（其他主機）',
    mayAsk: '可要求的範圍',
    mayAskOf: {
      unreviewed: '身分，以及唯讀的學校資料',
      approved: '共用應用程式可擁有的任何權限，包括變更',
      blocked: '無',
    },
    ownData: '成員自己的資料',
    ownDataYes: '可以，學校已提供給成員',
    ownDataNo: '不可以，學校尚未提供給成員',
    read: '中繼資料讀取時間',
    stale: '目前無法讀取中繼資料。以下是先前的內容。',
    difference: '核准後的變更',
    nameBefore: (name) => `先前自稱「${name}」。`,
    nameNow: (name) => `現在自稱「${name}」。`,
    gone: '已移除的網址',
    added: '新增的網址',
    connections: '它在這所學校的連線',
  },
  approve: {
    button: '核准',
    title: (host) => `要核准 ${host} 嗎？`,
    text: '核准後，它在這個平台的每所學校都可以要求共用應用程式可擁有的任何權限，包括變更。是否允許仍由每個人自行決定。若中繼資料有變更，核准即失效，直到有人再次審查。',
    seen: '您核准的正是以下內容：',
    again: '解除封鎖並核准',
  },
  block: {
    button: '封鎖',
    title: (host) => `要封鎖 ${host} 嗎？`,
    text: '在這個平台的任何學校都無法再使用它，它的所有連線會立即結束。若之後核准，使用者必須重新連線。',
  },
  adopt: {
    button: '提供給成員',
    text: '成員便可允許它讀取自己的資料：課程、進度、訂單、活動。核准之前只能讀取。',
    withoutGuide: (page) =>
      `這個應用程式沒有設定指南，因此成員在「${page}」中找不到它。請將應用程式本身的說明提供給成員。`,
  },
  release: {
    button: '停止提供',
    title: (host) => `要停止向成員提供 ${host} 嗎？`,
    text: '成員將無法再允許它讀取自己的資料，它在學校的所有連線會立即結束。',
  },
  done: {
    approved: '應用程式已核准。',
    blocked: '應用程式已封鎖；其連線已結束。',
    adopted: '學校現已向成員提供這個應用程式。',
    released: '學校已停止向成員提供這個應用程式；其在此的連線已結束。',
  },
  undone: {
    changed: '在您查看之後，中繼資料已變更。沒有核准任何內容；請再次查看。',
    unreadable: '目前無法讀取中繼資料。沒有核准任何內容；請稍後再試。',
  },
};
