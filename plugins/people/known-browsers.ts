/**
 * Recognises the browsers in which a person has signed in before (the device cookies of OWASP). Strangers who guess at an
 * account make other strangers wait, but not these browsers.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { randomSecret } from '../../schema/credential.ts';
import type { Person } from '../../schema/people/person.ts';
import { provide } from '../provide.ts';
import { hostCookie } from './cookies.ts';

type Account = Pick<Person, 'id' | 'credentialsVersion'>;
/** The way in which a browser became known. */
type Proof = 'signed_in' | 'followed_link';

export interface KnownBrowsers {
  /**
   * Returns the id of the browser if the person has signed in there with the present credentials. The cookie that says so
   * can be stolen, so failures are counted for each browser too.
   */
  find(request: Pick<FastifyRequest, 'headers'>, account: Account | undefined): string | undefined;
  /** The same, but not if the person has only set the password by a link there, which proves no second factor. */
  findSignedIn(request: Pick<FastifyRequest, 'headers'>, account: Account): string | undefined;
  /** Returns whether anyone has signed in there, with whichever credentials. */
  isKnown(request: Pick<FastifyRequest, 'headers'>): boolean;
  /** Call this only for a person who is signed in, or has set the password by a link in an e-mail. */
  remember(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, account: Account, how: Proof): void;
}

declare module './stores.ts' {
  interface People {
    readonly knownBrowsers: KnownBrowsers;
  }
}

const COOKIE_SECONDS = 180 * 86_400;
/** Enough for a computer that several classes share. */
const MAX_ACCOUNTS = 20;
const MARK_BYTES = 16;
const BROWSER_ID = /^[A-Za-z0-9_-]{43}$/;
const MARK = /^[A-Za-z0-9_-]{22}$/;

/** For accounts that do not exist. No browser has a mark of it, but looking takes the same time. */
const NOBODY: Account = { id: '', credentialsVersion: 0 };
/** Every known browser has a mark of it. */
const ANYONE: Account = { id: '*', credentialsVersion: 0 };

export default fp(
  async (app) => {
    const cookie = hostCookie(app, 'known');
    const key = app.keyRing.derive('known browsers');

    /** Proves that the person signed in in this browser. New credentials invalidate it. */
    const markOf = (browser: string, { id, credentialsVersion }: Account, how: Proof): string =>
      createHmac('sha256', key)
        .update(`${browser} ${credentialsVersion} ${id}${how === 'signed_in' ? '' : ` ${how}`}`)
        .digest()
        .subarray(0, MARK_BYTES)
        .toString('base64url');

    /** The cookie is the id of the browser and the marks of its accounts, the latest first. */
    function read(request: Pick<FastifyRequest, 'headers'>): { browser: string; marks: string[] } | undefined {
      const [browser = '', ...marks] = cookie.read(request)?.split('.', MAX_ACCOUNTS + 2) ?? [];
      return BROWSER_ID.test(browser) ? { browser, marks: marks.filter((mark) => MARK.test(mark)) } : undefined;
    }

    function find(request: Pick<FastifyRequest, 'headers'>, account: Account, how: Proof): string | undefined {
      const known = read(request);
      if (known === undefined) return undefined;
      const expected = Buffer.from(markOf(known.browser, account, how));
      return known.marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected)) ? known.browser : undefined;
    }

    provide(app.people, 'knownBrowsers', {
      find: (request, account = NOBODY) =>
        find(request, account, 'signed_in') ?? find(request, account, 'followed_link'),
      isKnown: (request) => find(request, ANYONE, 'signed_in') !== undefined,
      findSignedIn: (request, account) => find(request, account, 'signed_in'),

      remember(request, reply, account, how) {
        const { browser, marks } = read(request) ?? { browser: randomSecret(), marks: [] };
        const mark = markOf(browser, account, how);
        const ofAnyone = markOf(browser, ANYONE, 'signed_in');
        const latest = [mark, ...marks.filter((other) => other !== mark && other !== ofAnyone)].slice(0, MAX_ACCOUNTS);
        cookie.write(reply, [browser, ...latest, ofAnyone].join('.'), COOKIE_SECONDS);
      },
    } satisfies KnownBrowsers);
  },
  { name: 'known-browsers', dependencies: ['key-ring', 'stores', 'cookies'] },
);
