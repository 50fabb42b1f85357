import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名稱與色彩',
  lead: '使用者登入以及連線應用程式時所看到的學校樣貌。本頁也會顯示結果。',
  nameTitle: '名稱',
  name: '學校名稱',
  logoTitle: '標誌',
  logoLead: '登入或連線應用程式時，會顯示在學校名稱旁。',
  logoNow: '目前的標誌',
  logoRemove: '移除標誌',
  colorsTitle: '色彩',
  colorsLead: '若文字會不易閱讀，我們會調整色彩。',
  theme: '品牌色彩',
  themeHint: '顯示在首字的背景。',
  accent: '按鈕與連結的色彩',
  invalid: '請選擇一種色彩。',
  done: {
    name: '名稱已儲存。',
    colors: '色彩已儲存。',
    logo: '標誌已儲存。',
  },
  elsewhere: '學校自身頁面所顯示的其他內容，請透過管理 API 設定。',
};
