import type { Said } from '../../../kit/text/said.ts';
import type { registrations as en } from './en.ts';

export const registrations: Said<typeof en> = {
  title: '已註冊的用戶端',
  lead: '在這裡自行註冊為用戶端的程式。較新的程式改以中繼資料的網址表明身分，不需要註冊。',
  modes: {
    loopback_and_vendors: '已知的整合服務，以及在個人電腦上執行的任何程式，都可以註冊。',
    vendors_only: '只有已知的整合服務可以註冊。',
    off: '註冊已關閉，不再接受任何註冊。',
  },
  howTo: '伺服器的管理者可以關閉註冊：將 REGISTRATION 設為 vendors_only 或 off，然後重新啟動。',
  others: '個人電腦上的程式',
  integrations: '已知的整合服務',
  columns: {
    name: '自稱',
    registered: (days) => `最近 ${days} 天註冊`,
    used: (days) => `最近 ${days} 天使用`,
    clients: '用戶端總數',
    lastRegistered: '上次註冊',
    lastUsed: '上次使用',
  },
  never: '從未',
  always: '一律使用同一個用戶端',
  empty: '沒有已註冊的用戶端',
  emptyText: '程式註冊後會顯示在這裡；用戶端因無人使用而刪除後，就不再顯示。',
  off: {
    title: '關閉註冊之後',
    existing: '已註冊的用戶端會保留。其連線繼續有效，也可以重新連線。',
    unused: '無人使用的用戶端仍會在一段時間後刪除。',
    refused: '想要註冊的程式會遭到拒絕，並得知該怎麼做：以中繼資料的網址作為 client_id，或請學校提供 OAuth 應用程式。',
  },
};
