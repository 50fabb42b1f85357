/** Derives the common names of a browser and its system from the User-Agent header, which can contain anything. */
import { shortened } from '../../../schema/text/readable.ts';
import type { Text } from '../../words/index.ts';

// The first match counts, because each browser also claims to be those further down. The number is its version.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\/(\d{0,4})/, 'Edge'],
  [/\bOPR\/(\d{0,4})/, 'Opera'],
  [/\bSamsungBrowser\/(\d{0,4})/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d{0,4})/, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\/(\d{0,4})/, 'Chrome'],
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

/** The number after the name of Safari is that of an engine. */
const SAFARI_VERSION = /\bVersion\/(\d{1,4})/;

const versionIn = (browser: string, userAgent: string): string | undefined => {
  const sign = browser === 'Safari' ? SAFARI_VERSION : BROWSERS.find(([, name]) => name === browser)?.[0];
  return sign?.exec(userAgent)?.[1];
};

function named(userAgent: string, browser: string | undefined, text: Text['sessions']): string | undefined {
  const system = firstIn(SYSTEMS, userAgent);
  return browser === undefined || system === undefined ? browser : text.by({ browser, system });
}

/** Returns the name of a browser and its system, if it is one of those that people know. */
export const knownBrowser = (userAgent: string, text: Text['sessions']): string | undefined =>
  named(userAgent, firstIn(BROWSERS, userAgent), text);

/** Returns the name of a known browser, or the beginning of the header for others. */
export const nameOfBrowser = (userAgent: string, text: Text['sessions']): string =>
  knownBrowser(userAgent, text) ?? headerOf(userAgent, text);

/** As `nameOfBrowser`, with the version of the browser, which tells apart those of the same kind. */
export function browserWithVersion(userAgent: string, text: Text['sessions']): string {
  const browser = firstIn(BROWSERS, userAgent);
  if (browser === undefined) return headerOf(userAgent, text);
  const version = versionIn(browser, userAgent) ?? '';
  return named(userAgent, version === '' ? browser : `${browser} ${version}`, text) ?? browser;
}

function headerOf(userAgent: string, text: Text['sessions']): string {
  const trimmed = userAgent.trim();
  if (trimmed === '') return text.unknown;
  return shortened(trimmed, MAX_USER_AGENT);
}
