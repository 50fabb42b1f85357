// slow, sqlite
/**
 * Faults of clients and proxies as they happen, made by real client libraries and by hand: the page of the school, or of the
 * platform, names the step, the rule, what to change and who can, within five seconds.
 */
import { connect } from 'node:net';
import * as mcp from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as oidc from 'openid-client';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { AttemptRule, AttemptStep } from '../../schema/attempts/connection-attempt.ts';
import { ruleKey, whoChanges } from '../../schema/attempts/connection-attempt.ts';
import type { Who } from '../../schema/refusals/row.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type Answer, documentFor, documentHost, isDown, JSON_TYPE, served, testCa } from '../support/document-host.ts';
import {
  authorize,
  authorizeUrl,
  challengeOf,
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
import { codeAt, setUpApp } from '../support/second-factor.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { disable } from '../support/standing.ts';
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
  expected: readonly [
    where: Where,
    step: AttemptStep,
    rule: AttemptRule | null,
    who: Who | readonly Who[],
    cause: string,
  ],
  act: () => Promise<string>,
];

/** A client with a document of its own, from a network of its own: each may ask for few documents. */
let networks = 0;
const asDocument = (name: string, answer?: Answer) => {
  const { id } = documentOf(name);
  if (answer !== undefined) hosts.answer(id, answer);
  const url = authorizeUrl(documentOf(name), makeVerifier(), { scope: 'openid courses:read' });
  networks += 1;
  return idOf(app.inject({ url, headers: { accept: 'text/html' }, remoteAddress: `203.0.113.${networks}` }));
};

/** A code, whose exchange gets another verifier than its own. */
const verified = (verifier: string | undefined) => async () =>
  idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { code_verifier: verifier }));

const sentCode = (change: (code: string) => string) => async () => {
  const code = await authorize(app, PORTAL);
  return idOf(exchange(app, PORTAL, { ...code, code: change(code.code) }));
};

const posted = (url: string, payload: string, headers: Record<string, string>) =>
  idOf(app.inject({ method: 'POST', url, payload, headers }));

let adminTokens: ReturnType<typeof obtainTokens> | undefined;
/** What an app sends to make a course. */
const toAdminApi = async (payload: string, type: string) => {
  adminTokens ??= obtainTokens(app, DEMO.adminTool, { scope: 'openid courses:write' }, { email: RUTH });
  const { access_token: token } = await adminTokens;
  return posted('/api/v1/courses', payload, { authorization: `Bearer ${token}`, 'content-type': type });
};

/** A message to the tools of the school. */
const message = (payload: string, headers: Record<string, string> = {}) =>
  posted('/mcp?school=riverside', payload, {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  });
/** Of the authenticator app of Ben, once it is set up. */
let authenticator = '';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

const setMember = (person: string, status: string) =>
  file.edit(
    `update memberships set status = ? where person_id = ? and site_id = 'site_demo_riverside'`,
    status,
    person,
  );

/** What a person sees who signs in when an app asks. */
const signsIn = (email: string) => idOf(open(PORTAL, email).then(({ page }) => page));

const documentOf = (name: string): TestClient => ({
  id: `https://${name}.example/client.json`,
  redirectUri: 'http://127.0.0.1:49152/callback',
  secret: undefined,
});

