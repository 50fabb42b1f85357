/** Makes text from others safe to display: names cannot rearrange the page, and links cannot run scripts. */
import { shownLine } from '../../../schema/text/readable.ts';

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a name or address for display. Text in a right-to-left script is isolated, so that it does not reorder the
 * sentence around it.
 */
export const displayText = (text: string): string => {
  const clean = shownLine(text);
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
};

/** Returns the first letter or digit, for the tile beside a name. */
export const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en') ?? '·';

const neverLinked: ReadonlySet<string> = new Set([
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
]);

/**
 * Returns a path of this server, or an absolute http(s) or app-scheme URL, unchanged.
 * @throws TypeError for any other URL, such as one that runs a script, or that a browser would normalise
 */
export const linkTarget = (url: string): string => {
  const parsed = URL.parse(url, 'https://page.invalid');
  if (parsed === null || /[\p{Cc}\s\\]/u.test(url) || neverLinked.has(parsed.protocol)) {
    throw new TypeError('not a URL that a page may link to');
  }
  return url;
};

/** Returns a text as one word of a POSIX shell. Between single quotes, it takes everything as it is, except a single quote. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
