import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: '設定',
  lead: '在提供給所有學校之前，貴校可以先試用的功能。',
  beta: '測試版功能',
  on: '已開啟',
  off: '已關閉',
  switchOn: (feature) => `開啟「${feature}」`,
  switchOff: (feature) => `關閉「${feature}」`,
  done: {
    on: (feature) => `「${feature}」已開啟。`,
    off: (feature) => `「${feature}」已關閉。`,
  },
  features: {
    mcp_connections: {
      name: 'MCP 連線',
      what: '貴校可以為成員和管理人員建立 OAuth 應用程式、審查以網址識別的應用程式，並查看各個已知用戶端的連線方式。',
      whenOff: '關閉後，這些頁面會隱藏，也無法再建立新的應用程式。既有的應用程式仍可繼續使用，「連線」頁面也會保留。',
    },
    chatgpt_sign_in: {
      name: '以工具結果要求登入',
      what: '需要登入的工具會在結果中說明，而不是拒絕呼叫。ChatGPT 適用這種方式；其他用戶端可能會將結果顯示為錯誤。',
      whenOff: '關閉後，這類呼叫會照常被拒絕，這也是大多數用戶端所預期的方式。',
    },
  },
};
