/**
 * Faults of clients and proxies as they happen, made by real client libraries and by hand: the page of the school, or of the
 * platform, names the step, the rule, what to change and who can, within five seconds.
 */
import * as mcp from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as oidc from 'openid-client';
import t from 'tap';
import { type RuleKey, type Who, whoChanges } from '../../routes/pages/attempts/explained.ts';
import { textFor } from '../../routes/pages/kit/text/index.ts';
import type { AttemptStep } from '../../schema/connection-attempt.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost, isDown, served } from '../support/document-host.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  type Fields,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type TestClient,
  userinfo,
} from '../support/oauth-client.ts';
import { said, signedIn } from '../support/signed-in.ts';
import { during } from '../support/standing.ts';
import { McpTool } from './mcp-tool.ts';

const WITHIN_MS = 5000;
const RUTH = 'ruth@riverside.example';
const PORTAL: TestClient = DEMO.portal;
const SCHOOL_PAGE = '/admin/riverside/connect/attempts';
const PLATFORM_PAGE = '/platform/attempts';
const { attempts: text } = textFor('en');

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
/** What a proxy does to a request on its way. */
type Proxy = (request: InjectOptions & { headers: Record<string, string> }) => void;

const file = databaseFile(t);
const hosts = await documentHost(t);
const env = { PLATFORM_OPERATORS: RUTH, CIMD_OPEN_REGISTRATION: 'on' };
const { app, clock } = await testApp(t, { databaseUrl: file.url, network: hosts.network, env });
const ruth = await signedIn(app, RUTH);

/** Fetches from the server for a client library, through a proxy. @param ids gets the ids of the answers */
function through(server: FastifyInstance, ids: string[], proxy: Proxy = () => undefined): Fetch {
  return async (given, init = {}) => {
    const { pathname, search, host } = new URL(given);
    const sentHeaders: Record<string, string> = { host, ...Object.fromEntries(new Headers(init.headers)) };
    const request = {
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: sentHeaders,
      ...(init.body == null ? {} : { payload: String(init.body) }),
    };
    if (init.body instanceof URLSearchParams) request.headers['content-type'] ??= 'application/x-www-form-urlencoded';
    proxy(request);
    const { statusCode, headers, rawPayload } = await server.inject(request);
    ids.push(String(headers['x-request-id']));
    const body = statusCode === 204 || statusCode === 304 ? null : new Uint8Array(rawPayload);
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> });
  };
}

type Answered = { headers: Record<string, unknown> };
const idOf = async (answer: Promise<Answered>): Promise<string> => String((await answer).headers['x-request-id']);

/** What a library sends last when it gives up. */
async function givesUp(act: (fetch: Fetch) => Promise<unknown>, proxy?: Proxy, server = app): Promise<string> {
  const ids: string[] = [];
  await act(through(server, ids, proxy)).then(
    () => undefined,
    () => undefined,
  );
  return ids.at(-1) ?? 'nothing was sent';
}

const asked = (client: TestClient, overrides: Fields = {}) =>
  idOf(app.inject({ url: authorizeUrl(client, makeVerifier(), overrides), headers: { accept: 'text/html' } }));

const open = (client: TestClient, email: string, overrides: Fields = {}, password = PASSWORD) => {
  const browser = new Browser(app);
  return browser
    .get(authorizeUrl(client, makeVerifier(), overrides))
    .then((page) => browser.submit(page, '/sign-in', { email, password }))
    .then((page) => ({ browser, page }));
};

/** openid-client, for the demo portal. */
const library = (authentication: oidc.ClientAuth, fetch: Fetch): oidc.Configuration => {
  const server = { issuer: BASE, token_endpoint: `${BASE}/api/oauth/token` };
  const config = new oidc.Configuration(server, PORTAL.id, undefined, authentication);
  oidc.allowInsecureRequests(config);
  config[oidc.customFetch] = (url, init) => fetch(url, init as RequestInit);
  return config;
};
const codeGrant = (authentication: oidc.ClientAuth) => async (fetch: Fetch) => {
  const { code, verifier, params } = await authorize(app, PORTAL);
  const callback = new URL(`${PORTAL.redirectUri}?${params}`);
  t.ok(callback.searchParams.get('code') === code);
  const checks = { pkceCodeVerifier: verifier, expectedState: 'st-1', expectedNonce: 'n-1' };
  return oidc.authorizationCodeGrant(library(authentication, fetch), callback, checks);
};

