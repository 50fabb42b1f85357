/** Derives the common names of a browser and its system from the User-Agent header, which can contain anything. */
import type { Text } from './text/index.ts';

// The first match counts, because each browser also claims to be those further down.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_USER_AGENT = 60;

const firstIn = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([sign]) => sign.test(userAgent))?.[1];

/** Returns the name of a browser and its system, if it is one of those that people know. */
export function knownBrowser(userAgent: string, text: Text['sessions']): string | undefined {
  const browser = firstIn(BROWSERS, userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  return browser === undefined || system === undefined ? browser : text.by(browser, system);
}

/** Returns the name of a known browser, or the beginning of the header for others. */
export function nameOfBrowser(userAgent: string, text: Text['sessions']): string {
  const known = knownBrowser(userAgent, text);
  if (known !== undefined) return known;
  const trimmed = userAgent.trim();
  if (trimmed === '') return text.unknown;
  return trimmed.length > MAX_USER_AGENT ? `${trimmed.slice(0, MAX_USER_AGENT).toWellFormed()}…` : trimmed;
}
