/** The languages of the product. */
import { keysOf } from '../data/objects.ts';

/** Languages of the pages and e-mails (BCP 47), as they call themselves. The first one is the fallback. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  ja: '日本語',
  'zh-Hant': '繁體中文',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;
export const LANGUAGES = keysOf(LANGUAGE_NAMES);
