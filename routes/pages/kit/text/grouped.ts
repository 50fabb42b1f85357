import type { Language } from '../../../../schema/language.ts';

/** Writes counts that may be large with their digits grouped as people of the language do. */
export const groupedIn = (language: Language): ((count: number) => string) => {
  // Made on first use, because each formatter takes several milliseconds.
  let format: Intl.NumberFormat | undefined;
  return (count) => {
    format ??= new Intl.NumberFormat(language);
    return format.format(count);
  };
};
