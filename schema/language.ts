/** The languages people are spoken to in (BCP 47), the first being the one without a better match. */
export const LANGUAGES = ['en', 'de', 'es', 'ja', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];
