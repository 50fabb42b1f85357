/** The words of a text as a search finds them, and how many of them a search may have. */
import { z } from 'zod';
import { folded } from '../text/folding.ts';

/** A search with more words is refused, because it would otherwise have to leave some out. */
export const MAX_SEARCH_WORDS = 8;

/** Characters of languages that put no spaces between words, or write names and compounds as one. */
const UNSPACED =
  /[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Hangul}]]+/gv;
export const isUnspaced = (word: string): boolean => word.search(UNSPACED) === 0;

/**
 * Splits a text into words without case and diacritics. Both engines receive these words instead of the text, because
 * they split words differently, for example e-mail addresses, and differ in which letters they treat as equal.
 */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(UNSPACED, ' $& ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The different words of a search. */
export const searchWordsOf = (query: string): string[] => [...new Set(wordsOf(query))];

/** The text of a search. */
export const searchText = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    (query) => searchWordsOf(query).length <= MAX_SEARCH_WORDS,
    `must have at most ${MAX_SEARCH_WORDS} different words; leave out those that matter least`,
  );

export const WORD_LIMIT = `at most ${MAX_SEARCH_WORDS} different words`;
