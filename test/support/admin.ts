/** The admin API as tests call it: a person of every role, and tokens of them with any scopes, by way of the real flow. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { SCOPES, type Scope } from '../../schema/oauth/scope.ts';
import type { Role } from '../../schema/people/role.ts';
import { emailKey } from '../../schema/text/email.ts';
import { DEMO_PEOPLE, HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { PASSWORD, type TestApp, type TestAppOptions, testApp } from './app.ts';
import { Browser } from './browser.ts';
import { CALLBACK, obtainTokens, refresh, type TestClient, type Tokens } from './oauth-client.ts';

export { HARBOUR, RIVERSIDE };

interface Caller {
  id: string;
  email: string;
  siteId: string;
  role: Role;
}

const demo = (name: string, siteId: string, role: Role): Caller => {
  const person = DEMO_PEOPLE.find(({ id }) => id === `usr_demo_${name}`);
  if (person === undefined) throw new Error(`the demo has no ${name}`);
  return { id: person.id, email: person.email, siteId, role };
};

/** One person for each role at Riverside, and the owner of Harbour. */
export const CALLERS = {
  owner: demo('ruth', RIVERSIDE.id, 'owner'),
  admin: { id: 'usr_test_admin', email: 'admin@riverside.example', siteId: RIVERSIDE.id, role: 'admin' },
  staff: demo('noor', RIVERSIDE.id, 'staff'),
  instructor: demo('ivan', RIVERSIDE.id, 'instructor'),
  member: demo('ana', RIVERSIDE.id, 'member'),
  foreignOwner: demo('hugo', HARBOUR.id, 'owner'),
} as const satisfies Record<string, Caller>;

export type CallerName = keyof typeof CALLERS;

export interface AdminApp extends TestApp {
  /** An access token of that person that has not expired; with every scope there is unless some are named. */
  tokenOf(caller: CallerName, scopes?: readonly Scope[]): Promise<string>;
}

/** The demo platform, with callers of every role. */
export async function adminApp(t: Test, options: TestAppOptions = {}): Promise<AdminApp> {
  const made = await testApp(t, options);
  await addCallers(made.app);
  return { ...made, tokenOf: tokensFor(made.app) };
}

/** Adds what the demo lacks: an administrator, and clients that may ask for everything. */
export async function addCallers(app: FastifyInstance): Promise<void> {
  await addAdmin(app);
  for (const siteId of [RIVERSIDE.id, HARBOUR.id]) await addClient(app, siteId);
}

interface Held extends Tokens {
  readonly expiresAt: number;
}

/** Everybody signs in once. A token that the clock of the test has outlived is refreshed. */
export function tokensFor(app: FastifyInstance): AdminApp['tokenOf'] {
  const browsers = new Map<CallerName, Browser>();
  const held = new Map<string, Promise<Held>>();
  const since = (tokens: Tokens): Held => ({ ...tokens, expiresAt: app.clock() + tokens.expires_in * 1000 });
  const obtain = async (caller: CallerName, scope: string): Promise<Held> => {
    const { email, siteId } = CALLERS[caller];
    const browser = browsers.get(caller) ?? new Browser(app);
    browsers.set(caller, browser);
    const walk = { email, site: siteId, browser };
    return since(await obtainTokens(app, clientOf(siteId), { scope, prompt: 'consent' }, walk));
  };
  const renewed = async (caller: CallerName, tokens: Held): Promise<Held> => {
    if (tokens.expiresAt > app.clock()) return tokens;
    const answer = await refresh(app, clientOf(CALLERS[caller].siteId), tokens.refresh_token);
    if (answer.statusCode !== 200) throw new Error(`refresh: ${answer.statusCode} ${answer.body}`);
    return since(answer.json<Tokens>());
  };
  return async (caller, scopes = SCOPES) => {
    const scope = [...new Set(['openid', ...scopes])].join(' ');
    const key = `${caller} ${scope}`;
    const known = held.get(key)?.then((tokens) => renewed(caller, tokens)) ?? obtain(caller, scope);
    held.set(key, known);
    return (await known).access_token;
  };
}

/** The client whose tokens `tokenOf` returns. */
export const clientOf = (siteId: string): TestClient => ({
  id: `c_test_${siteId}`,
  redirectUri: CALLBACK,
  secret: undefined,
});

export async function addAdmin(app: FastifyInstance): Promise<void> {
  const { id: personId, email, siteId, role } = CALLERS.admin;
  const createdAt = app.clock();
  await app.school.platform.add({
    createdAt,
    sites: [],
    people: [
      {
        id: personId,
        email,
        emailKey: emailKey(email),
        name: 'Ada Minster',
        emailVerified: true,
        passwordHash: await app.people.passwords.hash(PASSWORD, 'test'),
        active: true,
        createdAt,
      },
    ],
    memberships: [{ personId, siteId, role }],
  });
}

/** A client of the school's own that may ask for everything. */
const addClient = (app: FastifyInstance, siteId: string): Promise<boolean> =>
  app.oauth.clients.create(
    {
      id: clientOf(siteId).id,
      origin: 'site_application',
      siteId,
      name: 'Test Tool',
      authMethod: 'none',
      redirectUris: [CALLBACK],
      scopes: SCOPES,
      createdAt: app.clock(),
    },
    { event: 'client_created', at: app.clock(), siteId },
  );

/** A JSON value to walk into; what is not there is `undefined`. */
export interface Json {
  readonly [name: string]: Json & readonly Json[];
}

export interface Answer {
  status: number;
  headers: LightMyRequestResponse['headers'];
  /** `undefined` when there is no body. */
  json: Json;
  body: string;
}

/**
 * Asks the admin API.
 * @param path below `/api/v1`
 * @param body sent as JSON; a string as it is
 */
export async function call(
  app: FastifyInstance,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    json: (response.body === '' ? undefined : response.json()) as Json,
    body: response.body,
  };
}
