// slow, sqlite
/** The client of the MCP TypeScript SDK, in both versions, as the programs built on it use it; over real HTTP. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v2 from '@modelcontextprotocol/client';
import * as v1 from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import t, { type Test } from 'tap';
import { documentHost } from '../support/document-host.ts';
import { HttpBrowser, type HttpPage, type Person } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { McpTool } from './mcp-tool.ts';

const documents = await documentHost(t);
const DOCUMENT = `https://localhost:${documents.port}/course-helper.json`;
const METADATA = {
  client_id: DOCUMENT,
  client_name: 'Course helper',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
};
const { origin } = await startServer(t, {
  ...TEST_SETTINGS,
  REFRESH_GRACE_SECONDS: '3',
  CIMD_ALLOWED_HOSTS: new URL(DOCUMENT).host,
  CIMD_ALLOW_LOOPBACK: 'on',
  NODE_EXTRA_CA_CERTS: documents.caFile,
});
const GRACE_OVER_MS = 3100;
const MCP = `${origin}/mcp`;
const USERINFO = `${origin}/api/oauth/userinfo`;
const BASELINE = 'openid profile email';
const RUTH = { email: 'ruth@riverside.example' };

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Place {
  serverUrl: string | URL;
  scope?: string;
  resourceMetadataUrl?: URL;
  fetchFn?: Fetch;
}

type Transport = TransportV1 | v2.StreamableHTTPClientTransport;

interface Sdk {
  name: string;
  /** Discovers, registers, refreshes or asks the person: whatever is needed. */
  auth(tool: McpTool, place: Place): Promise<'AUTHORIZED' | 'REDIRECT'>;
  /** Takes the person's answer. */
  redeem(tool: McpTool, place: Place, callback: URL): Promise<'AUTHORIZED' | 'REDIRECT'>;
  challengeOf(response: Response): { resourceMetadataUrl?: URL; scope?: string; error?: string };
  connect(tool: McpTool, fetch: Fetch): { transport: Transport; finish(callback: URL): Promise<void> };
}

const codeOf = (callback: URL): string => callback.searchParams.get('code') ?? '';

const V1: Sdk = {
  name: 'MCP SDK v1',
  auth: (tool, place) => v1.auth(tool, place),
  redeem: (tool, place, callback) => v1.auth(tool, { ...place, authorizationCode: codeOf(callback) }),
  challengeOf: v1.extractWWWAuthenticateParams,
  connect(tool, fetch) {
    const transport = new TransportV1(new URL(MCP), { authProvider: tool, fetch });
    return { transport, finish: (callback) => transport.finishAuth(codeOf(callback)) };
  },
};

const V2: Sdk = {
  name: 'MCP SDK v2',
  auth: (tool, place) => v2.auth(tool, place),
  redeem(tool, place, callback) {
    const iss = callback.searchParams.get('iss');
    return v2.auth(tool, { ...place, authorizationCode: codeOf(callback), ...(iss === null ? {} : { iss }) });
  },
  challengeOf: v2.extractWWWAuthenticateParams,
  connect(tool, fetch) {
    const transport = new v2.StreamableHTTPClientTransport(new URL(MCP), { authProvider: tool, fetch });
    return { transport, finish: (callback) => transport.finishAuth(callback.searchParams) };
  },
};

/** From nothing to tokens. @returns the person's browser */
async function signIn(
  t: Test,
  sdk: Sdk,
  tool: McpTool,
  place: Place = { serverUrl: MCP },
  person: Person = RUTH,
): Promise<HttpBrowser> {
  const browser = new HttpBrowser(origin);
  t.equal(await sdk.auth(tool, place), 'REDIRECT', 'the person has to be asked');
  const callback = await browser.authorize(tool.askedAt, person);
  t.equal(callback.searchParams.get('state'), tool.sentState);
  t.equal(await sdk.redeem(tool, place, callback), 'AUTHORIZED');
  return browser;
}

