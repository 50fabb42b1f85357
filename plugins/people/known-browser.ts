/**
 * Recognises a browser that a person has signed in with before, by a cookie with one tag for each account. The tag proves
 * nothing but that, and depends on the password, so that a new password makes every other browser unknown.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Person } from '../../schema/people/person.ts';
import { offer } from '../offer.ts';
import { deriveKey } from '../sealing.ts';

type Account = Pick<Person, 'id' | 'passwordHash'>;

export interface KnownBrowser {
  isKnown(request: FastifyRequest, account: Account): boolean;
  /** Sets the cookie, so that the browser is known to the account as long as it has this password. */
  remember(request: FastifyRequest, reply: FastifyReply, account: Account): void;
}

declare module './stores.ts' {
  interface People {
    readonly knownBrowser: KnownBrowser;
  }
}

const TAG_BYTES = 16;
/** The accounts that one browser can have, the last one first. */
const MAX_TAGS = 5;
const YEAR_SECONDS = 365 * 86_400;

export default fp(
  async (app) => {
    const { isSecure, masterKey } = app.config;
    const key = deriveKey(masterKey, 'known browsers');
    const name = isSecure ? '__Host-known' : 'known';

    const tagOf = ({ id, passwordHash }: Account): Buffer =>
      createHmac('sha256', key)
        .update(`${id}:${passwordHash ?? ''}`)
        .digest()
        .subarray(0, TAG_BYTES);

    const tagsIn = ({ headers: { cookie } }: FastifyRequest): Buffer[] =>
      ((cookie === undefined ? undefined : app.parseCookie(cookie)[name]) ?? '')
        .split('.', MAX_TAGS)
        .map((tag) => Buffer.from(tag, 'base64url'))
        .filter(({ length }) => length === TAG_BYTES);

    offer(app.people, 'knownBrowser', {
      isKnown(request, account) {
        const tag = tagOf(account);
        return tagsIn(request).some((one) => timingSafeEqual(one, tag));
      },

      remember(request, reply, account) {
        const tag = tagOf(account);
        const others = tagsIn(request).filter((one) => !timingSafeEqual(one, tag));
        const value = [tag, ...others.slice(0, MAX_TAGS - 1)].map((one) => one.toString('base64url')).join('.');
        reply.setCookie(name, value, {
          path: '/',
          httpOnly: true,
          secure: isSecure,
          sameSite: 'lax',
          maxAge: YEAR_SECONDS,
        });
      },
    } satisfies KnownBrowser);
  },
  { name: 'known-browser', dependencies: ['stores', 'login-session'] },
);
