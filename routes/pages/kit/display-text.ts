/** What others wrote, made fit to be shown: names that cannot rearrange the page, links that cannot run anything. */

// Control characters, bidirectional overrides and isolates, and characters that show nothing. The joiners U+200C and U+200D stay:
// Persian, Indic scripts and emoji need them.
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]+/gu;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A name or address as people may read it; one in a right-to-left script is isolated, so that it cannot turn the sentence around it. */
export const displayText = (text: string): string => {
  const clean = text.replace(invisible, ' ').replace(/\s+/gu, ' ').trim();
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean;
};

/** The first letter or digit, for the tile beside a name. */
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
 * A path of ours, or an absolute http(s) or app-scheme URL, unchanged.
 * @throws TypeError for anything a browser would run, or would not read as written
 */
export const linkTarget = (url: string): string => {
  const parsed = URL.parse(url, 'https://page.invalid');
  if (parsed === null || /[\p{Cc}\s\\]/u.test(url) || neverLinked.has(parsed.protocol)) {
    throw new TypeError('not a URL that a page may link to');
  }
  return url;
};
