/**
 * The OpenID provider of a school, on the internet of a test, which does what it is told to: it signs ID tokens with any
 * key, about anything, or answers with anything else. And a small server with only the relying party.
 */
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import fp from 'fastify-plugin';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Test } from 'tap';
import type { Counter } from '../../plugins/http/throttle.ts';
import keyRing from '../../plugins/keys/key-ring.ts';
import cookies from '../../plugins/people/cookies.ts';
import providers, { type ProviderOutcome, type ProviderWish } from '../../plugins/people/providers/index.ts';
import configuration, { loadConfig } from '../../plugins/settings/config.ts';
import { systemTimer, type Timer } from '../../plugins/settings/timer.ts';
import { PROVIDER_SECRETS } from '../../schema/people/provider.ts';
import type { ProviderClient } from '../../schema/people/provider-sign-in.ts';
import { type TestClock, temporaryFolder } from './app.ts';
import { type Answer, type DocumentHost, served } from './document-host.ts';
import { BEHIND_HTTPS, START } from './settings.ts';

export const ISSUER = 'https://login.school.example';
export const CLIENT_ID = 'schoolgate-at-the-school';
export const CLIENT_SECRET = 'planted-client-secret-7d1f';
export const ORIGIN = 'https://id.example.com';

type Claims = Record<string, unknown>;
type PublicKey = Awaited<ReturnType<typeof generateKeyPair>>['publicKey'];
type Key = PublicKey | Uint8Array;

export interface SchoolProvider {
  issuer: string;
  /** The next ID token: claims to change, where `undefined` leaves one out, and how it is signed. */
  claims: Claims;
  header: Partial<JWTHeaderParameters>;
  key: Key | 'none';
  /** Answers instead of the token endpoint. */
  token: Answer | undefined;
  metadata: Record<string, unknown>;
  /** Bodies that the token endpoint got, and ID tokens that it gave out. */
  exchanges: URLSearchParams[];
  given: string[];
  /** Publishes another key, and signs with it. */
  rotate(): Promise<void>;
  /** How often its keys were read. */
  keyReads(): number;
  publicKey: PublicKey;
}

/** @param clock of the provider */
export async function schoolProvider(
  host: DocumentHost,
  clock: () => number,
  issuer = ISSUER,
): Promise<SchoolProvider> {
  const provider: SchoolProvider = {
    ...{ issuer, claims: {}, header: {}, token: undefined, exchanges: [], given: [] },
    key: 'none',
    publicKey: (await generateKeyPair('RS256')).publicKey,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    },
    async rotate() {
      const { privateKey, publicKey } = await generateKeyPair('RS256');
      const kid = `key-${Math.random()}`;
      Object.assign(provider, { key: privateKey, publicKey, header: { kid } });
      host.serve(`${issuer}/keys`, { keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' }] });
    },
    keyReads: () => host.requests.filter((url) => url === `${issuer}/keys`).length,
  };
  await provider.rotate();
  host.answer(`${issuer}/.well-known/openid-configuration`, (request, response) =>
    served(JSON.stringify(provider.metadata))(request, response),
  );
  host.answer(`${issuer}/token`, async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    provider.exchanges.push(form);
    if (provider.token !== undefined) return provider.token(request, response);
    const now = Math.floor(clock() / 1000);
    const nonce = Buffer.from(form.get('code')?.split('.')[1] ?? '', 'base64url').toString();
    const claims = { iss: issuer, aud: CLIENT_ID, sub: 'sub-1', iat: now, exp: now + 300, nonce, ...provider.claims };
    const idToken = await signed(claims, { alg: 'RS256', ...provider.header }, provider.key);
    provider.given.push(idToken);
    served(JSON.stringify({ access_token: 'at-1', token_type: 'Bearer', id_token: idToken }))(request, response);
  });
  return provider;
}

async function signed(claims: Claims, header: JWTHeaderParameters, key: Key | 'none'): Promise<string> {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  // The library signs no claims with a wrong form, so the parts are signed as they are.
  if (key === 'none') return `${part({ ...header, alg: 'none' })}.${part(claims)}.`;
  return new SignJWT(JSON.parse(JSON.stringify(claims))).setProtectedHeader(header).sign(key);
}

