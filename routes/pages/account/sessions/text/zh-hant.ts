import type { Said } from '../../../kit/text/said.ts';
import type { sessions as en } from './en.ts';

export const sessions: Said<typeof en> = {
  lead: '以下是您目前登入的瀏覽器。若有您不認得的，請將其登出，然後變更密碼。',
  here: '這個瀏覽器',
  by: (browser, system) => `${browser}（${system}）`,
  unknown: '未知的瀏覽器',
  since: '登入',
  lastSeen: '上次使用',
  signOut: '登出',
  signOutOf: (browser) => `登出：${browser}`,
  total: (count) => `${count} 個瀏覽器`,
  latest: (count) => `最近使用的 ${count} 個瀏覽器`,
  elsewhere: '所有瀏覽器',
  elsewhereText: '如果您遺失了裝置，或已不記得在哪裡登入過。',
  apps: '這不會中斷應用程式的連線。請在這裡中斷連線：',
  others: '登出所有其他瀏覽器',
  everywhere: '全部登出，包括這裡',
  ending: {
    others: '要登出所有其他瀏覽器嗎？',
    othersText: '在其他瀏覽器使用您帳號的人都必須重新登入。您在這裡仍保持登入。',
    everywhere: '要全部登出嗎？',
    everywhereText: '在任何瀏覽器使用您帳號的人都必須重新登入，您自己也是。',
  },
  done: {
    one: '已登出該瀏覽器。',
    others: '已登出所有其他瀏覽器。',
  },
};
