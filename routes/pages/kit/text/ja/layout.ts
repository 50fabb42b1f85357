import type { layout as en } from '../en/layout.ts';
import type { Said } from '../said.ts';

export const layout: Said<typeof en> = {
  about: 'Powered by Schoolgate（ログインサービス）',
  poweredBy: 'ログイン：Schoolgate',
  requestId: 'リクエスト',
  language: '言語',
  legal: { terms: '利用規約', privacy: 'プライバシーポリシー' },
  wrong: (title) => `エラー：${title}`,
};