/** Faults that a rule has beside others, each with a cause of its own. Those that change people and apps come last. */
const SIBLINGS: readonly Fault[] = [
  [
    'a deleted client',
    ['platform', 'authorize', 'unknown_client', ['developer', 'school'], 'but no app has it now'],
    () => asked({ ...PORTAL, id: `c_${'a'.repeat(22)}` }),
  ],
  [
    'PKCE without a method',
    ['school', 'authorize', 'pkce_required', 'developer', 'came without code_challenge_method'],
    () => asked(PORTAL, { code_challenge_method: undefined }),
  ],
  [
    'plain PKCE',
    ['school', 'authorize', 'pkce_required', 'developer', 'code_challenge_method=plain instead of S256'],
    () => asked(PORTAL, { code_challenge_method: 'plain' }),
  ],
  [
    'a challenge with padding',
    ['school', 'authorize', 'pkce_required', 'developer', 'isn’t 43 characters of base64url: it has 44'],
    () => asked(PORTAL, { code_challenge: `${'a'.repeat(43)}=` }),
  ],
  [
    'no verifier',
    ['school', 'token', 'pkce_mismatch', 'developer', 'The token request has no code_verifier.'],
    verified(undefined),
  ],
  [
    'a short verifier',
    ['school', 'token', 'pkce_mismatch', 'developer', 'it has 12 characters, and must have 43 to 128'],
    verified('short-secret'),
  ],
  [
    'the challenge as verifier',
    ['school', 'token', 'pkce_mismatch', 'developer', 'The app sent the code_challenge itself as code_verifier.'],
    async () => {
      const code = await authorize(app, PORTAL);
      return idOf(exchange(app, PORTAL, code, { code_verifier: challengeOf(code.verifier) }));
    },
  ],
  [
    'a redirect URI with another query',
    ['school', 'token', 'redirect_uri_mismatch', 'developer', 'has a different query in the token request'],
    async () => {
      const redirect = `${PORTAL.redirectUri}?session=secret`;
      return idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { redirect_uri: redirect }));
    },
  ],
  [
    'a code with something after it',
    ['school', 'token', 'code_unknown', 'developer', 'it has 45 characters after the dot instead of 43'],
    sentCode((code) => `${code}%0`),
  ],
  [
    'a code of another server',
    ['school', 'token', 'code_unknown', 'developer', 'What was sent as code doesn’t have the form of this server’s'],
    sentCode(() => 'SplxlOBeZQQYbYS6WxSbIA'),
  ],
  [
    'a code with a changed character',
    ['school', 'token', 'code_unknown', 'developer', 'What was sent as code has the right form and length'],
    sentCode((code) => code.slice(0, -2) + (code.endsWith('AA') ? 'BB' : 'AA')),
  ],
  [
    'a refresh token that was cut off',
    ['school', 'refresh', 'token_unknown', 'developer', 'What was sent as refresh_token is cut off: 40 of 43'],
    async () => {
      const { refresh_token: token } = await obtainTokens(app, PORTAL);
      return idOf(refresh(app, PORTAL, token.slice(0, -3)));
    },
  ],
  [
    'the secret of another application',
    [
      'school',
      'token',
      'client_secret_wrong',
      ['developer', 'school'],
      'is complete, but isn’t that of this application',
    ],
    async () => idOf(exchange(app, { ...PORTAL, secret: `cs_${'x'.repeat(43)}` }, await authorize(app, PORTAL))),
  ],
  [
    'a person who goes back',
    ['school', 'consent', 'denied_by_person', 'person', 'The person cancelled before deciding.'],
    async () => {
      const browser = new Browser(app);
      const page = await browser.get(authorizeUrl(PORTAL, makeVerifier()));
      return idOf(browser.submit(page, '/cancel'));
    },
  ],
  [
    'a page that was answered',
    ['platform', 'consent', 'page_closed', 'person', 'The page had already been answered'],
    async () => {
      const { browser, page } = await open(PORTAL, 'ben@riverside.example');
      await browser.submit(page, '/decision', { decision: 'deny' });
      return idOf(browser.submit(page, '/decision', { decision: 'allow' }));
    },
  ],
  [
    'a page in another browser',
    ['platform', 'consent', 'page_closed', 'person', 'The page was opened in a different browser'],
    async () => {
      const { page } = await open(PORTAL, 'ben@riverside.example');
      return idOf(new Browser(app).submit(page, '/decision', { decision: 'allow' }));
    },
  ],
  [
    'a second factor that is asked for',
    ['school', 'sign_in', null, 'person', 'and the person is being asked for the second factor.'],
    async () => {
      authenticator = (await setUpApp(await signedIn(app, 'ben@riverside.example'), clock)).secret;
      return signsIn('ben@riverside.example');
    },
  ],
  [
    'a wrong code of the second factor',
    ['school', 'sign_in', 'sign_in_failed', 'person', 'the code of the second factor was wrong.'],
    async () => {
      const { browser, page } = await open(PORTAL, 'ben@riverside.example');
      return idOf(browser.submit(page, '/sign-in', { code: codeAt(authenticator, clock.now - 3_600_000) }));
    },
  ],
  [
    'a document at another address',
    ['platform', 'document', 'client_document_missing', 'developer', 'with a redirect (status 302)'],
    () => asDocument('moved', served('', { location: 'https://moved.example/' }, 302)),
  ],
  [
    'a page in place of a document',
    ['platform', 'document', 'client_document_invalid', 'developer', 'the content type text/html; charset=utf-8'],
    () => asDocument('page', served('<p>Hello</p>', { 'content-type': 'text/html; charset=utf-8' })),
  ],
  [
    'a document behind a protection against bots',
    ['platform', 'document', 'client_document_refused', 'developer', 'refused this server with status 403'],
    () => asDocument('guarded', served('', {}, 403)),
  ],
  [
    'a document with a secret',
    ['platform', 'document', 'client_document_invalid', 'developer', '“the document contains a client_secret”'],
    () => {
      const document = documentFor(documentOf('secret').id, { client_secret: 'any' });
      return asDocument('secret', served(JSON.stringify(document), JSON_TYPE));
    },
  ],
  [
    'a document whose host has no address',
    ['platform', 'document', 'client_document_unreachable', 'developer', 'The server can’t find a public address'],
    () => {
      hosts.resolveTo('nowhere.example', async () => {
        throw new Error('queryA ENOTFOUND nowhere.example');
      });
      return asDocument('nowhere');
    },
  ],
  [
    'a document whose host refuses connections',
    ['platform', 'document', 'client_document_unreachable', 'developer', 'refused the connection.'],
    () => {
      hosts.resolveTo('closed.example', ['93.184.215.15']);
      hosts.dialTo('93.184.215.15', () => connect(1, '127.0.0.1'));
      return asDocument('closed');
    },
  ],
  [
    'a document whose host has an old certificate',
    ['platform', 'document', 'client_document_unreachable', 'developer', 'isn’t valid: “certificate has expired”'],
    () => {
      const [notBefore, notAfter] = [new Date('2020-01-01'), new Date('2020-02-01')];
      hosts.present('expired.example', testCa.contextFor('expired.example', { notBefore, notAfter }));
      return asDocument('expired');
    },
  ],
  [
    'a registration whose body has no content type',
    ['platform', 'registration', 'wrong_format', 'developer', 'The body was sent without a content type.'],
    () => posted('/api/oauth/register', '{}', {}),
  ],
  [
    'a token request at a wrong path',
    ['platform', 'token', 'wrong_address', ['developer', 'server'], 'The right address is /api/oauth/token.'],
    () => posted('/oauth/token', 'grant_type=refresh_token', { 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  [
    'metadata under another public name',
    ['platform', 'discovery', 'other_host', 'server', 'http://school.example, but BASE_URL is http://127.0.0.1:3000'],
    () => idOf(app.inject({ url: '/.well-known/oauth-protected-resource', headers: { host: 'school.example' } })),
  ],
  [
    'a message for another host',
    ['school', 'resource', 'origin_foreign', 'server', 'for the host backend:3000, but this server is 127.0.0.1:3000'],
    () => message(LIST, { host: 'backend:3000' }),
  ],
  [
    'a message that is no JSON',
    ['school', 'resource', 'message_refused', 'developer', 'The body isn’t valid JSON.'],
    () => message('{'),
  ],
  [
    'a message that no answer would suit',
    ['school', 'resource', 'message_refused', 'developer', 'The header Accept is “text/html”'],
    () => message(LIST, { accept: 'text/html' }),
  ],
  [
    'an app that a person has disconnected',
    ['school', 'refresh', 'token_revoked', 'person', 'The person disconnected the app on Nov 21, 2026'],
    async () => {
      const { refresh_token: token } = await obtainTokens(app, PORTAL);
      const ana = await signedIn(app, 'ana@riverside.example');
      const end = linksOf(await ana.get('/account/connected-apps')).find((link) => link.endsWith('/end')) ?? '';
      await ana.submit(await ana.get(end), '/end');
      return idOf(refresh(app, PORTAL, token));
    },
  ],
  [
    'an application that was disabled',
    ['school', 'resource', 'grant_ended', ['school', 'person'], 'because the application was disabled.'],
    async () => {
      const { access_token: token } = await obtainTokens(app, DEMO.notebook);
      await disable(file, 'clients', 'c_demo_notebook');
      return idOf(userinfo(app, token));
    },
  ],
  [
    'the token of an app that the platform has blocked',
    ['school', 'resource', 'grant_ended', ['platform', 'person'], 'because the app was blocked on this platform.'],
    async () => {
      const { access_token: token } = await tokensOf(documentOf('blocked'));
      return idOf(userinfo(app, token));
    },
  ],
  [
    'a refresh by an app that the platform has blocked',
    ['platform', 'refresh', 'client_blocked', 'platform', 'The app is blocked on this platform.'],
    async () => {
      const { refresh_token: token } = await tokensOf(documentOf('banned'));
      return idOf(refresh(app, documentOf('banned'), token));
    },
  ],
  [
    'the connection of a member who is suspended',
    ['school', 'refresh', 'grant_ended', ['school', 'person'], 'access to the school was suspended.'],
    async () => {
      const { refresh_token: token } = await obtainTokens(app, PORTAL);
      await setMember('usr_demo_ana', 'suspended');
      return idOf(refresh(app, PORTAL, token));
    },
  ],
  [
    'a member who is suspended',
    ['school', 'membership', 'not_a_member', 'school', 'Ana Lima’s access to this school is suspended'],
    () => signsIn('ana@riverside.example'),
  ],
  [
    'a member who was removed',
    ['school', 'membership', 'not_a_member', 'school', 'was a member of this school, and was removed.'],
    async () => {
      await setMember('usr_demo_ivan', 'removed');
      return signsIn('ivan@riverside.example');
    },
  ],
];

/** What an app had that the platform has blocked since. */
async function tokensOf(blocked: TestClient) {
  hosts.serve(blocked.id, documentFor(blocked.id));
  const tokens = await obtainTokens(app, blocked, { scope: 'openid courses:read' }, { email: RUTH });
  await disable(file, 'clients', blocked.id);
  return tokens;
}

const FAULTS: readonly Fault[] = [
  [
    'another redirect URI',
    [
      'school',
      'authorize',
      'redirect_uri_not_registered',
      ['school', 'developer'],
      'The app asked for the redirect URI https://portal.riverside.example/other?…, which isn’t registered for it. Registered are: https://portal.riverside.example/oauth/callback',
    ],
    () => asked(PORTAL, { redirect_uri: 'https://portal.riverside.example/other?code=secret' }),
  ],
  [
    'an unknown client',
    [
      'platform',
      'authorize',
      'unknown_client',
      ['developer', 'school'],
      'No app has this client ID, and it doesn’t have the form of this server’s client IDs: it has 10 characters',
    ],
    () => asked({ ...PORTAL, id: 'c_mistyped' }),
  ],
  [
    'no PKCE',
    ['school', 'authorize', 'pkce_required', 'developer', 'The app doesn’t use PKCE: it sent no code_challenge.'],
    () => asked(PORTAL, { code_challenge: undefined, code_challenge_method: undefined }),
  ],
  [
    'response_type=token',
    ['school', 'authorize', 'response_type_unsupported', 'developer', 'The app asked for response_type=token'],
    () => asked(PORTAL, { response_type: 'token' }),
  ],
  [
    'no state',
    [
      'school',
      'authorize',
      'missing_parameter',
      'developer',
      'The parameter state is missing. The app’s developer App named by the request, not proven The app’s developer: Send state.',
    ],
    () => asked(PORTAL, { state: undefined }),
  ],
  [
    'a scope that does not exist',
    ['school', 'authorize', 'scope_unknown', 'developer', 'There is no scope “everything”.'],
    () => asked(PORTAL, { scope: 'openid everything' }),
  ],
  [
    'a scope beyond the application',
    ['school', 'authorize', 'scope_outside_client', ['developer', 'school'], 'The app may not request courses:write.'],
    () => asked(PORTAL, { scope: 'openid courses:write' }),
  ],
  [
    'the resource of another server',
    [
      'school',
      'authorize',
      'resource_invalid',
      'developer',
      'The app asked for the resource https://elsewhere.example, but this server is http://127.0.0.1:3000.',
    ],
    () => asked(PORTAL, { resource: 'https://elsewhere.example' }),
  ],
  [
    'a wrong verifier',
    [
      'school',
      'token',
      'pkce_mismatch',
      'developer',
      'The code_verifier is well formed (43 characters), but the code_challenge of this code was calculated from another one.',
    ],
    async () => idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { code_verifier: makeVerifier() })),
  ],
  [
    'another redirect URI at the exchange',
    [
      'school',
      'token',
      'redirect_uri_mismatch',
      'developer',
      'was https://portal.riverside.example/oauth/callback in the authorization request, and is https://portal.riverside.example/oauth/callback/ in the token request.',
    ],
    async () => idOf(exchange(app, PORTAL, await authorize(app, PORTAL), { redirect_uri: `${PORTAL.redirectUri}/` })),
  ],
  [
    'a code that is redeemed twice',
    [
      'school',
      'token',
      'code_replayed',
      'developer',
      'The authorization code was redeemed a second time, 0 s after the first',
    ],
    async () => {
      const code = await authorize(app, PORTAL);
      await exchange(app, PORTAL, code);
      return idOf(exchange(app, PORTAL, code));
    },
  ],
  [
    'a code that is too old',
    [
      'school',
      'token',
      'code_expired',
      'developer',
      'The authorization code is valid for one minute, and came 1 s too late.',
    ],
    async () => {
      const code = await authorize(app, PORTAL);
      clock.advance(61_000);
      return idOf(exchange(app, PORTAL, code));
    },
  ],
  [
    'the code of another client',
    [
      'school',
      'token',
      'code_of_another_client',
      'developer',
      'The code or token was issued to Demo Portal, and another client ID sent it.',
    ],
    async () => {
      const code = await authorize(app, PORTAL);
      return idOf(exchange(app, DEMO.cli, code));
    },
  ],
  [
    'a code that was cut off',
    [
      'school',
      'token',
      'code_unknown',
      'developer',
      'What was sent as code is cut off: 39 of 43 characters after the dot.',
    ],
    async () => {
      const code = await authorize(app, PORTAL);
      return idOf(exchange(app, PORTAL, { ...code, code: code.code.slice(0, -4) }));
    },
  ],
  [
    'a wrong secret',
    [
      'school',
      'token',
      'client_secret_wrong',
      ['developer', 'school'],
      'The client_secret that was sent isn’t one of this server’s',
    ],
    async () => idOf(exchange(app, { ...PORTAL, secret: 'cs_wrong' }, await authorize(app, PORTAL))),
  ],
  [
    'a library that uses HTTP Basic',
    ['school', 'token', 'client_auth_method', 'developer', 'as HTTP Basic, which isn’t supported.'],
    () => givesUp(codeGrant(oidc.ClientSecretBasic('cs_any'))),
  ],
  [
    'a library that signs an assertion, with a clock of its own',
    ['school', 'token', 'client_auth_method', 'developer', 'The app sent a signed assertion (client_assertion)'],
    async () => givesUp(codeGrant(oidc.PrivateKeyJwt(await ecKey()))),
  ],
  [
    'a library without the secret',
    ['school', 'token', 'client_secret_missing', 'developer', 'The application has a secret, and none was sent.'],
    () => givesUp(codeGrant(oidc.None())),
  ],
  [
    'a library that wants client credentials',
    ['school', 'token', 'grant_type_unsupported', 'developer', 'The app asked for the grant type client_credentials'],
    () => givesUp((fetch) => oidc.clientCredentialsGrant(library(oidc.ClientSecretPost('cs_any'), fetch))),
  ],
  [
    'a secret of a public client',
    ['school', 'refresh', 'client_secret_unexpected', 'developer', 'The application has no secret, but one was sent.'],
    async () => idOf(refresh(app, DEMO.cli, 'rt_1.unknown', { client_secret: 'cs_invented' })),
  ],
  [
    'an old refresh token',
    [
      'school',
      'refresh',
      'refresh_reuse',
      'developer',
      'An old refresh token was sent again although its replacement had been used',
    ],
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
    [
      'school',
      'refresh',
      'token_revoked',
      'developer',
      'The app itself ended the connection, by revoking its token on Nov 21, 2026',
    ],
    async () => {
      const { refresh_token: token } = await obtainTokens(app, PORTAL);
      await postForm(app, '/api/oauth/revoke', { token, client_id: PORTAL.id, client_secret: PORTAL.secret });
      return idOf(refresh(app, PORTAL, token));
    },
  ],
  [
    'JSON at the token endpoint',
    [
      'school',
      'token',
      'wrong_format',
      'developer',
      'The body was sent as application/json, which this address doesn’t accept. The app’s developer App named by the request, not proven The app’s developer: Send it as application/x-www-form-urlencoded.',
    ],
    () => idOf(app.inject({ method: 'POST', url: '/api/oauth/token?client_id=c_demo_portal', payload: {} })),
  ],
  ...['text/plain', 'application/x-www-form-urlencoded'].map(
    (type): Fault => [
      `${type} at the admin API`,
      [
        'school',
        'resource',
        'wrong_format',
        'developer',
        `The body was sent as ${type}, which this address doesn’t accept. The app’s developer The app’s developer: Send it as application/json.`,
      ],
      () => toAdminApi('title=Weaving', type),
    ],
  ),
  [
    'broken JSON at the admin API',
    [
      'school',
      'resource',
      'malformed_request',
      'developer',
      'The body isn’t valid JSON. The app’s developer The app’s developer: Send valid JSON',
    ],
    () => toAdminApi('{"title":', 'application/json'),
  ],
  [
    'GET at the token endpoint',
    ['platform', 'token', 'wrong_method', 'developer', 'The request came with GET; this address accepts only POST.'],
    () => idOf(app.inject('/api/oauth/token')),
  ],
  [
    'a person of another school',
    [
      'school',
      'membership',
      'not_a_member',
      ['person', 'school'],
      'The account that signed in was never a member of this school.',
    ],
    () => idOf(open(PORTAL, 'mila@harbour.example').then(({ page }) => page)),
  ],
  [
    'the school of the request is not the one of the person',
    [
      'school',
      'membership',
      'not_a_member',
      ['developer', 'person', 'school'],
      'The app’s request names this school, and the account that signed in was never a member of it.',
    ],
    () => {
      const named = documentOf('named');
      hosts.serve(named.id, documentFor(named.id));
      const school = { scope: 'openid courses:read', school_id: 'site_demo_riverside' };
      return idOf(open(named, 'mila@harbour.example', school).then(({ page }) => page));
    },
  ],
  [
    'a wrong password',
    ['school', 'sign_in', 'sign_in_failed', 'person', 'The e-mail address or the password was wrong.'],
    () => idOf(open(PORTAL, 'ana@riverside.example', {}, 'not-the-password').then(({ page }) => page)),
  ],
  [
    'a person who does not allow it',
    ['school', 'consent', 'denied_by_person', 'person', 'The person chose not to allow access.'],
    async () => {
      const { browser, page } = await open(PORTAL, 'ben@riverside.example');
      return idOf(browser.submit(page, '/decision', { decision: 'deny' }));
    },
  ],
  [
    'a document whose host is down',
    ['platform', 'document', 'client_document_unreachable', 'developer', 'broke off before there was an answer.'],
    () => {
      hosts.answer(documentOf('down').id, isDown);
      return asDocument('down');
    },
  ],
  [
    'a document that is not there',
    ['platform', 'document', 'client_document_missing', 'developer', 'its host answered with status 404.'],
    () => {
      hosts.answer(documentOf('gone').id, served('', {}, 404));
      return asDocument('gone');
    },
  ],
  [
    'a document with the id of another',
    [
      'platform',
      'document',
      'client_document_invalid',
      'developer',
      'isn’t valid: “client_id is https://other.example/client.json/, not the URL of the document”.',
    ],
    () => {
      hosts.serve(documentOf('other').id, documentFor(`${documentOf('other').id}/`));
      return asDocument('other');
    },
  ],
  [
    'an app that the school has not offered to its members',
    ['platform', 'authorize', 'client_not_adopted', 'school', 'The school doesn’t offer this app to its members yet.'],
    () => {
      hosts.serve(documentOf('new').id, documentFor(documentOf('new').id));
      return asked(documentOf('new'), { scope: 'openid account:read' });
    },
  ],
  [
    'a client of the SDK that registers an https address',
    [
      'platform',
      'registration',
      'redirect_uri_not_allowed',
      ['developer', 'school'],
      'Apps can’t register this redirect URI themselves.',
    ],
    () => givesUp(looking(new McpTool({ redirectUrl: 'https://tool.example/callback' }))),
  ],
  [
    'a registration without a content type',
    [
      'platform',
      'registration',
      'wrong_format',
      'developer',
      'Nothing was sent: the request has neither a body nor a content type. The app’s developer The app’s developer: Send the data as application/json.',
    ],
    () => idOf(app.inject({ method: 'POST', url: '/api/oauth/register' })),
  ],
  [
    'a proxy that drops the Authorization header',
    ['platform', 'resource', 'token_missing', ['developer', 'server'], 'An app’s first call is always like this.'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token), ({ headers }) => void delete headers.authorization);
    },
  ],
  [
    'a proxy that passes on its own name',
    [
      'platform',
      'discovery',
      'other_host',
      'server',
      'The request arrived as http://backend:3000, an internal name, and not as http://127.0.0.1:3000 (BASE_URL)',
    ],
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
    [
      'platform',
      'registration',
      'wrong_address',
      ['developer', 'server'],
      'There is nothing at /register. The right address is /api/oauth/register.',
    ],
    () =>
      givesUp(looking(new McpTool()), (request) => {
        request.url = String(request.url).replace('/.well-known/', '/.hidden/');
      }),
  ],
  [
    'a message of the SDK from another site',
    ['school', 'resource', 'origin_foreign', 'server', 'The web page https://pages.example used the tools'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token, { origin: 'https://pages.example' }), (request) => {
        request.url = `${request.url}&school=riverside`;
      });
    },
  ],
  [
    'a version of MCP that nobody knows',
    [
      'school',
      'resource',
      'message_refused',
      'developer',
      'The app sent the protocol version 1999-01-01, but the server supports 2026-07-28, 2025-11-25',
    ],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return givesUp(speaking(token), ({ headers }) => {
        headers['mcp-protocol-version'] = '1999-01-01';
      });
    },
  ],
  [
    'a token of another server',
    ['platform', 'resource', 'token_unknown', 'developer', 'What was sent as Authorization is cut off'],
    () => idOf(userinfo(app, 'at_1.of-another-server')),
  ],
  [
    'a token without the scope',
    [
      'school',
      'resource',
      'token_scope',
      'developer',
      'The token lacks the scope courses:read, which this call needs.',
    ],
    async () => {
      const { access_token: token } = await obtainTokens(app, DEMO.adminTool, { scope: 'openid' }, { email: RUTH });
      return idOf(app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${token}` } }));
    },
  ],
  [
    'a token whose app cannot have the scope',
    ['school', 'resource', 'scope_outside_client', ['developer', 'school'], 'The app may not request courses:read.'],
    async () => {
      const { access_token: token } = await obtainTokens(app, PORTAL);
      return idOf(app.inject({ url: '/api/v1/courses', headers: { authorization: `Bearer ${token}` } }));
    },
  ],
  ...SIBLINGS,
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
    for (const html of body.split(/<li class="step/).slice(1)) {
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
  const causes = new Map<string, string>();
  for (const [name, [where, step, rule, who, cause], act] of FAULTS) {
    const id = await act();
    watch.sentAt.set(id, performance.now());
    ids.push([where, id, name]);
    checks.push(
      watch.shown(where, id).then((shown) => {
        if (shown === undefined) return void t.fail(`${name}: nothing was shown for ${id}`);
        t.ok(shown.said.includes(`${text.steps[step]}: `), `${name}: the step ${step}: ${shown.said}`);
        t.ok(rule === null || shown.html.includes(`<code>${rule}</code>`), `${name}: the rule ${rule}: ${shown.said}`);
        t.ok(shown.said.includes(cause), `${name}: the cause: ${shown.said}`);
        const [, ...groups] = shown.html.split('<p><b>').map((part) => part.split(':</b> ', 1)[0]);
        t.strictSame(
          groups,
          [who].flat().map((one) => text.who[one]),
          `${name}: who has a step: ${shown.said}`,
        );
        const explained = shown.html.slice(shown.html.indexOf('<p class="said">'), shown.html.indexOf('<details'));
        t.equal(causes.get(explained), undefined, `${name} is told from every other`);
        causes.set(explained, name);
        t.notMatch(shown.html, /cs_\w|at_\d|rt_\d|code=|code_verifier=/, `${name}: no secret`);
      }),
    );
  }
  await Promise.all(checks);
  await watch.end();
  for (const [where, id, name] of ids) t.notOk(watch.other(where, id), `${name}: nowhere else`);
  t.ok(FAULTS.length >= 75, `${FAULTS.length} faults`);
  t.equal(causes.size, FAULTS.length, 'each has an explanation of its own');
});

/** A server of other settings, whose attempts its own operator sees. */
const OTHER_SERVERS: readonly (readonly [
  string,
  Record<string, string>,
  Where,
  AttemptStep,
  AttemptRule,
  Who,
  InjectOptions,
])[] = [
  [
    'registration that is off',
    { REGISTRATION: 'off' },
    'platform',
    'registration',
    'registration_off',
    'school',
    { method: 'POST', url: '/api/oauth/register', payload: {} },
  ],
  [
    'a proxy that reports http',
    {
      BASE_URL: 'https://id.example.com',
      TRUST_PROXY: '127.0.0.1',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    'platform',
    'token',
    'insecure_transport',
    'server',
    { method: 'POST', url: '/api/oauth/token', headers: { 'x-forwarded-proto': 'http' } },
  ],
];

for (const [name, more, , step, rule, who, request] of OTHER_SERVERS) {
  t.test(`${name} is explained`, async (t) => {
    const { app } = await testApp(t, { env: { ...env, ...more } });
    const id = await idOf(app.inject(request));
    const end = performance.now() + WITHIN_MS;
    const list = async () => (await app.connectionAttempts.page('', { first: 5 }, app.clock())).attempts;
    while ((await list()).length === 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 100));
    const [one] = await list();
    t.match(one, { requestId: id, step, rule });
    t.ok(whoChanges(ruleKey(rule)).includes(who));
  });
}

t.test('an app that never stores its new refresh token is told from one that uses an old one again', async (t) => {
  const { app, clock } = await testApp(t, { env: { ...env, REFRESH_REPEAT_DAYS: '0' } });
  const { refresh_token: first } = await obtainTokens(app, PORTAL);
  await refresh(app, PORTAL, first);
  clock.advance(31_000);
  const id = await idOf(refresh(app, PORTAL, first));
  const owner = await signedIn(app, RUTH);
  const end = performance.now() + WITHIN_MS;
  let page = '';
  while (!page.includes(id) && performance.now() < end) page = (await owner.get(SCHOOL_PAGE)).body;
  t.match(said({ body: page }), 'and the app never used its replacement, so the connection was ended.');
});

t.test('the page of a school names no stranger, no app of others, and nothing inside our network', async (t) => {
  const watch = watching();
  const explained = async (where: Where, act: () => Promise<string>): Promise<string> => {
    const id = await act();
    watch.sentAt.set(id, performance.now());
    const shown = await watch.shown(where, id);
    return /<p class="said">[\s\S]*?<details/.exec(shown?.html ?? '')?.[0] ?? `nothing was shown for ${id}`;
  };
  const stranger = await explained('school', () => signsIn('mila@harbour.example'));
  t.match(stranger, 'was never a member of this school');
  t.notMatch(stranger, /mila|harbour/i, 'a person of another school');

  const shared = documentOf('shared');
  hosts.serve(shared.id, documentFor(shared.id, { client_name: 'Everywhere' }));
  const codeOfShared = async () => {
    const scope = { scope: 'openid courses:read', school_id: 'site_demo_riverside' };
    return idOf(exchange(app, DEMO.cli, await authorize(app, shared, scope, { email: RUTH })));
  };
  const other = await explained('school', codeOfShared);
  t.match(other, text.rules.code_of_another_client[0]);
  t.notMatch(other, 'Everywhere', 'an app that is not of the school');

  hosts.resolveTo('missing.example', async () => {
    throw new Error('queryA ENOTFOUND missing.example');
  });
  hosts.resolveTo('inside.example', ['10.0.0.7']);
  const missing = await explained('platform', () => asDocument('missing'));
  t.match(missing, 'The server can’t find a public address');
  t.equal(await explained('platform', () => asDocument('inside')), missing, 'an address inside is not told from none');
  await watch.end();
});
