import { LANGUAGES, type Language } from '../../../../schema/language.ts';
import { de } from './de/index.ts';
import { en, type Text } from './en/index.ts';
import { es } from './es/index.ts';
import { ja } from './ja/index.ts';
import { zhHant } from './zh-hant/index.ts';

export type { Language, Text };

const texts: Readonly<Record<Language, Text>> = { en, de, es, ja, 'zh-Hant': zhHant };

export const textFor = (language: Language): Text => texts[language];

/** Where Chinese is written in traditional characters. `zh` alone means simplified ones, and browsers in China send it too. */
const TRADITIONAL = new Set(['tw', 'hk', 'mo']);

/** The script, where it is named, counts more than the region. */
const isTraditional = (subtags: readonly string[]): boolean =>
  subtags.includes('hant') || (!subtags.includes('hans') && subtags.some((subtag) => TRADITIONAL.has(subtag)));

/** RFC 4647 §3.4, lookup: de-AT is served by de, zh-TW by zh-Hant. */
const spoken = (tag: string): Language | undefined => {
  const [primary, ...subtags] = tag.trim().toLowerCase().split('-');
  if (primary === 'zh') return isTraditional(subtags) ? 'zh-Hant' : undefined;
  return LANGUAGES.find((language) => language === primary);
};

/** RFC 9110 §12.5.4: the tags of Accept-Language, best first; q=0 means "not this one". */
const preferred = (acceptLanguage: string): readonly string[] =>
  acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);

// OIDC Core §3.1.2.1: ui_locales lists tags in order of preference; one that is not supported is no error.
export const chooseLanguage = (uiLocales: string | undefined, acceptLanguage: string | undefined): Language => {
  const wanted = [...(uiLocales ?? '').split(' '), ...preferred(acceptLanguage ?? '')];
  return wanted.map(spoken).find((language) => language !== undefined) ?? 'en';
};
