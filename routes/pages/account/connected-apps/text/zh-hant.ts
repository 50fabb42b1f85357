import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: '以下是您允許以您的名義行事的應用程式。中斷連線後，該應用程式立即無法再做任何事。',
  none: '沒有已連線的應用程式',
  noneText: '當您允許某個應用程式後，它會出現在這裡；您也可以在這裡收回許可。',
  callsItself: (name) => `自稱「${name}」`,
  at: (school) => `學校：${school}`,
  can: '它可以做的事',
  more: (count) => `再顯示 ${count} 項`,
  canNothing: '目前什麼都不能做：您在該校的成員資格或應用程式本身已停用。',
  since: '連線時間',
  lastUsed: '上次使用',
  several: (count) => `共 ${count} 個連線`,
  severalText: '應用程式的每一次安裝，以及您允許過它的每一部裝置，都在這裡單獨列出。',
  one: (number) => `連線 ${number}`,
  listed: (listed, all) => `共 ${all} 個，列出最新的 ${listed} 個。`,
  endOne: (number) => `結束連線 ${number}`,
  end: (app) => `中斷 ${app} 的連線`,
  ending: {
    app: (app) => `要中斷 ${app} 的連線嗎？`,
    appText: (app, school) => `從此刻起，${app} 在任何裝置上都無法再以您的名義在 ${school} 做任何事。`,
    one: (app) => `要結束 ${app} 的這個連線嗎？`,
    oneText: (app, school) => `這個 ${app} 將無法再以您的名義在 ${school} 做任何事。其他安裝不受影響。`,
    kept: '它至今讀取或更改過的內容會維持原狀。若要再次使用，您需要重新允許。',
    submitApp: '中斷連線',
    submitOne: '結束這個連線',
  },
  done: {
    app: '已中斷應用程式的連線。它無法再以您的名義在該校做任何事。',
    one: '已結束這個連線。應用程式的其他安裝不受影響。',
    gone: '這個連線已不存在。',
  },
};
