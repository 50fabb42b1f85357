/** The languages people are spoken to in, the first being the one without a better match. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
