import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: '設定',
  lead: '貴校可以搶先試用的新功能。',
  details: {
    title: '學校',
    lead: '各欄位會說明用途。',
    locale: '語言',
    localeHint: '學校自身頁面的語言，以及寄給未選擇語言的成員的電子郵件所用的語言。',
    timezone: '時區',
    timezoneHint:
      '例如 Asia/Taipei 或 America/New_York。這些頁面的時間，以及每天的開始與結束（包括課程的最後一天）都以此為準。',
    currency: '貨幣',
    currencyHint: '三個字母，例如 TWD 或 USD。用於新的價格與報表；既有的價格與訂單保留原本的貨幣。',
    contactEmail: '聯絡電子郵件（選填）',
    contactHint: '學校未提供任何助理時，成員會在「AI 助理」看到它。可查看學校設定的已連線應用程式也能讀取。',
    supportUrl: '支援頁面（選填）',
    supportHint:
      '以 https:// 開頭的完整網址。會與聯絡電子郵件一起顯示；若伺服器不寄送電子郵件，也會顯示給忘記密碼的人。',
    termsUrl: '使用條款（選填）',
    privacyUrl: '隱私權政策（選填）',
    legalHint: '以 https:// 開頭的完整網址。會連結在登入、授權等學校頁面以及學校的電子郵件中。',
    done: '已儲存變更。',
    problems: {
      locale: '請選擇語言。',
      timezone: '請輸入時區，例如 Asia/Taipei。',
      currency: '請輸入貨幣代碼，例如 TWD。',
      contactEmail: '請輸入有效的電子郵件地址。',
      supportUrl: '請輸入以 https:// 開頭的完整網址。此服務的網址中，只能連結學校的公開頁面。',
      termsUrl: '請輸入以 https:// 開頭的完整網址。此服務的網址中，只能連結學校的公開頁面。',
      privacyUrl: '請輸入以 https:// 開頭的完整網址。此服務的網址中，只能連結學校的公開頁面。',
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
      what: '貴校可以為成員和工作人員建立 OAuth 應用程式，並審查以網址識別的應用程式。',
      whenOff:
        '關閉會隱藏「OAuth 應用程式」與「應用程式審查」頁面，交付連結也會失效。已連線的應用程式會保持連線，大家也仍可連線應用程式；您之後仍可結束連線，或不再提供助理。若要停用應用程式，請先停用。',
      isOff: '「OAuth 應用程式」與「應用程式審查」頁面已隱藏，交付連結已失效。',
      whileOff:
        '已連線的應用程式會保持連線，大家也仍可連線應用程式。若要阻止某個應用程式，請在「使用中的連線」結束它的連線，或在「設定指南」不再提供。若要停用應用程式，請開啟此功能。',
    },
    chatgpt_sign_in: { name: 'ChatGPT 的登入提示' },
    status_sign_in: { name: '以拒絕呼叫提示登入' },
  },
  signIn: {
    name: '工具的登入提示',
    what: 'ChatGPT 會在工具結果要求登入時提供登入；大多數其他用戶端只在呼叫被拒絕時才會。「自動」適用於兩者：系統會依請求辨識 ChatGPT。由結果要求登入時，工具清單也會說明每個工具需要的權限。',
    label: '要求登入的方式',
    choices: {
      auto: '自動',
      chatgpt_sign_in: '在工具結果中要求（ChatGPT 適用）',
      status_sign_in: '拒絕呼叫（大多數用戶端適用）',
    },
    change: '變更',
    done: '已儲存要求登入的方式。',
  },
};
