import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: '設定',
  lead: '貴校可以搶先試用的新功能。',
  details: {
    title: '學校',
    lead: '用於報表、電子郵件與學校的頁面。',
    locale: '語言',
    timezone: '時區',
    timezoneHint: '例如 Asia/Taipei 或 America/New_York。每天的開始與結束（包括課程的最後一天）都以此為準。',
    currency: '貨幣',
    currencyHint: '三個字母，例如 TWD 或 USD。用於報表；過去的訂單保留原本的貨幣。',
    contactEmail: '聯絡電子郵件（選填）',
    supportUrl: '支援頁面（選填）',
    urlHint: '以 https:// 開頭的完整網址。',
    termsUrl: '使用條款（選填）',
    privacyUrl: '隱私權政策（選填）',
    legalHint: '以 https:// 開頭的完整網址。會連結在登入、授權等學校頁面以及學校的電子郵件中。',
    done: '已儲存變更。',
    problems: {
      locale: '請選擇語言。',
      timezone: '請輸入時區，例如 Asia/Taipei。',
      currency: '請輸入貨幣代碼，例如 TWD。',
      contactEmail: '請輸入有效的電子郵件地址。',
      supportUrl: '請輸入以 https:// 開頭的完整網址。',
      termsUrl: '請輸入以 https:// 開頭的完整網址。',
      privacyUrl: '請輸入以 https:// 開頭的完整網址。',
    },
  },
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
      what: '貴校可以為成員和工作人員建立 OAuth 應用程式、審查以網址識別的應用程式，並查看 AI 助理的設定指南。',
      whenOff:
        '關閉後，這些頁面會消失，也無法再建立新的應用程式。既有的應用程式仍可繼續使用，「使用中的連線」頁面也會保留。',
    },
    chatgpt_sign_in: {
      name: 'ChatGPT 的登入提示',
      what: '需要登入的工具會在結果中說明，而不是拒絕呼叫。工具清單也會說明每個工具需要的權限。ChatGPT 適用這種方式；其他用戶端可能會將結果顯示為錯誤。',
      whenOff: '關閉後，這類呼叫會照常被拒絕，這也是大多數用戶端所預期的方式。',
    },
  },
};
