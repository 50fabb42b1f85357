/** Sessions of signed-in people: the cookie, the session behind it, and tokens that prove that a form is ours. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type CredentialHash, hashCredential, makeIdentifier, randomSecret } from '../../schema/credential.ts';
import type { Person, RenewedSession, Session } from '../../schema/people/person.ts';
import { type AuthenticatedBy, METHOD_OF } from '../../schema/people/second-factor.ts';
import { logCaller } from '../http/log-context.ts';
import { provide } from '../provide.ts';
import { type Cookie, hostCookie } from './cookies.ts';

/** `stale`: sent from our own origin, but created for another session or another request, or without a token. */
export type FormCheck = 'own' | 'stale' | 'foreign';

export interface LoginSession {
  find(request: FastifyRequest): Promise<Session | undefined>;
  /**
   * Starts a session and ends the previous one of the browser, which is known from then on.
   * @param person as read when the password or passkey was verified
   * @param proof what the person has proved, and when, if it is not just now: the session is then no new sign-in
   * @returns the id of the session, or nothing if the credentials have changed since then
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    person: Pick<Person, 'id' | 'credentialsVersion'>,
    proof: { by: AuthenticatedBy; authenticatedAt?: number },
  ): Promise<string | undefined>;
  /**
   * Gives a session that goes on another cookie, so that a copy of the one before is refused.
   * @param store stores the new secret, together with the change that requires it
   * @returns what `store` returns; the cookie is set only if that is true
   */
  renew(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    store: (renewed: RenewedSession) => Promise<boolean>,
  ): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void>;
  /** Identifies the browser before anyone has signed in, by the hash of a cookie, which is set if it is missing. */
  browser(request: FastifyRequest, reply: FastifyReply): CredentialHash;
  /** Identifies the browser if it has the cookie. */
  findBrowser(request: FastifyRequest): CredentialHash | undefined;
  /** Returns the token of a form, which is bound to the given values and the same each time the page is shown. */
  formToken(...boundTo: (string | Buffer)[]): string;
  /** Returns whether a value of the cookie opens a session. */
  isLive(value: string): Promise<boolean>;
  /** Returns whether the browser says that a page of ours sent the request. */
  isFromOwnPage(request: FastifyRequest): boolean;
  /** Checks that a form was sent by our own page that was created for the given values. */
  checkForm(request: FastifyRequest, token: string | undefined, ...boundTo: (string | Buffer)[]): FormCheck;
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
    const browserCookie = hostCookie(app, 'pre');
    const formToken = formTokens(app.keyRing.derive('form tokens'));

    provide(app.people, 'loginSession', {
      ...sessionsOf(app, hostCookie(app, 'sid')),

      browser(request, reply) {
        const known = browserCookie.read(request);
        // The cookie is set again each time, so that it lasts until the request that was just opened expires.
        const value = known?.length === 43 ? known : randomSecret();
        browserCookie.write(reply, value, BROWSER_COOKIE_SECONDS);
        return hashCredential(value);
      },

      findBrowser(request) {
        const known = browserCookie.read(request);
        return known === undefined ? undefined : hashCredential(known);
      },

      formToken,

      isFromOwnPage: (request) => isOwnOrigin(request, config.baseUrl),

      checkForm(request, token, ...boundTo) {
        if (!isOwnOrigin(request, config.baseUrl)) return 'foreign';
        const expected = Buffer.from(formToken(...boundTo));
        const presented = Buffer.from(token ?? '');
        return presented.length === expected.length && timingSafeEqual(presented, expected) ? 'own' : 'stale';
      },
    } satisfies LoginSession);
  },
  { name: 'login-session', dependencies: ['key-ring', 'stores', 'cookies', 'known-browsers'] },
);

/** Finds, opens, renews and ends the session that belongs to the cookie. */
function sessionsOf(
  app: FastifyInstance,
  cookie: Cookie,
): Pick<LoginSession, 'find' | 'isLive' | 'open' | 'renew' | 'end'> {
  const { clock } = app;
  const { lifetimes } = app.config;
  const { knownBrowsers, persons: people, sessions } = app.people;

  return {
    find,

    isLive: async (value) => (await live(value)) !== undefined,

    async open(request, reply, person, { by, authenticatedAt }) {
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
          authenticatedAt: authenticatedAt ?? now,
          authenticatedBy: by,
          expiresAt: now + lifetime,
          userAgent: origin.userAgent ?? '',
          place: app.networkPlaceOf(request),
        },
        replaced?.id,
        authenticatedAt === undefined
          ? { ...origin, event: 'sign_in', at: now, personId: person.id, target: METHOD_OF[by] }
          : { at: now },
      );
      if (!isOpened) return undefined;
      cookie.write(reply, secret, Math.floor(lifetime / 1000));
      knownBrowsers.remember(request, reply, person, 'signed_in');
      return id;
    },

    async renew(request, reply, session, store) {
      const from = hashCredential(cookie.read(request) ?? '');
      const secret = randomSecret();
      const isStored = await store({ id: session.id, from, to: hashCredential(secret) });
      if (isStored) cookie.write(reply, secret, Math.floor((session.expiresAt - clock()) / 1000));
      return isStored;
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
    const session = value === undefined ? undefined : await live(value);
    if (session === undefined) return undefined;
    logCaller(request, { person_id: session.person.id });
    const now = clock();
    if (session.lastSeenAt < now - HOUR) await sessions.touch(session.id, now);
    return session;
  }

  async function live(value: string): Promise<Session | undefined> {
    const session = await sessions.find(hashCredential(value));
    const now = clock();
    if (session === undefined || session.expiresAt <= now) return undefined;
    return session.lastSeenAt + lifetimes.memberSessionIdle <= now ? undefined : session;
  }
}

function formTokens(key: KeyObject): LoginSession['formToken'] {
  return (...boundTo) => {
    const mac = createHmac('sha256', key);
    for (const part of boundTo) mac.update(`${part.length}:`).update(part);
    return mac.digest('base64url');
  };
}

/** If a privacy setting of the browser hides the origin, Fetch Metadata is used instead. */
function isOwnOrigin(request: FastifyRequest, baseUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === baseUrl) return true;
  if (origin !== undefined && origin !== 'null') return false;
  const site = request.headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'none';
}
