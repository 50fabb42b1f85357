import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: '您已授予存取權的應用程式。中斷連線會立即生效。',
  none: '沒有已連線的應用程式',
  noneText: '您連線的應用程式會顯示在這裡。',
  callsItself: (name) => `自稱「${name}」`,
  at: (school) => `學校：${school}`,
  can: '它可以做的事',
  more: (count) => `再顯示 ${count} 項`,
  canNothing: '目前什麼都不能做：您在該校的成員資格或應用程式本身已停用。',
  since: '連線時間',
  lastUsed: '上次使用',
  several: (count) => `共 ${count} 個連線`,
  severalText: '應用程式的每一次安裝，以及您允許過它的每一台裝置，都在這裡分別列出。',
  one: (number, count) => `第 ${number} 個連線，共 ${count} 個`,
  listed: (listed, all) => `共 ${all} 個，列出最新的 ${listed} 個。`,
  endOne: (number) => `結束連線 ${number}`,
  end: (app) => `中斷 ${app} 的連線`,
  ending: {
    app: (app) => `要中斷 ${app} 的連線嗎？`,
    appText: (app, school) => `${app} 將在所有裝置上失去對您在 ${school} 帳號的存取權。`,
    one: (app) => `要結束 ${app} 的這個連線嗎？`,
    oneText: (app, school) => `這個 ${app} 將失去對您在 ${school} 帳號的存取權。其他安裝仍保持連線。`,
    kept: '它讀取或變更過的內容維持原狀。若要再次使用，請重新連線。',
    submitApp: '中斷連線',
    submitOne: '結束這個連線',
  },
  done: {
    app: '已中斷應用程式的連線。它不再擁有您在該校帳號的存取權。',
    one: '已結束連線。應用程式的其他安裝仍保持連線。',
    gone: '這個連線已不存在。',
  },
};
