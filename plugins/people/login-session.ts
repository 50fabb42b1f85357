/** Sessions of signed-in people: the cookie, the session behind it, and tokens that prove that a form is ours. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type CredentialHash, hashCredential, makeIdentifier, randomSecret } from '../../schema/credential.ts';
import type {
  AnySession,
  NewSchoolSession,
  Person,
  RenewedSession,
  SchoolSession,
  Session,
} from '../../schema/people/person.ts';
import type { ProviderIdentity, SchoolProvider } from '../../schema/people/provider.ts';
import { isAllowedIssuer } from '../../schema/people/provider-sign-in.ts';
import { type AuthenticatedBy, METHOD_OF } from '../../schema/people/second-factor.ts';
import { logCaller } from '../http/log-context.ts';
import { provide } from '../provide.ts';
import { type Cookie, hostCookie } from './cookies.ts';

/** `stale`: sent from our own origin, but created for another session or another request, or without a token. */
export type FormCheck = 'own' | 'stale' | 'foreign';

export interface SignInAtSchool {
  person: Pick<Person, 'id' | 'credentialsVersion'>;
  /** `updatedAt` is that of the settings with which the sign-in began. */
  provider: Pick<SchoolProvider, 'id' | 'siteId' | 'updatedAt'>;
  identity: Pick<ProviderIdentity, 'id' | 'email'>;
  by: 'provider' | 'provider_two_factors';
  /** When the person signed in at the provider, if it says so. */
  authTime: number | undefined;
}

export interface LoginSession {
  /** Finds the session of an account. */
  find(request: FastifyRequest): Promise<Session | undefined>;
  /** Finds that, or the session of a sign-in through the provider of a school, for what it may open. */
  findAny(request: FastifyRequest): Promise<AnySession | undefined>;
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
   * Starts a session at a school and ends the previous one of the browser, which is not known by it.
   * @param signIn the identity that the provider has proven, and the person as read before
   * @returns the id of the session, or nothing if something that it depends on has changed since then
   */
  openAtSchool(request: FastifyRequest, reply: FastifyReply, signIn: SignInAtSchool): Promise<string | undefined>;
  /**
   * Gives a session that goes on another cookie, so that a copy of the one before is refused.
   * @param store stores the new secret, together with the change that requires it
   * @returns what `store` returns; the cookie is set only if that is true
   */
  renew(
    request: FastifyRequest,
    reply: FastifyReply,
    session: AnySession,
    store: (renewed: RenewedSession) => Promise<boolean>,
  ): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply, session: AnySession): Promise<void>;
  /** Returns whether a sign-in through a school was ended in this browser, and none has followed. */
  hasLeftSchool(request: FastifyRequest): boolean;
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
/** For every role: signing in again is one click. */
const SCHOOL_SESSION = 12 * HOUR;
const BROWSER_COOKIE_SECONDS = 86_400;

