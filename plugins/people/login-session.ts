/** The browser's side of a sign-in: its cookies, the session behind them, and the proof that a form is ours. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type CredentialHash, hashCredential, makeIdentifier, randomSecret } from '../../schema/credential.ts';
import type { Person, Session } from '../../schema/people/person.ts';
import { deriveKey } from '../sealing.ts';
import { offer } from '../wing.ts';

/** `stale`: from our own origin, but made for another sign-in, another request or nothing at all. */
export type FormJudgement = 'own' | 'stale' | 'foreign';

export interface LoginSession {
  find(request: FastifyRequest): Promise<Session | undefined>;
  /**
   * Opens a session with a new id; the one that the browser had before ends.
   * @param person as read when the password or passkey was verified
   * @returns the id, or nothing when the credentials have changed since
   */
  open(request: FastifyRequest, reply: FastifyReply, person: Person): Promise<string | undefined>;
  end(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void>;
  /** Names the browser before anybody signed in: the hash of a cookie that is set when it is missing. */
  browser(request: FastifyRequest, reply: FastifyReply): CredentialHash;
  /** The same, where a missing cookie means another browser. */
  knownBrowser(request: FastifyRequest): CredentialHash | undefined;
  /** A value for a form, the same each time the page is shown, bound to everything it is made for. */
  formToken(...boundTo: (string | Buffer)[]): string;
  /** Was the form sent by our own page, and by the very page that was made for all this? */
  checkForm(request: FastifyRequest, token: string | undefined, ...boundTo: (string | Buffer)[]): FormJudgement;
}

declare module './stores.ts' {
  interface People {
    readonly loginSession: LoginSession;
  }
}

const HOUR = 3_600_000;
const BROWSER_COOKIE_SECONDS = 86_400;

export default fp(
  async (app) => {
    const { config } = app;
    // Cookies are parsed where they are looked at, not on every request.
    await app.register(cookiePlugin, { hook: false });
    const cookies = cookiesOf(app);
    const formToken = formTokens(config.masterKey);

    offer(app.people, 'loginSession', {
      ...sessionsOf(app, cookies.session),

      browser(request, reply) {
        const known = cookies.browser.read(request);
        // Written again each time: a request opened now must find it until it expires.
        const value = known?.length === 43 ? known : randomSecret();
        cookies.browser.write(reply, value, BROWSER_COOKIE_SECONDS);
        return hashCredential(value);
      },

      knownBrowser(request) {
        const known = cookies.browser.read(request);
        return known === undefined ? undefined : hashCredential(known);
      },

      formToken,

      checkForm(request, token, ...boundTo) {
        if (!isOwnOrigin(request, config.baseUrl)) return 'foreign';
        const expected = Buffer.from(formToken(...boundTo));
        const given = Buffer.from(token ?? '');
        return given.length === expected.length && timingSafeEqual(given, expected) ? 'own' : 'stale';
      },
    } satisfies LoginSession);
  },
  { name: 'login-session', dependencies: ['stores'] },
);

interface Cookie {
  read(request: FastifyRequest): string | undefined;
  /** @param maxAge seconds; 0 takes the cookie away */
  write(reply: FastifyReply, value: string, maxAge: number): void;
}

function cookiesOf(app: FastifyInstance): Record<'session' | 'browser', Cookie> {
  const { isSecure } = app.config;
  const cookieNamed = (name: string): Cookie => ({
    read(request) {
      const header = request.headers.cookie;
      return header === undefined ? undefined : app.parseCookie(header)[name];
    },
    write(reply, value, maxAge) {
      // Lax: the authorization request is a cross-site navigation and must find the session.
      reply.setCookie(name, value, { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax', maxAge });
    },
  });
  // RFC 6265bis §4.1.3.2: the prefix ties the cookie to this host; plain http has no Secure cookies to tie.
  return isSecure
    ? { session: cookieNamed('__Host-sid'), browser: cookieNamed('__Host-pre') }
    : { session: cookieNamed('sid'), browser: cookieNamed('pre') };
}

/** The session behind the cookie: found, opened and ended. */
function sessionsOf(app: FastifyInstance, cookie: Cookie): Pick<LoginSession, 'find' | 'open' | 'end'> {
  const { clock } = app;
  const { lifetimes } = app.config;
  const { persons: people, sessions } = app.people;

  return {
    find,

    async open(request, reply, person) {
      const now = clock();
      const secret = randomSecret();
      const isOperator = (await people.membershipsOf(person.id)).some(({ role }) => role !== 'member');
      const lifetime = isOperator ? lifetimes.operatorSession : lifetimes.memberSession;
      const replaced = await find(request);
      const origin = app.originOf(request);
      const id = makeIdentifier('ses');
      const isOpened = await sessions.open(
        {
          id,
          hash: hashCredential(secret),
          personId: person.id,
          credentialsVersion: person.credentialsVersion,
          authenticatedAt: now,
          expiresAt: now + lifetime,
          userAgent: origin.userAgent ?? '',
        },
        replaced?.id,
        { ...origin, event: 'sign_in', at: now, personId: person.id },
      );
      if (!isOpened) return undefined;
      cookie.write(reply, secret, Math.floor(lifetime / 1000));
      return id;
    },

    async end(request, reply, session) {
      const at = clock();
      const event = { ...app.originOf(request), event: 'sign_out', at, personId: session.person.id } as const;
      await sessions.end(session.id, at, event);
      cookie.write(reply, '', 0);
    },
  };

  async function find(request: FastifyRequest): Promise<Session | undefined> {
    const value = cookie.read(request);
    const session = value === undefined ? undefined : await sessions.find(hashCredential(value));
    const now = clock();
    if (session === undefined || session.expiresAt <= now) return undefined;
    if (session.lastSeenAt + lifetimes.memberSessionIdle <= now) return undefined;
    if (session.lastSeenAt < now - HOUR) await sessions.touch(session.id, now);
    return session;
  }
}

function formTokens(masterKey: FastifyInstance['config']['masterKey']): LoginSession['formToken'] {
  const key = deriveKey(masterKey, 'form tokens');
  return (...boundTo) => {
    const mac = createHmac('sha256', key);
    for (const part of boundTo) mac.update(`${part.length}:`).update(part);
    return mac.digest('base64url');
  };
}

/** Fetch Metadata stands in where a privacy setting hides the origin. */
function isOwnOrigin(request: FastifyRequest, baseUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === baseUrl) return true;
  if (origin !== undefined && origin !== 'null') return false;
  const site = request.headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'none';
}
