/** Languages of the pages and e-mails (BCP 47). The first one is the fallback. */
export const LANGUAGES = ['en', 'de', 'es', 'ja', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];
