// slow, sqlite
/** What the scripts of another site may read, tried by such a script in a real Chromium (A18). */
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { REGISTRATION_PER_NETWORK } from '../../schema/throttle.ts';
import { inParallel } from '../faults/report.ts';
import { authorizeUrl, clientApp, html, launch, noChromium, visitor } from '../support/chromium.ts';
import { databaseFile } from '../support/database-edit.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';

const ANA = 'ana@riverside.example';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
/** What the clients of MCP add to every request; it makes the browser ask first. */
const MCP = { 'mcp-protocol-version': '2025-11-25' };
const FORM = 'application/x-www-form-urlencoded';
const DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/account/graphql',
  '/.well-known/jwks.json',
];
const ENDPOINTS = ['token', 'register', 'revoke', 'introspect', 'userinfo'].map((name) => `/api/oauth/${name}`);

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  credentials?: 'include';
}

/** What a script holds in its hands after `fetch`. */
interface Seen {
  /** `undefined` when the browser kept the answer to itself. */
  status: number | undefined;
  headers: Record<string, string>;
  body: string;
}

const seenBy = (page: Page, url: string, request: Request = {}): Promise<Seen> =>
  page.evaluate<Seen, [string, Request]>(
    async ([url, request]) => {
      try {
        const response = await fetch(url, request);
        const headers = Object.fromEntries(response.headers.entries());
        return { status: response.status, headers, body: await response.text() };
      } catch (error) {
        return { status: undefined, headers: {}, body: String(error) };
      }
    },
    [url, request],
  );

const errorOf = ({ body }: Seen): unknown => (JSON.parse(body) as Record<string, unknown>).error;

const sendingForm = (fields: Record<string, string>, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  headers: { 'content-type': FORM, ...headers },
  body: new URLSearchParams(fields).toString(),
});

const sendingJson = (body: unknown): Request => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...MCP },
  body: JSON.stringify(body),
});