export default fp(
  async (app) => {
    const { config } = app;
    const browserCookie = hostCookie(app, 'pre');
    const formToken = formTokens(app.keyRing.derive('form tokens'));

    provide(app.people, 'loginSession', {
      ...sessionsOf(app, hostCookie(app, 'sid')),

      hasLeftSchool: (request) => leftCookie(app).read(request) !== undefined,

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

/** Of a browser in which somebody has signed out of a school, and may still be signed in at its provider. */
const leftCookie = (app: FastifyInstance): Cookie => hostCookie(app, 'left');

/** A session at a school is found by another hash, so that nothing takes it for one of the account. */
const hashOf = (secret: string, isAtSchool: boolean): CredentialHash =>
  hashCredential(isAtSchool ? `school session ${secret}` : secret);

type SessionMethod = 'find' | 'findAny' | 'isLive' | 'open' | 'openAtSchool' | 'renew' | 'end';

/** Finds the session that belongs to the cookie. */
function findersOf(app: FastifyInstance, cookie: Cookie): Pick<LoginSession, 'find' | 'findAny' | 'isLive'> {
  const { clock } = app;
  const { schoolSessions, sessions } = app.people;

  return {
    find: (request) => seen(request, live),
    findAny: (request) => seen(request, liveAny),
    isLive: async (value) => (await liveAny(value)) !== undefined,
  };

  async function seen<S extends AnySession>(
    request: FastifyRequest,
    read: (value: string) => Promise<S | undefined>,
  ): Promise<S | undefined> {
    const value = cookie.read(request);
    const session = value === undefined ? undefined : await read(value);
    if (session === undefined) return undefined;
    logCaller(request, { person_id: session.person.id });
    const now = clock();
    if (session.lastSeenAt < now - HOUR) await sessions.touch(session.id, now);
    return session;
  }

  async function live(value: string): Promise<Session | undefined> {
    return unlessOver(await sessions.find(hashOf(value, false)));
  }

  async function liveAny(value: string): Promise<AnySession | undefined> {
    const session = (await live(value)) ?? unlessOver<SchoolSession>(await schoolSessions.find(hashOf(value, true)));
    const isAllowed = session?.schoolId === undefined || isAllowedIssuer(app.config.schoolProviders, session.issuer);
    return isAllowed ? session : undefined;
  }

  function unlessOver<S extends AnySession>(session: S | undefined): S | undefined {
    const now = clock();
    if (session === undefined || session.expiresAt <= now) return undefined;
    return session.lastSeenAt + app.config.lifetimes.memberSessionIdle <= now ? undefined : session;
  }
}

/** Opens a session at a school, if a provider has proven who it is. */
const openerAtSchool =
  (app: FastifyInstance, cookie: Cookie, { findAny }: Pick<LoginSession, 'findAny'>): LoginSession['openAtSchool'] =>
  async (request, reply, { person, provider, identity, by, authTime }) => {
    const at = app.clock();
    const secret = randomSecret();
    const origin = app.originOf(request);
    const session: NewSchoolSession = {
      id: makeIdentifier('ses'),
      hash: hashOf(secret, true),
      personId: person.id,
      credentialsVersion: person.credentialsVersion,
      authenticatedAt: Math.min(authTime ?? at, at),
      authenticatedBy: by,
      expiresAt: at + SCHOOL_SESSION,
      userAgent: origin.userAgent ?? '',
      place: app.networkPlaceOf(request),
      schoolId: provider.siteId,
      identityId: identity.id,
      knowsAuthTime: authTime !== undefined,
    };
    const isOpened = await app.people.schoolSessions.open(
      session,
      { id: provider.id, siteId: provider.siteId, seen: provider.updatedAt },
      { ...identity, siteId: provider.siteId, personId: person.id },
      (await findAny(request))?.id,
      { ...origin, event: 'sign_in', at, personId: person.id, siteId: provider.siteId, target: METHOD_OF[by] },
    );
    if (!isOpened) return undefined;
    cookie.write(reply, secret, SCHOOL_SESSION / 1000);
    if (leftCookie(app).read(request) !== undefined) leftCookie(app).write(reply, '', 0);
    return session.id;
  };

/** Opens, renews and ends the session that belongs to the cookie. */
function sessionsOf(app: FastifyInstance, cookie: Cookie): Pick<LoginSession, SessionMethod> {
  const { clock } = app;
  const { lifetimes } = app.config;
  const { knownBrowsers, persons: people, sessions } = app.people;
  const finders = findersOf(app, cookie);

  return {
    ...finders,
    openAtSchool: openerAtSchool(app, cookie, finders),

    async open(request, reply, person, { by, authenticatedAt }) {
      const now = clock();
      const secret = randomSecret();
      const isOperator = (await people.membershipsOf(person.id)).some(({ role }) => role !== 'member');
      const lifetime = isOperator ? lifetimes.operatorSession : lifetimes.memberSession;
      const replaced = await finders.findAny(request);
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
      const isAtSchool = session.schoolId !== undefined;
      const from = hashOf(cookie.read(request) ?? '', isAtSchool);
      const secret = randomSecret();
      const isStored = await store({ id: session.id, from, to: hashOf(secret, isAtSchool) });
      if (isStored) cookie.write(reply, secret, Math.floor((session.expiresAt - clock()) / 1000));
      return isStored;
    },

    async end(request, reply, session) {
      const at = clock();
      const event = { ...app.originOf(request), event: 'sign_out', at, personId: session.person.id } as const;
      await sessions.end(session.id, at, event);
      cookie.write(reply, '', 0);
      // The next person at this computer would be signed in without a question.
      if (session.schoolId !== undefined) leftCookie(app).write(reply, '1', SCHOOL_SESSION / 1000);
    },
  };
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
