/** An authenticator app: RFC 6238 computed here, independently of the product, and the pages that it is used on. */
import { createHmac } from 'node:crypto';
import type { TestClock } from './app.ts';
import type { Browser, Page } from './browser.ts';
import { PASSWORD } from './settings.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows at a time, in milliseconds since the epoch. */
export function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The secret on the page that sets the app up. */
export const secretOn = ({ body }: Pick<Page, 'body'>): string =>
  (/<code>([A-Z2-7 ]{32,})<\/code>/.exec(body)?.[1] ?? '').replaceAll(' ', '');

export const recoveryCodesOn = ({ body }: Pick<Page, 'body'>): string[] =>
  [...body.matchAll(/<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){5})<\/code>/g)].map(([, code = '']) => code);

export interface App {
  secret: string;
  recoveryCodes: string[];
  /** The code of a step that has not been used yet. */
  next(): string;
}

/** Sets up an app in a browser where somebody has just signed in. */
export async function setUpApp(browser: Browser, clock: TestClock): Promise<App> {
  const page = await browser.get('/account/second-factor/new');
  const secret = secretOn(page);
  const shown = await browser.submit(page, '/account/second-factor', { code: codeAt(secret, clock.now) });
  return {
    secret,
    recoveryCodes: recoveryCodesOn(shown),
    next() {
      clock.advance(30_000);
      return codeAt(secret, clock.now);
    },
  };
}

/** Signs in with the password; what comes next is on the page. */
export const withPassword = async (browser: Browser, email: string, password = PASSWORD): Promise<Page> =>
  browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
