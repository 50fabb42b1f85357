/** The words of the product in each language: labels, and ICU messages that take arguments. */
import { IntlMessageFormat } from 'intl-messageformat';
import Negotiator from 'negotiator';
import { readProgramFile } from '../../schema/program/files.ts';
import { LANGUAGES, type Language } from '../../schema/text/language.ts';
import type { Text } from './words.d.ts';

export type { Language, Text };

/** Never markup: an object would make the formatter answer with a list. */
type Arguments = Readonly<Record<string, string | number | boolean>>;
type Words = string | { readonly [key: string]: Words };

/** `<` is no tag in a message: pages escape what they insert. */
function sentence(message: string, language: Language): (values: Arguments) => string {
  if (!/\{\w+,/.test(message)) return insertion(message);
  let parsed: IntlMessageFormat | undefined;
  return (values) => {
    parsed ??= new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    return String(parsed.format(values));
  };
}

/**
 * A message that only inserts values, as most do, without the formatter. Buys 15 % of the time of the start page of a school
 * (2026-11-30); removable when the formatter takes no longer.
 */
function insertion(message: string): (values: Arguments) => string {
  const parts = message.split(/\{(\w+)\}/);
  return (values) => parts.map((part, index) => (index % 2 === 1 ? String(values[part]) : part)).join('');
}

const isSentence = (words: string): boolean => words.includes('{');

function textOf(words: Words, language: Language): unknown {
  if (typeof words === 'string') return isSentence(words) ? sentence(words, language) : words;
  if (Array.isArray(words)) return words.map((one: Words) => textOf(one, language));
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, textOf(value, language)]));
}

/** Fills in what may be a sentence or a label, as in a table of both. */
export const fill = (words: string | ((values: never) => string), values: Arguments): string =>
  typeof words === 'string' ? words : words(values as never);

const texts = new Map<Language, Text>();

/** All words of a language. Their file is read when the language is first used. */
export function textFor(language: Language): Text {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const text = textOf(JSON.parse(readProgramFile(`routes/words/${language}.json`)), language) as Text;
  texts.set(language, text);
  return text;
}

/** A time to wait, as it is named within a sentence. */
export function timeSpan({ span }: Text, seconds: number): string {
  if (seconds < 60) return span.seconds({ count: Math.max(1, Math.ceil(seconds)) });
  return seconds > 5400
    ? span.hours({ count: Math.ceil(seconds / 3600) })
    : span.minutes({ count: Math.ceil(seconds / 60) });
}

/** Where Chinese is written in traditional characters. `zh` alone means simplified ones, and browsers in China send it too. */
const TRADITIONAL = new Set(['tw', 'hk', 'mo']);
/** The script, where it is named, counts more than the region. */
const isTraditional = (subtags: readonly string[]): boolean =>
  subtags.includes('hant') || (!subtags.includes('hans') && subtags.some((subtag) => TRADITIONAL.has(subtag)));

const subtagsOf = (tag: string): string[] => tag.trim().toLowerCase().split('-');

/** RFC 4647 §3.4, lookup: de-AT is served by de, zh-TW by zh-Hant. */
const spoken = (tag: string): Language | undefined => {
  const subtags = subtagsOf(tag);
  if (subtags[0] === 'zh') return isTraditional(subtags) ? 'zh-Hant' : undefined;
  for (; subtags.length > 0; subtags.pop()) {
    const found = LANGUAGES.find((language) => language.toLowerCase() === subtags.join('-'));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A reader of simplified Chinese would rather have traditional characters than another language that was not asked for. */
const readable = (tag: string): Language | undefined => (subtagsOf(tag)[0] === 'zh' ? 'zh-Hant' : undefined);

const firstOf = (tags: readonly string[]): Language | undefined =>
  tags.map(spoken).find(isDefined) ?? tags.map(readable).find(isDefined);

const isDefined = (language: Language | undefined): language is Language => language !== undefined;

// OIDC Core §3.1.2.1: ui_locales lists tags in order of preference; one that is not supported is no error.
export const chooseLanguage = (uiLocales: string | undefined, acceptLanguage: string | undefined): Language => {
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
  return firstOf((uiLocales ?? '').split(' ')) ?? firstOf(accepted) ?? 'en';
};