t.test('a script of another site in Chromium', { skip: noChromium }, async (t) => {
  // One of its tests locks the file.
  const { url: databaseUrl } = databaseFile(t, 'sqlite');
  const { origin } = await startServer(t, { ...TEST_SETTINGS, DATABASE_URL: databaseUrl });
  const browser = await launch(t);
  const app = await clientApp(t, (_request, response) => html(response, '<h1>Another site</h1>'));
  // Another site and not only another port: no cookie of ours would go along either.
  const elsewhere = app.origin.replace('127.0.0.1', 'localhost');

  const scriptElsewhere = async (t: Test): Promise<Page> => {
    const { page } = await visitor(t, browser);
    await page.goto(elsewhere);
    return page;
  };

  /** A person allows it; the code is exchanged by the script. */
  async function tokensFor(page: Page, scope: string): Promise<Record<string, string>> {
    const { callback } = app;
    const answer = await new HttpBrowser(origin).authorize(authorizeUrl(origin, { callback, scope }), { email: ANA });
    const exchange = sendingForm({
      grant_type: 'authorization_code',
      client_id: 'c_demo_cli',
      code: answer.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: VERIFIER,
      resource: origin,
    });
    const { body } = await seenBy(page, `${origin}/api/oauth/token`, exchange);
    return JSON.parse(body) as Record<string, string>;
  }

  t.test('a script reads every metadata document, with whatever header it adds [RFC 9110 §13.1.2, A18]', async (t) => {
    const page = await scriptElsewhere(t);
    for (const path of DOCUMENTS) {
      const headers = { ...MCP, authorization: 'Bearer of-no-use-here', 'x-trace': '1' };
      const seen = await seenBy(page, origin + path, { headers });
      t.equal(seen.status, 200, path);
      t.type(JSON.parse(seen.body), 'object');
      t.match(seen.headers, { etag: /^"/, 'x-request-id': /./ }, 'ETag and the request id are exposed');
      const again = await seenBy(page, origin + path, { headers: { 'if-none-match': seen.headers.etag ?? '' } });
      t.equal(again.status, 304, 'it may ask whether the document is still the same');
    }
  });

  t.test('a script uses every OAuth endpoint, with its token in the header [A18]', async (t) => {
    const page = await scriptElsewhere(t);
    const at = (name: string, request: Request): Promise<Seen> => seenBy(page, `${origin}/api/oauth/${name}`, request);
    const tokens = await tokensFor(page, 'openid email');
    const authorization = `Bearer ${tokens.access_token}`;
    for (const method of ['GET', 'POST']) {
      const seen = await at('userinfo', { method, headers: { ...MCP, authorization } });
      t.hasStrict({ status: seen.status, ...JSON.parse(seen.body) }, { status: 200, email: ANA });
      t.ok(seen.headers['x-request-id']);
    }
    const own = { client_id: 'c_demo_cli', token: tokens.access_token ?? '' };
    const introspected = await at('introspect', sendingForm(own, MCP));
    t.hasStrict(JSON.parse(introspected.body), { active: true, aud: origin });
    const refresh = { grant_type: 'refresh_token', client_id: 'c_demo_cli', refresh_token: tokens.refresh_token ?? '' };
    t.type(JSON.parse((await at('token', sendingForm(refresh, MCP))).body).access_token, 'string');
    t.equal((await at('revoke', sendingForm(own, MCP))).status, 200);
    const registered = await at('register', sendingJson({ redirect_uris: [`${elsewhere}/callback`] }));
    t.equal(registered.status, 201);
    t.type(JSON.parse(registered.body).client_id, 'string');
  });

  t.test('a script reads the status, the body and the request id of every refusal [A18]', async (t) => {
    const page = await scriptElsewhere(t);
    const anyForm = sendingForm({ client_id: 'c_nobody', token: 'x' });
    const refusals: [what: string, path: string, request: Request, status: number, error: string][] = [
      ['nothing there', '/.well-known/nothing', {}, 404, 'not_found'],
      ['a probe of an MCP client', '/.well-known/nothing', { headers: MCP }, 404, 'not_found'],
      ['its second probe', '/.well-known/oauth-authorization-server/mcp', { headers: MCP }, 404, 'not_found'],
      ['nothing there', '/api/nothing', { headers: { authorization: 'Bearer x' } }, 404, 'not_found'],
      ['nothing there', '/api/oauth/nothing', sendingJson({}), 404, 'not_found'],
      ['a form for nothing', '/api/oauth/nothing', sendingForm({ a: 'x'.repeat(20_000) }), 413, 'invalid_request'],
      ['an address that is none', '/.well-known/%zz', {}, 400, 'invalid_request'],
      ['a far too long address', `/api/oauth/userinfo?${'x'.repeat(9000)}`, {}, 414, 'invalid_request'],
      ...['token', 'register', 'revoke', 'introspect'].flatMap((name): typeof refusals => [
        ['the wrong method', `/api/oauth/${name}`, { headers: MCP }, 405, 'method_not_allowed'],
      ]),
      ...DOCUMENTS.map((path): (typeof refusals)[number] => [
        'the wrong method',
        path,
        sendingJson({}),
        405,
        'method_not_allowed',
      ]),
      ...['token', 'revoke', 'introspect'].map((name): (typeof refusals)[number] => [
        ...(['the wrong media type', `/api/oauth/${name}`, sendingJson({}), 400, 'invalid_request'] as const),
      ]),
      ...['token', 'revoke', 'introspect', 'userinfo'].flatMap((name): typeof refusals => [
        ['a large body', `/api/oauth/${name}`, sendingForm({ a: 'x'.repeat(20_000) }), 413, 'invalid_request'],
        ['a huge body', `/api/oauth/${name}`, sendingForm({ a: 'x'.repeat(3_000_000) }), 413, 'invalid_request'],
      ]),
      ['the wrong media type', '/api/oauth/register', anyForm, 400, 'invalid_client_metadata'],
      ['a large body', '/api/oauth/register', sendingJson({ client_name: 'x'.repeat(70_000) }), 413, 'invalid_request'],
      ['no JSON', '/api/oauth/register', { ...sendingJson({}), body: '{' }, 400, 'invalid_client_metadata'],
      [
        'a fixed callback',
        '/api/oauth/register',
        sendingJson({ redirect_uris: ['https://app.example/callback'] }),
        400,
        'invalid_redirect_uri',
      ],
      [
        'an unknown integration',
        '/api/oauth/register',
        sendingJson({ redirect_uris: ['someapp://callback'] }),
        403,
        'invalid_client_metadata',
      ],
      ['an unknown grant', '/api/oauth/token', sendingForm({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
      ['a stranger', '/api/oauth/revoke', anyForm, 401, 'invalid_client'],
      ['a stranger', '/api/oauth/introspect', anyForm, 401, 'invalid_client'],
    ];
    for (const [what, path, request, status, error] of refusals) {
      const seen = await seenBy(page, origin + path, request);
      t.equal(seen.status, status, `${what}: ${request.method ?? 'GET'} ${path.slice(0, 60)}`);
      if (seen.status === undefined) continue;
      t.equal(errorOf(seen), error);
      t.match(seen.headers['content-type'], 'application/json');
      t.ok(seen.headers['x-request-id'], 'the request id is exposed');
    }
  });

  t.test('a script reads a challenge and its metadata [RFC 6749 §5.2, RFC 9728 §5.1, A18]', async (t) => {
    const page = await scriptElsewhere(t);
    const userinfo = `${origin}/api/oauth/userinfo`;
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource"`;
    for (const authorization of [undefined, 'Bearer at_1.dead', 'Basic eDp5']) {
      const headers = { ...MCP, ...(authorization === undefined ? {} : { authorization }) };
      const seen = await seenBy(page, userinfo, { headers });
      t.equal(seen.status, 401);
      t.match(seen.headers['www-authenticate'], metadata, 'the challenge points to the metadata');
    }
    const { access_token: token } = await tokensFor(page, 'account:read');
    const narrow = await seenBy(page, userinfo, { headers: { ...MCP, authorization: `Bearer ${token}` } });
    t.equal(narrow.status, 403);
    t.match(narrow.headers['www-authenticate'], /error="insufficient_scope".*scope="openid"/);
    const basic = sendingForm({ grant_type: 'refresh_token' }, { authorization: 'Basic eDp5' });
    const refused = await seenBy(page, `${origin}/api/oauth/token`, basic);
    t.equal(refused.status, 401);
    t.match(refused.headers['www-authenticate'], /^Basic /, 'HTTP Basic is challenged in its own scheme');
  });

  t.test('a script reads from a 503 and a 429 when to retry [A18]', async (t) => {
    const page = await scriptElsewhere(t);
    const register = sendingJson({ redirect_uris: [`${elsewhere}/callback`] });
    const database = new Database(databaseUrl.slice('file:'.length), { fileMustExist: true });
    t.teardown(() => database.close());
    database.exec('BEGIN IMMEDIATE');
    const unavailable = await seenBy(page, `${origin}/api/oauth/register`, register);
    database.exec('ROLLBACK');
    t.equal(unavailable.status, 503);
    t.ok(Number(unavailable.headers['retry-after']) > 0);

    const limited = await startServer(t, { ...TEST_SETTINGS, RATE_LIMITS: 'on' });
    const refresh = sendingForm({ grant_type: 'refresh_token', client_id: 'c_demo_cli', refresh_token: 'rt_1.x' });
    for (const [path, request, free] of [
      ['/api/oauth/register', register, REGISTRATION_PER_NETWORK.limit],
      ['/api/oauth/token', refresh, REQUESTS_PER_MINUTE.failures],
    ] as const) {
      const useUp = () => inParallel(Array.from({ length: free }), 16, () => fetch(limited.origin + path, request));
      t.notOk(
        (await useUp()).some(({ status }) => status === 429),
        `${free} are free at ${path}`,
      );
      let seen = await seenBy(page, limited.origin + path, request);
      // On a slow machine, some have become free since the first of them.
      for (let tries = 0; seen.status !== 429 && tries < 3; tries += 1) {
        await useUp();
        seen = await seenBy(page, limited.origin + path, request);
      }
      t.equal(seen.status, 429, path);
      t.ok(Number(seen.headers['retry-after']) > 0);
      t.equal(errorOf(seen), 'temporarily_unavailable');
    }
  });

  t.test('a script reads nothing when it sends cookies along [A18]', async (t) => {
    const page = await scriptElsewhere(t);
    for (const path of [...DOCUMENTS, ...ENDPOINTS]) {
      t.equal((await seenBy(page, origin + path, { credentials: 'include' })).status, undefined, path);
    }
  });

  t.test('a script can read neither the authorization endpoint nor any page [OAuth 2.1 §3.1]', async (t) => {
    const page = await scriptElsewhere(t);
    const { callback } = app;
    const pending = await new HttpBrowser(origin).get(authorizeUrl(origin, { callback }));
    const hidden: [url: string, request?: Request][] = [
      [authorizeUrl(origin, { callback })],
      [authorizeUrl(origin, { callback, scope: 'nonsense' })],
      [authorizeUrl(origin, { callback, clientId: 'c_nobody' })],
      [authorizeUrl(origin, { callback, more: { prompt: 'none' } })],
      [`${origin}/oauth/authorize`, sendingForm({ client_id: 'c_demo_cli' })],
      [`${origin}/oauth/authorize`, { headers: MCP }],
      [pending.url.href],
      [`${pending.url}/sign-in`, sendingForm({ email: ANA, password: 'x' })],
      [`${pending.url}/decision`, sendingForm({ decision: 'allow' })],
      [`${origin}/oauth/logout`],
      [`${origin}/`],
      [`${origin}/docs/errors`],
      [`${origin}/setup`],
      [`${origin}/nowhere`],
    ];
    for (const [url, request] of hidden) {
      const { status: answered } = await fetch(url, { ...request, redirect: 'manual' });
      t.ok(answered >= 200, `the server answers (${answered})`);
      t.equal((await seenBy(page, url, request)).status, undefined, url.slice(origin.length, origin.length + 60));
    }
  });
});
