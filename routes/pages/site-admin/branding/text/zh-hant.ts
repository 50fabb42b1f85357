import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名稱與色彩',
  lead: '大家在登入、連線應用程式、收到電子郵件以及使用這些頁面時，所看到的學校樣貌。',
  nameTitle: '名稱',
  name: '學校名稱',
  logoTitle: '標誌',
  logoLead: '會顯示在頁面與電子郵件中的學校名稱旁。',
  logoNow: '目前的標誌',
  logoRemove: '移除標誌',
  colorsTitle: '色彩',
  colorsLead: '按鈕會保留您選擇的色彩，並搭配深色或淺色文字。只有連結會調整深淺，以便閱讀。',
  theme: '品牌色彩',
  themeHint: '顯示在首字的背景，以及信件上方的線條。',
  accent: '按鈕與連結的色彩',
  invalid: '請選擇一種色彩。',
  done: {
    name: '名稱已儲存。',
    colors: '色彩已儲存。',
    logo: '標誌已儲存。',
  },
  preview: {
    title: '預覽',
    button: '預覽',
    saved: '這是學校目前的樣貌。',
    unsaved: '尚未儲存：儲存後學校會是這個樣貌。',
    light: '淺色',
    dark: '深色',
    signIn: '登入',
    consent: '授權',
    email: '電子郵件（一律為淺色）',
    admin: '管理頁面',
    app: '課程規劃工具',
  },
  elsewhere: '學校自身頁面的選單、首頁、頁尾與字型不在這裡設定：已連線的應用程式、AI 助理或開發人員可以變更。',
};