/** What a provider sends the browser back with, after the person signed in: the code names the nonce. */
export function answerTo(location: string, changes: Record<string, string | undefined> = {}): URLSearchParams {
  const asked = new URL(location).searchParams;
  const nonce = Buffer.from(asked.get('nonce') ?? '').toString('base64url');
  const answer = { code: `planted-code.${nonce}`, state: asked.get('state') ?? '', ...changes };
  return new URLSearchParams(JSON.parse(JSON.stringify(answer)));
}

/** Counts in memory. */
const throttle = fp(
  async (app) => {
    const taken = new Map<string, number>();
    const take = async (...counters: Counter[]): Promise<number> => {
      const isTaken = counters.some(({ subject, rule }) => (taken.get(subject) ?? 0) >= rule.limit);
      if (!isTaken) count(counters, 1);
      return isTaken ? 1 : 0;
    };
    const count = (counters: readonly Counter[], by: number): void => {
      for (const { subject } of counters) taken.set(subject, (taken.get(subject) ?? 0) + by);
    };
    const waitFor = async ({ subject, rule }: Counter): Promise<number> =>
      Number((taken.get(subject) ?? 0) >= rule.limit);
    app.decorate('throttle', { take, waitFor } as FastifyInstance['throttle']);
  },
  { name: 'throttle' },
);

/** A browser of the small server. */
export interface RelyingBrowser {
  cookie: string | undefined;
  begin(wish?: Partial<ProviderWish>): Promise<{ location?: string; refused?: string }>;
  finish(answer: URLSearchParams | string, providerId?: string): Promise<ProviderOutcome>;
  /** Begins, signs in there, and comes back. */
  signIn(wish?: Partial<ProviderWish>): Promise<ProviderOutcome>;
}

export interface Relying {
  app: FastifyInstance;
  clock: TestClock;
  logs: string[];
  /** The settings of providers, by id. */
  rows: Map<string, ProviderClient>;
  browser(): RelyingBrowser;
}

export async function relyingParty(
  t: Test,
  { network }: DocumentHost,
  { env = {}, timer = systemTimer }: { env?: Record<string, string>; timer?: Timer } = {},
): Promise<Relying> {
  const clock: TestClock = {
    now: START,
    advance(ms) {
      this.now += ms;
    },
  };
  const logs: string[] = [];
  const config = loadConfig({
    ...{ DATA_DIR: temporaryFolder(t), BASE_URL: ORIGIN, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
    ...{ ...BEHIND_HTTPS, ...env },
  });
  const app = Fastify({
    logger: { level: 'trace', stream: { write: (line) => logs.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(configuration, { config, clock: () => clock.now, timer });
  for (const plugin of [keyRing, cookies, throttle]) await app.register(plugin);
  await app.register(providers, { network });
  const sealedSecret = app.keyRing.seal(PROVIDER_SECRETS, Buffer.from(CLIENT_SECRET));
  const row = { id: 'prv_a', issuer: ISSUER, clientId: CLIENT_ID, sealedSecret, updatedAt: 1 };
  const rows = new Map<string, ProviderClient>([['prv_a', row]]);
  app.post('/begin', (request, reply) => {
    const wish = { provider: row, purpose: 'sign_in', next: '/', ...(request.body as object) } as ProviderWish & {
      of?: string;
    };
    return app.providers.begin({ ...wish, provider: rows.get(wish.of ?? 'prv_a') ?? row }, request, reply);
  });
  app.get('/sign-in/via/:id', (request, reply) =>
    app.providers.finish({ provider: rows.get((request.params as { id: string }).id) }, request, reply),
  );
  await app.ready();
  t.teardown(() => app.close());
  return { app, clock, logs, rows, browser: () => browserOf(app) };
}

function browserOf(app: FastifyInstance): RelyingBrowser {
  const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = browser.cookie === undefined ? {} : { cookie: `__Host-via=${browser.cookie}` };
    const response = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const set = response.cookies.find(({ name }) => name === '__Host-via');
    if (set !== undefined) browser.cookie = set.value === '' ? undefined : set.value;
    return response.json();
  };
  const browser: RelyingBrowser = {
    cookie: undefined,
    begin: (wish = {}) => send('POST', '/begin', wish),
    finish: (answer, providerId = 'prv_a') => send('GET', `/sign-in/via/${providerId}?${answer}`),
    signIn: async (wish) => browser.finish(answerTo((await browser.begin(wish)).location ?? '')),
  };
  return browser;
}