/** The first thing the person sees. */
async function openFor(t: Test, sdk: Sdk, tool: McpTool): Promise<HttpPage> {
  t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'REDIRECT');
  return new HttpBrowser(origin).get(tool.askedAt);
}

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(origin + path, { method: 'POST', body: new URLSearchParams(form) });

const callUserInfo = (token: string): Promise<Response> =>
  fetch(USERINFO, { headers: { authorization: `Bearer ${token}` } });

/** The token as its own client sees it, which is who may ask. */
async function introspect(tool: McpTool, token: string): Promise<{ active: boolean; aud?: string; scope?: string }> {
  const response = await post('/api/oauth/introspect', { token, client_id: tool.clientId });
  return (await response.json()) as { active: boolean };
}

/** Fetches for the SDK and keeps what it asked for. */
function recording(): { fetchFn: Fetch; seen: string[] } {
  const seen: string[] = [];
  const fetchFn: Fetch = (url, init) => {
    seen.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`);
    return fetch(url, init);
  };
  return { fetchFn, seen };
}

/** A protected resource of this test at `/mcp`, where each tool needs a scope. Everything else goes over the socket. */
function resourceAtMcp(tool: McpTool): Fetch {
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  const refuse = (status: number, challenge: string): Response =>
    new Response(null, { status, headers: { 'www-authenticate': `Bearer ${challenge}, ${metadata}` } });
  return async (url, init) => {
    if (String(url) !== MCP) return fetch(url, init);
    const [, token] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
    const state = token === undefined ? { active: false } : await introspect(tool, token);
    if (!state.active) return refuse(401, 'error="invalid_token"');
    const { id, params } = JSON.parse(String(init?.body));
    const needed = params.name === 'list_courses' ? 'courses:read' : 'openid';
    if (!state.scope?.split(' ').includes(needed)) {
      return refuse(403, `error="insufficient_scope", scope="${needed}"`);
    }
    return Response.json({ jsonrpc: '2.0', id, result: { called: params.name } });
  };
}

for (const sdk of [V1, V2]) {
  t.test(`${sdk.name} gets from a URL to tokens, and refreshes them [RFC 6749 §6, RFC 9728 §3.3]`, async (t) => {
    const tool = new McpTool();
    const { fetchFn, seen } = recording();
    await signIn(t, sdk, tool, { serverUrl: MCP, fetchFn });
    t.strictSame(seen, [
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /.well-known/oauth-authorization-server',
      'POST /api/oauth/register',
      'POST /api/oauth/token',
    ]);
    const asked = Object.fromEntries(tool.askedAt.searchParams);
    t.hasStrict(asked, { client_id: tool.clientId, resource: MCP, scope: BASELINE, code_challenge_method: 'S256' });
    t.match(tool.clientInformation(), {
      client_id: /^c_/,
      token_endpoint_auth_method: 'none',
      scope: /^openid profile email$/,
    });

    const { access_token: first, refresh_token: firstRefresh } = tool.held;
    t.match(tool.held, { token_type: /^bearer$/i, expires_in: 3600, id_token: /^ey/ });
    t.equal(tool.held.scope, BASELINE);
    t.hasStrict(await introspect(tool, first), { active: true, aud: origin, scope: BASELINE });
    t.match(await (await callUserInfo(first)).json(), { email: RUTH.email, org_id: 'site_demo_riverside' });

    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'AUTHORIZED', 'without the person');
    t.not(tool.held.access_token, first);
    t.not(tool.held.refresh_token, firstRefresh, 'the refresh token is rotated');
    t.equal((await callUserInfo(tool.held.access_token)).status, 200);
  });

  t.test(`${sdk.name} finds the authorization server from a challenge [RFC 9728 §5.1]`, async (t) => {
    const challenge = sdk.challengeOf(await callUserInfo('at_1.of-somebody-else'));
    t.equal(challenge.error, 'invalid_token');
    const { resourceMetadataUrl } = challenge;
    t.equal(String(resourceMetadataUrl), `${origin}/.well-known/oauth-protected-resource`);
    const tool = new McpTool();
    const { fetchFn, seen } = recording();
    const way = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
    await signIn(t, sdk, tool, { serverUrl: USERINFO, ...way, fetchFn });
    t.equal(seen[0], 'GET /.well-known/oauth-protected-resource');
    t.equal(tool.askedAt.searchParams.get('resource'), origin, 'as the document spells it');
    t.equal((await callUserInfo(tool.held.access_token)).status, 200);
  });

  t.test(`${sdk.name} needs no registration with a metadata document, and steps up [CIMD §3, spec 2.2]`, async (t) => {
    documents.serve(DOCUMENT, METADATA);
    const tool = new McpTool({ documentUrl: DOCUMENT });
    const { fetchFn, seen } = recording();
    const browser = await signIn(t, sdk, tool, { serverUrl: MCP, fetchFn });
    t.equal(tool.discoveryState()?.authorizationServerMetadata?.client_id_metadata_document_supported, true);
    t.notOk(seen.includes('POST /api/oauth/register'));
    t.equal(tool.askedAt.searchParams.get('client_id'), DOCUMENT);
    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'AUTHORIZED');
    t.hasStrict(await introspect(tool, tool.held.access_token), { active: true, aud: origin, scope: BASELINE });

    tool.invalidateCredentials('tokens');
    const more = { serverUrl: MCP, scope: 'openid courses:read' };
    t.equal(await sdk.auth(tool, more), 'REDIRECT');
    t.equal(await sdk.redeem(tool, more, await browser.authorize(tool.askedAt, RUTH)), 'AUTHORIZED');
    t.equal(tool.held.scope, more.scope);

    tool.invalidateCredentials('tokens');
    t.equal(await sdk.auth(tool, { serverUrl: MCP, scope: 'openid courses:write' }), 'REDIRECT');
    const refused = await browser.get(tool.askedAt);
    t.equal(refused.leavesFor?.searchParams.get('error'), 'invalid_scope', 'not before it is reviewed');
  });

  t.test(`a document on a host that is not allowed stops ${sdk.name} at a page, unfetched [CIMD §8.9]`, async (t) => {
    const unlisted = await documentHost(t);
    const url = `https://localhost:${unlisted.port}/course-helper.json`;
    unlisted.serve(url, { ...METADATA, client_id: url });
    const page = await openFor(t, sdk, new McpTool({ documentUrl: url }));
    t.equal(page.status, 400);
    t.equal(page.leavesFor, undefined);
    t.strictSame(unlisted.requests, []);
  });

  t.test(`a document that names another client stops ${sdk.name} at a page [CIMD §4]`, async (t) => {
    const url = new URL('/impostor.json', DOCUMENT).href;
    documents.serve(url, METADATA);
    const page = await openFor(t, sdk, new McpTool({ documentUrl: url }));
    t.equal(page.status, 400);
    t.equal(page.leavesFor, undefined);
    t.ok(documents.requests.includes(url));
  });

  t.test(`${sdk.name} may send the resource with the slash that URL parsers add [RFC 8707 §2]`, async (t) => {
    const tool = Object.assign(new McpTool(), { validateResourceURL: async () => new URL(origin) });
    await signIn(t, sdk, tool);
    t.equal(tool.askedAt.searchParams.get('resource'), `${origin}/`);
    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'AUTHORIZED');
    t.hasStrict(await introspect(tool, tool.held.access_token), { active: true, aud: origin });
  });

  t.test(`${sdk.name} registers with a client secret and uses it [RFC 7591 §3.2.1]`, async (t) => {
    const tool = new McpTool({ metadata: { token_endpoint_auth_method: 'client_secret_post' } });
    await signIn(t, sdk, tool);
    t.match(tool.clientInformation(), { client_secret: /^cs_/, token_endpoint_auth_method: 'client_secret_post' });
    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'AUTHORIZED');
  });

  t.test(`${sdk.name} receives the reason why a fixed callback cannot be registered [RFC 7591 §3.2.2]`, async (t) => {
    const tool = new McpTool({ metadata: { redirect_uris: ['https://app.example/callback'] } });
    await t.rejects(sdk.auth(tool, { serverUrl: MCP }), { message: /use a loopback URI/ });
    t.strictSame(tool.forgotten, []);
  });

  t.test(`${sdk.name} works for a member, with a client_id from the school [spec 5.1]`, async (t) => {
    const tool = new McpTool({ client: { client_id: 'c_demo_cli', issuer: origin } });
    const place = { serverUrl: MCP, scope: 'openid account:read' };
    await signIn(t, sdk, tool, place, { email: 'ana@riverside.example' });
    t.equal(tool.clientId, 'c_demo_cli');
    t.equal(tool.held.scope, 'openid account:read');
  });

  t.test(`${sdk.name} steps up with the client it registered [RFC 6750 §3.1]`, async (t) => {
    // v1 answers a 403 with a refresh, which cannot widen anything, and gives up; so its hosts keep no refresh token.
    const tool = new McpTool({ keepsRefreshTokens: sdk !== V1 });
    const { transport, finish } = sdk.connect(tool, resourceAtMcp(tool));
    const answers: unknown[] = [];
    transport.onmessage = (message: object) => {
      if ('result' in message) answers.push(message.result);
    };
    let id = 0;
    const call = (name: string) => {
      id += 1;
      return transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
    };
    const browser = new HttpBrowser(origin);
    await transport.start();
    t.teardown(() => transport.close());

    await t.rejects(call('whoami'), { message: 'Unauthorized' }, '401: the person is asked');
    t.equal(tool.askedAt.searchParams.get('scope'), BASELINE);
    const { clientId } = tool;
    await finish(await browser.authorize(tool.askedAt, RUTH));
    await call('whoami');
    t.strictSame(answers, [{ called: 'whoami' }]);

    await t.rejects(call('list_courses'), { message: 'Unauthorized' }, '403: the person is asked for more');
    t.match(tool.askedAt.searchParams.get('scope'), /\bcourses:read\b/);
    t.equal(tool.askedAt.searchParams.get('client_id'), clientId);
    await finish(await browser.authorize(tool.askedAt, RUTH));
    await call('list_courses');
    t.strictSame(answers, [{ called: 'whoami' }, { called: 'list_courses' }]);
    t.equal(tool.clientId, clientId, 'registered once');
    t.strictSame(tool.forgotten, []);
  });

  t.test(`two processes of one program on ${sdk.name} refresh at the same time, and do so again [E-19]`, async (t) => {
    const tool = new McpTool();
    await signIn(t, sdk, tool);
    const twin = tool.twin();
    for (const round of ['at once', 'and again']) {
      const results = await Promise.all([tool, twin].map((one) => sdk.auth(one, { serverUrl: MCP })));
      t.strictSame(results, ['AUTHORIZED', 'AUTHORIZED'], round);
      t.equal(twin.held.refresh_token, tool.held.refresh_token, 'both go on with the same successor');
      for (const { held } of [tool, twin]) t.equal((await callUserInfo(held.access_token)).status, 200);
    }
    t.strictSame([...tool.forgotten, ...twin.forgotten], []);
  });

  t.test(`a reused refresh token costs ${sdk.name} its tokens, but not its client [RFC 9700 §4.14.2]`, async (t) => {
    t.capture(console, 'warn');
    const tool = new McpTool();
    const browser = await signIn(t, sdk, tool);
    const { clientId } = tool;
    const thief = tool.twin();
    for (let times = 0; times < 2; times += 1) await sdk.auth(tool, { serverUrl: MCP });
    await sleep(GRACE_OVER_MS);

    t.equal(await sdk.auth(thief, { serverUrl: MCP }), 'REDIRECT');
    t.strictSame(thief.forgotten, ['tokens']);
    t.equal((await callUserInfo(tool.held.access_token)).status, 401, 'everything of this grant is over');

    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'REDIRECT', 'the refresh is an invalid_grant');
    t.strictSame(tool.forgotten, ['tokens']);
    t.equal(tool.clientId, clientId);
    const callback = await browser.authorize(tool.askedAt, RUTH);
    t.equal(await sdk.redeem(tool, { serverUrl: MCP }, callback), 'AUTHORIZED');
    t.equal((await callUserInfo(tool.held.access_token)).status, 200);
  });

  t.test(`${sdk.name} registers again when its client is gone [RFC 6749 §5.2]`, async (t) => {
    t.capture(console, 'warn');
    const tool = new McpTool();
    await signIn(t, sdk, tool);
    const { issuer = origin } = tool.held;
    tool.saveClientInformation({ client_id: 'c_purged-for-lack-of-use', issuer });
    t.equal(await sdk.auth(tool, { serverUrl: MCP }), 'REDIRECT');
    t.strictSame(tool.forgotten, sdk === V1 ? ['all'] : ['client', 'tokens']);
    t.equal(tool.askedAt.searchParams.get('client_id'), tool.clientId);
    t.match(tool.clientId, /^c_(?!purged)/);
    const callback = await new HttpBrowser(origin).authorize(tool.askedAt, RUTH);
    t.equal(await sdk.redeem(tool, { serverUrl: MCP }, callback), 'AUTHORIZED');
  });

  t.test(`a program on ${sdk.name} that sends no state gets an error that says so [spec 2.3]`, async (t) => {
    const { leavesFor } = await openFor(t, sdk, new McpTool({ sendsState: false }));
    t.match(Object.fromEntries(leavesFor?.searchParams ?? []), {
      error: 'invalid_request',
      error_description: /state/,
    });
  });
}

