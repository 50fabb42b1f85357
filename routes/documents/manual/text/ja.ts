import type { Said } from '../../../pages/kit/text/said.ts';
import type { manual as said } from './en.ts';

export const manual: Said<typeof said> = {
  name: 'マニュアル',
  contents: 'マニュアルの目次',
  search: 'マニュアルを検索（英語）',
  submit: '検索',
  found: (count) => `${count}件`,
  none: 'これらの語をすべて含む項目は、マニュアルにありません。',
};
