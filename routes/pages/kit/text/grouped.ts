import type { Language } from '../../../../schema/language.ts';

/** Writes counts that may be large with their digits grouped as people of the language do. */
export const groupedIn = (language: Language): ((count: number) => string) => {
  const format = new Intl.NumberFormat(language);
  return (count) => format.format(count);
};