t.test(
  'MCP SDK v2 refuses a response with a foreign or missing issuer, and the code stays valid [RFC 9207 §2.4]',
  async (t) => {
    const tool = new McpTool();
    const place = { serverUrl: MCP };
    t.equal(await V2.auth(tool, place), 'REDIRECT');
    const callback = await new HttpBrowser(origin).authorize(tool.askedAt, RUTH);
    const foreign = new URL(callback);
    foreign.searchParams.set('iss', 'https://evil.example');
    await t.rejects(V2.redeem(tool, place, foreign), v2.IssuerMismatchError);
    const unnamed = new URL(callback);
    unnamed.searchParams.delete('iss');
    await t.rejects(V2.redeem(tool, place, unnamed), v2.IssuerMismatchError);
    t.equal(await V2.redeem(tool, place, callback), 'AUTHORIZED');
  },
);

t.test('a denial reaches MCP SDK v2 as access_denied, but only of a known issuer [RFC 6749 §4.1.2.1]', async (t) => {
  const tool = new McpTool();
  t.equal(await V2.auth(tool, { serverUrl: MCP }), 'REDIRECT');
  const callback = await new HttpBrowser(origin).authorize(tool.askedAt, { ...RUTH, decision: 'deny' });
  const { finish } = V2.connect(tool, fetch);
  await t.rejects(finish(callback), { code: 'access_denied' });
  callback.searchParams.set('iss', 'https://evil.example');
  await t.rejects(finish(callback), v2.IssuerMismatchError);
});

t.test('where metadata documents are switched off, both versions of the SDK register instead [CIMD §6]', async (t) => {
  const { origin: other } = await startServer(t, { ...TEST_SETTINGS, CIMD: 'off' });
  for (const sdk of [V1, V2]) {
    const tool = new McpTool({ documentUrl: DOCUMENT });
    t.equal(await sdk.auth(tool, { serverUrl: `${other}/mcp` }), 'REDIRECT');
    t.match(tool.clientId, /^c_/, sdk.name);
  }
});
