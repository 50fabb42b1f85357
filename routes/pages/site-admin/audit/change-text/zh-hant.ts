import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { fieldNames } from '../field-text/zh-hant.ts';
import type { change as en } from './en.ts';

const grouped = groupedIn('zh-Hant');

export const change: Said<typeof en> = {
  oneEnded: {
    ofPerson: ({ who, app, target, count, since }) =>
      `${who} 結束了 ${target} 與 ${app} 的 ${count} 個連線之一（連線時間：${since}）。`,
    own: ({ who, app, count, since }) => `${who} 結束了自己與 ${app} 的 ${count} 個連線之一（連線時間：${since}）。`,
  },
  colon: '：',
  endedSize: ({ connections, people }) => `${grouped(people)} 人的 ${grouped(connections)} 個連線`,
  listSeparator: '、',
  sized: {
    client_disabled: ({ who, app, ended }) => `${who} 停用了應用程式 ${app}；${ended}。`,
    client_deleted: ({ who, app, ended }) => `${who} 刪除了應用程式 ${app}；${ended}。`,
    turnedOff: ({ who, app, ended }) => `${who} 為成員關閉了 ${app}；${ended}。`,
  },
  itsEnded: ({ connections, people }) =>
    connections === 0 ? '原本沒有連線' : `${grouped(people)} 人的 ${grouped(connections)} 個連線已結束`,
  ofDeletedApp: {
    client_created: ({ who }) => `${who} 建立了一個後來已刪除的應用程式。`,
    client_changed: ({ who }) => `${who} 編輯了一個後來已刪除的應用程式。`,
    client_disabled: ({ who }) => `${who} 停用了一個後來已刪除的應用程式；其連線已結束。`,
    client_enabled: ({ who }) => `${who} 重新啟用了一個後來已刪除的應用程式。`,
    client_deleted: ({ who }) => `${who} 刪除了一個應用程式；其連線已結束。`,
  },
  title: '變更內容',
  allowed: '允許的內容',
  technical: '技術細節',
  none: '無',
  yes: '是',
  no: '否',
  edited: '已編輯',
  image: '圖片',
  otherImage: '另一張圖片',
  added: '已新增',
  removed: '已移除',
  separator: '；',
  more: (number) => `以及另外 ${number} 項`,
  fieldNames,
  fields: {
    role: '角色',
    status: '狀態',
    operator: '營運者',
    scopes: '權限',
    connections: '連線',
    apps: '應用程式',
    name: '名稱',
    description: '說明',
    redirectUris: '重新導向 URI',
    postLogoutRedirectUris: '登出後的重新導向 URI',
    defaultScope: '預設權限',
    mayIntrospect: '可查詢權杖',
    logo: '標誌',
    primaryDomain: '網域',
    locale: '語言',
    timezone: '時區',
    currency: '貨幣',
    contactEmail: '聯絡電子郵件',
    supportUrl: '支援頁面',
    termsUrl: '使用條款',
    privacyUrl: '隱私權政策',
    socialLinks: '社群媒體連結',
    themeColor: '品牌色彩',
    accentColor: '按鈕與連結的色彩',
    logoAssetId: '標誌檔案',
    faviconAssetId: '瀏覽器圖示',
    font: '字型',
    headerLinks: '頁首連結',
    footerMarkdown: '頁尾',
    homepageSections: '首頁區塊',
    customCss: '自訂 CSS',
  },
};