const ecKey = async () =>
  (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])).privateKey;

/** The MCP SDK, looking for what it needs to sign in. */
const looking = (tool: McpTool) => (fetchFn: Fetch) => mcp.auth(tool, { serverUrl: `${BASE}/mcp`, fetchFn });

/** A message of the MCP SDK with a token. */
const speaking =
  (token: string, headers: Record<string, string> = {}) =>
  async (fetch: Fetch) => {
    const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
    const transport = new StreamableHTTPClientTransport(new URL(`${BASE}/mcp?auth=required`), { fetch, requestInit });
    await transport.start();
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  };

type Where = 'school' | 'platform';
type Fault = readonly [
  name: string,
  expected: readonly [where: Where, step: AttemptStep, rule: RuleKey, who: Who],
  act: () => Promise<string>,
];

const documentOf = (name: string): TestClient => ({
  id: `https://${name}.example/client.json`,
  redirectUri: 'http://127.0.0.1:49152/callback',
  secret: undefined,
});

const FAULTS: readonly Fault[] = [
  [
    'another redirect URI',
    ['school', 'authorize', 'redirect_uri_not_registered', 'school'],
    () => asked(PORTAL, { redirect_uri: 'https://portal.riverside.example/other?code=secret' }),
  ],
  [
    'an unknown client',
    ['platform', 'authorize', 'unknown_client', 'developer'],
    () => asked({ ...PORTAL, id: 'c_mistyped' }),
  ],
  [
    'no PKCE',
    ['school', 'authorize', 'pkce_required', 'developer'],
    () => asked(PORTAL, { code_challenge: undefined, code_challenge_method: undefined }),
  ],
  [
    'response_type=token',
    ['school', 'authorize', 'response_type_unsupported', 'developer'],
    () => asked(PORTAL, { response_type: 'token' }),
  ],
  ['no state', ['school', 'authorize', 'missing_parameter', 'developer'], () => asked(PORTAL, { state: undefined })],
  [
    'a scope that does not exist',
    ['school', 'authorize', 'scope_unknown', 'developer'],
    () => asked(PORTAL, { scope: 'openid everything' }),
  ],
  [
    'a scope beyond the application',
    ['school', 'authorize', 'scope_outside_client', 'developer'],
    () => asked(PORTAL, { scope: 'openid courses:write' }),
  ],
  [
    'the resource of another server',
    ['school', 'authorize', 'resource_invalid', 'developer'],
    () => asked(PORTAL, { resource: 'https://elsewhere.example' }),
  ],
  [
    'a wrong verifier',
    ['school', 'token', 'pkce_mismatch', 'developer'],
    async () => idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { code_verifier: makeVerifier() })),
  ],
  [
    'another redirect URI at the exchange',
    ['school', 'token', 'redirect_uri_mismatch', 'developer'],
    async () => idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { redirect_uri: `${PORTAL.redirectUri}/` })),
  ],
  [
    'a code that is redeemed twice',
    ['school', 'token', 'code_replayed', 'developer'],
    async () => {
      const code = await authorize(app, PORTAL);
      await exchange(app, PORTAL, code);
      return idOf(exchange(app, PORTAL, code));
    },
  ],
  [
    'a code that is too old',
    ['school', 'token', 'code_expired', 'developer'],
    async () => {
      const code = await authorize(app, PORTAL);
      clock.advance(61_000);
      return idOf(exchange(app, PORTAL, code));
    },
  ],
  [
    'the code of another client',
    ['school', 'token', 'other_client', 'developer'],
    async () => {
      const code = await authorize(app, PORTAL);
      return idOf(exchange(app, DEMO.cli, code));
    },
  ],
  [
    'a code that was cut off',
    ['school', 'token', 'code_unknown', 'developer'],
    async () => {
      const code = await authorize(app, PORTAL);
      return idOf(exchange(app, PORTAL, { ...code, code: code.code.slice(0, -4) }));
    },
  ],
  [
    'a wrong secret',
    ['school', 'token', 'client_secret_wrong', 'developer'],
    async () => idOf(exchange(app, { ...PORTAL, secret: 'cs_wrong' }, await authorize(app, PORTAL))),
  ],
  [
    'a library that uses HTTP Basic',
    ['school', 'token', 'client_auth_method', 'developer'],
    () => givesUp(codeGrant(oidc.ClientSecretBasic('cs_any'))),
  ],
  [
    'a library that signs an assertion, with a clock of its own',
    ['school', 'token', 'client_auth_method', 'developer'],
    async () => givesUp(codeGrant(oidc.PrivateKeyJwt(await ecKey()))),
  ],
  [
    'a library without the secret',
    ['school', 'token', 'client_secret_missing', 'developer'],
    () => givesUp(codeGrant(oidc.None())),
  ],
  [
    'a library that wants client credentials',
    ['school', 'token', 'grant_type_unsupported', 'developer'],
    () => givesUp((fetch) => oidc.clientCredentialsGrant(library(oidc.ClientSecretPost('cs_any'), fetch))),
  ],
  [
    'a secret of a public client',
    ['school', 'refresh', 'client_secret_unexpected', 'developer'],
    async () => idOf(refresh(app, DEMO.cli, 'rt_1.unknown', { client_secret: 'cs_invented' })),
  ],
  [
    'an old refresh token',
    ['school', 'refresh', 'refresh_reuse', 'developer'],
    async () => {
      const first = await obtainTokens(app, PORTAL);
      const second = (await refresh(app, PORTAL, first.refresh_token)).json();
      await refresh(app, PORTAL, second.refresh_token);
      clock.advance(31_000);
      return idOf(refresh(app, PORTAL, first.refresh_token));
    },
  ],
  [
    'a connection that was revoked',
    ['school', 'refresh', 'grant_ended', 'person'],
    async () => {
      const { refresh_token: token } = await obtainTokens(app, PORTAL);
      await postForm(app, '/api/oauth/revoke', { token, client_id: PORTAL.id, client_secret: PORTAL.secret });
      return idOf(refresh(app, PORTAL, token));
    },
  ],
  [
    'JSON at the token endpoint',
    ['school', 'token', 'wrong_format', 'developer'],
    () => idOf(app.inject({ method: 'POST', url: '/api/oauth/token?client_id=c_demo_portal', payload: {} })),
  ],
  [
    'GET at the token endpoint',
    ['platform', 'token', 'wrong_method', 'developer'],
    () => idOf(app.inject('/api/oauth/token')),
  ],
  [
    'a member who is suspended',
    ['school', 'authorize', 'not_a_member', 'person'],
    async () => {
      const set = (status: string) =>
        [`update memberships set status = ? where person_id = 'usr_demo_ana'`, status] as const;
      return during(file, set('suspended'), set('active'), async () =>
        idOf(open(PORTAL, 'ana@riverside.example').then(({ page }) => page)),
      );
    },
  ],
  [
    'a person of another school',
    ['school', 'authorize', 'not_a_member', 'school'],
    () => idOf(open(PORTAL, 'mila@harbour.example').then(({ page }) => page)),
  ],
  [
    'the school of the request is not the one of the person',
    ['school', 'authorize', 'not_a_member', 'school'],
    () => idOf(open(DEMO.cli, 'mila@harbour.example', { school_id: 'site_demo_riverside' }).then(({ page }) => page)),
  ],
  [
    'a wrong password',
    ['school', 'sign_in', 'sign_in_failed', 'person'],
    () => idOf(open(PORTAL, 'ana@riverside.example', {}, 'not-the-password').then(({ page }) => page)),
  ],
  [
    'a person who does not allow it',
    ['school', 'consent', 'denied_by_person', 'person'],
    async () => {
      const { browser, page } = await open(PORTAL, 'ben@riverside.example');
      return idOf(browser.submit(page, '/decision', { decision: 'deny' }));
    },
  ],
  [
    'a document whose host is down',
    ['platform', 'document', 'client_document_unreachable', 'developer'],
    () => {
      hosts.answer(documentOf('down').id, isDown);
      return asked(documentOf('down'), { scope: 'openid courses:read' });
    },
  ],
  [
    'a document that is not there',
    ['platform', 'document', 'client_document_missing', 'developer'],
    () => {
      hosts.answer(documentOf('gone').id, served('', {}, 404));
      return asked(documentOf('gone'), { scope: 'openid courses:read' });
    },
  ],
  [
    'a document with the id of another',
    ['platform', 'document', 'client_document_invalid', 'developer'],
    () => {
      hosts.serve(documentOf('other').id, documentFor(`${documentOf('other').id}/`));
      return asked(documentOf('other'), { scope: 'openid courses:read' });
    },
  ],
  [
    'an app that the school has not offered to its members',
    ['platform', 'authorize', 'client_not_adopted', 'school'],
    () => {
      hosts.serve(documentOf('new').id, documentFor(documentOf('new').id));
      return asked(documentOf('new'), { scope: 'openid account:read' });
    },
  ],
  [
    'a client of the SDK that registers an https address',
    ['platform', 'registration', 'redirect_uri_not_allowed', 'developer'],
    () => givesUp(looking(new McpTool({ redirectUrl: 'https://tool.example/callback' }))),
  ],
  [
    'a registration without a content type',
    ['platform', 'registration', 'wrong_format', 'developer'],
    () => idOf(app.inject({ method: 'POST', url: '/api/oauth/register' })),
  ],
  [
    'a proxy that drops the Authorization header',
    ['platform', 'resource', 'token_missing', 'server'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token), ({ headers }) => void delete headers.authorization);
    },
  ],
  [
    'a proxy that passes on its own name',
    ['platform', 'discovery', 'other_host', 'server'],
    () => {
      const isMetadata = /well-known\/oauth-protected-resource/;
      return givesUp(looking(new McpTool()), (request) => {
        if (isMetadata.test(String(request.url))) request.headers.host = 'backend:3000';
      }).then(async () =>
        idOf(app.inject({ url: '/.well-known/oauth-protected-resource', headers: { host: 'backend:3000' } })),
      );
    },
  ],
  [
    'a proxy that hides the metadata from the SDK, which then looks elsewhere',
    ['platform', 'registration', 'wrong_address', 'server'],
    () =>
      givesUp(looking(new McpTool()), (request) => {
        request.url = String(request.url).replace('/.well-known/', '/.hidden/');
      }),
  ],
  [
    'a message of the SDK from another site',
    ['school', 'resource', 'origin_foreign', 'server'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token, { origin: 'https://pages.example' }), (request) => {
        request.url = `${request.url}&school=riverside`;
      });
    },
  ],
  [
    'a version of MCP that nobody knows',
    ['school', 'resource', 'message_refused', 'developer'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token), ({ headers }) => {
        headers['mcp-protocol-version'] = '1999-01-01';
      });
    },
  ],
  [
    'a token of another server',
    ['platform', 'resource', 'token_unknown', 'developer'],
    () => idOf(userinfo(app, 'at_1.of-another-server')),
  ],
  [
    'a token without the scope',
    ['school', 'resource', 'token_scope', 'developer'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return idOf(app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${token}` } }));
    },
  ],
];

interface Shown {
  html: string;
  said: string;
}

/** Reads both pages again and again. @returns when each request was first shown, and how */
function watching() {
  const seen: Record<Where, Map<string, Shown>> = { school: new Map(), platform: new Map() };
  const sentAt = new Map<string, number>();
  let isOver = false;
  /** From the newest to those that were seen before. */
  async function look(where: Where, path: string): Promise<void> {
    const { body, status } = await ruth.get(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    let isNew = false;
    for (const html of body.split('<li><div><h2>').slice(1)) {
      const [item = ''] = html.split('</li>', 1);
      const id = /<code>([^<]+)<\/code><\/dd><\/div><\/dl>/.exec(item)?.[1] ?? '';
      if (seen[where].has(id)) continue;
      isNew = true;
      seen[where].set(id, { html: item, said: said({ body: `<main>${item}` }) });
    }
    const older = /href="([^"]*\?before=\d+)"/.exec(body)?.[1];
    if (isNew && older !== undefined) await look(where, older);
  }
  const done = (async () => {
    while (!isOver) {
      await look('school', SCHOOL_PAGE);
      await look('platform', PLATFORM_PAGE);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await look('school', SCHOOL_PAGE);
    await look('platform', PLATFORM_PAGE);
  })();
  return {
    sentAt,
    async shown(where: Where, id: string): Promise<Shown | undefined> {
      const end = (sentAt.get(id) ?? 0) + WITHIN_MS;
      while (!seen[where].has(id) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      return seen[where].get(id);
    },
    other: (where: Where, id: string): boolean => seen[where === 'school' ? 'platform' : 'school'].has(id),
    async end(): Promise<void> {
      isOver = true;
      await done;
    },
  };
}

t.test('every fault is explained where it belongs within five seconds', async (t) => {
  const watch = watching();
  const checks: Promise<void>[] = [];
  const ids: [where: Where, id: string, name: string][] = [];
  for (const [name, [where, step, rule, who], act] of FAULTS) {
    const id = await act();
    watch.sentAt.set(id, performance.now());
    ids.push([where, id, name]);
    checks.push(
      watch.shown(where, id).then((shown) => {
        if (shown === undefined) return void t.fail(`${name}: nothing was shown for ${id}`);
        const [refused, change] = text.rules[rule];
        t.ok(shown.said.includes(`${text.steps[step]}: `), `${name}: the step ${step}: ${shown.said}`);
        t.ok(shown.said.includes(refused), `${name}: the rule ${rule}: ${shown.said}`);
        t.ok(shown.said.includes(change), `${name}: what to change`);
        t.ok(shown.said.includes(text.who[who]), `${name}: who can: ${shown.said}`);
        t.notMatch(shown.html, /cs_|at_\d|rt_\d|code=|code_verifier=/, `${name}: no secret`);
      }),
    );
  }
  await Promise.all(checks);
  await watch.end();
  for (const [where, id, name] of ids) t.notOk(watch.other(where, id), `${name}: nowhere else`);
  t.ok(FAULTS.length >= 30, `${FAULTS.length} faults`);
});

/** A server of other settings, whose attempts its own operator sees. */
const OTHER_SERVERS: readonly (readonly [string, Record<string, string>, Fault[1], InjectOptions])[] = [
  [
    'registration that is off',
    { REGISTRATION: 'off' },
    ['platform', 'registration', 'registration_off', 'school'],
    { method: 'POST', url: '/api/oauth/register', payload: {} },
  ],
  [
    'a proxy that reports http',
    {
      BASE_URL: 'https://id.example.com',
      TRUST_PROXY: '127.0.0.1',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    ['platform', 'token', 'insecure_transport', 'server'],
    { method: 'POST', url: '/api/oauth/token', headers: { 'x-forwarded-proto': 'http' } },
  ],
];

for (const [name, more, [, step, rule, who], request] of OTHER_SERVERS) {
  t.test(`${name} is explained`, async (t) => {
    const { app } = await testApp(t, { env: { ...env, ...more } });
    const id = await idOf(app.inject(request));
    const end = performance.now() + WITHIN_MS;
    const list = async () => (await app.connectionAttempts.page('', { first: 5 }, app.clock())).attempts;
    while ((await list()).length === 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 100));
    const [one] = await list();
    t.match(one, { requestId: id, step, rule });
    t.ok(whoChanges(rule).includes(who));
  });
}
