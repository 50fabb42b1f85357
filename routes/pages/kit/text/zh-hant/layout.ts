import type { layout as en } from '../en/layout.ts';
import type { Said } from '../said.ts';

export const layout: Said<typeof en> = {
  about: '由 Schoolgate 提供',
  poweredBy: '由 Schoolgate 提供登入服務',
  requestId: '要求',
  language: '語言',
  legal: { terms: '使用條款', privacy: '隱私權政策' },
  wrong: (title) => `錯誤：${title}`,
};
