/** Changes texts in the ways that parsers stumble over. */

/** @returns from 0 up to 1 */
export type Random = () => number;

/** Characters that are an end, a beginning, nothing, or something else in another form. */
const SIGNS = [
  ...[
    '',
    '\0',
    ' ',
    '\t',
    '\n',
    '\r',
    '"',
    "'",
    '\\',
    '%',
    '%00',
    '%2e',
    '%2F',
    '%5c',
    '%C0%AF',
    '%zz',
    '&',
    '=',
    '#',
    '?',
  ],
  ...[
    '/',
    '//',
    ':',
    ';',
    ',',
    '.',
    '..',
    '@',
    '*',
    '+',
    '-',
    '_',
    '~',
    '|',
    '<',
    '>',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '`',
  ],
  ...[
    '\ud800',
    '\udfff',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\u00ad',
    '\u0301',
    '\u0331',
    'ſ',
    'K',
    'ß',
    'ẞ',
    'İ',
    'ı',
    '。',
    '／',
    '𝒳',
  ],
  ...[
    '0',
    '-1',
    '00',
    '65535',
    '65536',
    '99999',
    '2147483648',
    '9007199254740993',
    '1e400',
    'NaN',
    'null',
    'true',
    '__proto__',
  ],
];
const MAX_LENGTH = 6000;
const MAX_REPEATS = 300;

const below = (random: Random, end: number): number => Math.floor(random() * end);
const oneOf = (random: Random, some: readonly string[]): string => some[below(random, some.length)] ?? '';

/** A part of a text: mostly a short one. */
function slice(random: Random, text: string): [from: number, to: number] {
  const from = below(random, text.length + 1);
  const length = random() < 0.8 ? below(random, 9) : below(random, text.length + 1);
  return [from, Math.min(text.length, from + length)];
}

type Change = (random: Random, text: string, others: readonly string[], words: readonly string[]) => string;

const put = (random: Random, text: string, piece: string): string => {
  const [from, to] = slice(random, text);
  return text.slice(0, from) + piece + text.slice(random() < 0.5 ? from : to);
};

const CHANGES: readonly Change[] = [
  (random, text, _others, words) => put(random, text, oneOf(random, words)),
  (random, text, _others, words) => put(random, text, oneOf(random, words)),
  (random, text) => put(random, text, oneOf(random, SIGNS)),
  (random, text) => put(random, text, String.fromCharCode(below(random, random() < 0.7 ? 128 : 65_536))),
  (random, text) => {
    const [from, to] = slice(random, text);
    return text.slice(0, from) + text.slice(to);
  },
  (random, text) => {
    const [from, to] = slice(random, text);
    return text.slice(0, to) + text.slice(from, to) + text.slice(to);
  },
  (random, text) => {
    const [from, to] = slice(random, text);
    const most = Math.floor((2 * MAX_LENGTH) / Math.max(1, to - from));
    const times = Math.min(1 + below(random, MAX_REPEATS), Math.max(1, most));
    return text.slice(0, from) + text.slice(from, to).repeat(times) + text.slice(to);
  },
  (random, text) => {
    const [from, to] = slice(random, text);
    const piece = text.slice(from, to);
    const upper = piece.toUpperCase();
    return text.slice(0, from) + (piece === upper ? piece.toLowerCase() : upper) + text.slice(to);
  },
  (random, text, others) => {
    const other = oneOf(random, others);
    return text.slice(0, below(random, text.length + 1)) + other.slice(below(random, other.length + 1));
  },
  (random, text, others) => {
    const other = oneOf(random, others);
    const [from, to] = slice(random, other);
    return put(random, text, other.slice(from, to));
  },
  (random, text) => text.replace(/\d+/, (digits) => String(Number(digits) + (random() < 0.5 ? 1 : -1))),
  (random, text) => text.normalize(oneOf(random, ['NFC', 'NFD', 'NFKC', 'NFKD'])),
];

/** A text with up to five changes. @param others texts of which parts can be put in */
export function mutated(random: Random, text: string, others: readonly string[], words: readonly string[]): string {
  let changed = text;
  for (let left = 1 + below(random, 5); left > 0; left -= 1) {
    const change = CHANGES[below(random, CHANGES.length)];
    changed = change?.(random, changed, others, words) ?? changed;
  }
  return changed.slice(0, MAX_LENGTH);
}
