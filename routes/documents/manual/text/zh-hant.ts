import type { Said } from '../../../pages/kit/text/said.ts';
import type { manual as said } from './en.ts';

export const manual: Said<typeof said> = {
  name: '使用手冊',
  contents: '使用手冊目錄',
  search: '搜尋使用手冊（英文）',
  submit: '搜尋',
  found: (count) => `${count} 個段落`,
  none: '使用手冊中沒有段落包含所有這些詞。',
};
