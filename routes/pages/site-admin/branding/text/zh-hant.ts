import type { Said } from '../../../kit/text/said.ts';
import type { look as said } from './en.ts';

export const look: Said<typeof said> = {
  title: '名稱與色彩',
  lead: '這會決定使用者登入學校、以及允許應用程式時所看到的學校樣貌。本頁也會套用。',
  nameTitle: '名稱',
  name: '學校名稱',
  colorsTitle: '色彩',
  colorsLead: '若文字會不易閱讀，色彩會自動調亮或調暗，直到清楚為止。',
  theme: '學校的色彩',
  themeHint: '顯示在名稱首字的背景。',
  accent: '按鈕與連結的色彩',
  invalid: '請選擇一種色彩。',
  done: {
    name: '新的名稱已儲存。',
    colors: '新的色彩已儲存。',
  },
  elsewhere: '標誌以及學校自身頁面所顯示的其他內容，請透過管理 API 設定。',
};
