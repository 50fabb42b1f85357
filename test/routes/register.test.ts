import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { VENDOR_PRESETS } from '../../schema/clients/vendor-presets.ts';
import { IDENTITY_SCOPES, OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { BASE, type TestApp, temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  type Tokens,
} from '../support/oauth-client.ts';
import { refused as refusedAsJson } from '../support/token-endpoint.ts';

const REGISTER = '/api/oauth/register';
const LOOPBACK = 'http://127.0.0.1:49152/callback';
const HOUR = 3_600_000;
const SHARED_SCOPE = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES].join(' ');
const RUTH = { email: 'ruth@riverside.example' };

interface Registered {
  client_id: string;
  client_secret?: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  scope: string;
  token_endpoint_auth_method: string;
}

/** A value for a test's title: nothing in it that a reader of titles would take for the end of a line. */
const shown = (value: unknown): string =>
  JSON.stringify(value)
    .slice(0, 60)
    .replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const post = (
  app: FastifyInstance,
  payload: object | string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  remoteAddress = '198.51.100.7',
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: REGISTER,
    headers,
    remoteAddress,
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });

function refused(t: Test, response: LightMyRequestResponse, status: number, error: string, message = error): void {
  refusedAsJson(t, response, status, error, message);
  t.equal(response.headers['access-control-allow-origin'], '*', `${message}: readable for browsers`);
}

t.test('the registration endpoint', async (t) => {
  const { app, clock, logs } = await testApp(t);

  t.test('the response holds all registered metadata and a random client_id [RFC 7591 §3.2.1, E-5, W49]', async (t) => {
    const response = await post(app, {
      client_name: 'My Command Line',
      application_type: 'native',
      redirect_uris: [LOOPBACK, 'http://localhost/callback', 'http://[::1]:1/cb?x=1'],
      token_endpoint_auth_method: 'none',
    });
    t.equal(response.statusCode, 201);
    t.equal(response.headers['cache-control'], 'no-store');
    t.match(response.headers['content-type'], /^application\/json/);
    const { client_id: id, ...rest } = response.json<Registered>();
    t.match(id, /^c_[A-Za-z0-9_-]{22}$/, 'never a person, never a URL');
    t.same(rest, {
      client_id_issued_at: Math.floor(clock.now / 1000),
      client_name: 'My Command Line',
      application_type: 'native',
      redirect_uris: [LOOPBACK, 'http://localhost/callback', 'http://[::1]:1/cb?x=1'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: SHARED_SCOPE,
    });
  });

  for (const method of [undefined, null, 'none', 'client_secret_basic']) {
    t.test(`the authentication method ${method} makes a public client without a secret [RFC 7591 §2]`, async (t) => {
      const response = await post(app, { redirect_uris: [LOOPBACK], token_endpoint_auth_method: method });
      t.equal(response.statusCode, 201);
      t.equal(response.json<Registered>().token_endpoint_auth_method, 'none');
      t.notOk('client_secret' in response.json());
      t.notOk('client_secret_expires_at' in response.json());
    });
  }

  t.test(
    'client_secret_post makes a confidential client whose secret works and is required [E-6, spec 2.1, RFC 6749 §3.2.1]',
    async (t) => {
      const registration = { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'client_secret_post' };
      const body = (await post(app, registration)).json();
      t.match(body, { token_endpoint_auth_method: 'client_secret_post', client_secret_expires_at: 0 });
      t.match(body.client_secret, /^cs_[A-Za-z0-9_-]{43}$/);
      const client = { id: body.client_id, redirectUri: LOOPBACK, secret: body.client_secret };
      const other = (await post(app, registration)).json();
      t.not(other.client_secret, body.client_secret, 'each has its own');

      const code = await authorize(app, client, { scope: 'openid courses:read' }, RUTH);
      for (const secret of [undefined, '', other.client_secret]) {
        const response = await exchange(app, client, code, { client_secret: secret });
        t.equal(response.statusCode, 401, 'and it is asked for');
      }
      t.equal(
        (await exchange(app, client, code, { code_verifier: undefined })).json().error,
        'invalid_grant',
        'PKCE stays',
      );
      const tokens = (await exchange(app, client, code)).json<Tokens>();
      t.equal((await introspect(app, client, tokens.access_token)).client_id, client.id);
      t.equal((await refresh(app, client, tokens.refresh_token)).statusCode, 200);
      t.notMatch(logs.join(''), body.client_secret, 'told this once, written nowhere');
    },
  );

  t.test('a loopback redirect URI registered with one port works with every port [E-12, H1]', async (t) => {
    const { client_id: id } = (await post(app, { redirect_uris: ['http://127.0.0.1:1234/cb'] })).json<Registered>();
    for (const redirectUri of ['http://127.0.0.1:59999/cb', 'http://127.0.0.1/cb']) {
      const client = { id, redirectUri, secret: undefined };
      t.ok((await obtainTokens(app, client, { scope: 'openid' }, RUTH)).access_token, redirectUri);
    }
  });

  t.test('the same metadata registered twice makes two clients [E-9]', async (t) => {
    const document = { client_name: 'Twice', redirect_uris: [LOOPBACK] };
    const [one, two] = await Promise.all([post(app, document), post(app, document)]);
    t.not(one.json<Registered>().client_id, two.json<Registered>().client_id);
  });

  t.test('unknown metadata is ignored, and client ids and secrets cannot be chosen [RFC 7591 §2]', async (t) => {
    const response = await post(app, {
      redirect_uris: [LOOPBACK],
      client_id: 'c_demo_cli',
      client_secret: 'mine',
      origin: 'site_application',
      site_id: 'site_demo_riverside',
      siteId: 'site_demo_riverside',
      may_introspect: true,
      mayIntrospect: true,
      active: false,
      default_scope: 'account:read',
      software_statement: 'ey.ey.x',
      jwks: { keys: [] },
      jwks_uri: 'https://127.0.0.1/keys',
      logo_uri: 'javascript:alert(1)',
      contacts: [1, 2],
      'client_name#de': 'x',
    });
    t.equal(response.statusCode, 201, response.body);
    const client = response.json<Registered>();
    t.notOk(['c_demo_cli', undefined].includes(client.client_id));
    t.notOk('client_secret' in client);
    const stored = await app.oauth.clients.find(client.client_id);
    t.match(stored, { origin: 'registered', active: true, defaultScope: undefined });
  });

  t.test('grant and response types are replaced by those the server supports [RFC 7591 §2]', async (t) => {
    const response = await post(app, {
      redirect_uris: [LOOPBACK],
      grant_types: ['client_credentials'],
      response_types: ['token'],
    });
    t.match(response.json(), { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] });
  });

  t.test('scopes beyond the ceiling are omitted, and the response shows it [E-32]', async (t) => {
    const scopes: readonly (readonly [string | undefined, string])[] = [
      ['openid account:read', 'openid'],
      ['account:read account:write', 'openid profile email'],
      ['courses:read nonsense openid openid', 'courses:read openid'],
      ['', 'openid profile email'],
      [undefined, SHARED_SCOPE],
    ];
    for (const [scope, expected] of scopes) {
      t.equal(
        (await post(app, { redirect_uris: [LOOPBACK], scope })).json<Registered>().scope,
        expected,
        scope ?? 'none',
      );
    }
  });

  t.test(
    'the scope requested at registration limits nothing later, but the ceiling does [RFC 7591 §2, RFC 6750 §3.1, spec 5.3.7]',
    async (t) => {
      for (const scope of ['openid profile email', 'openid account:read', undefined]) {
        const { client_id: id } = (await post(app, { redirect_uris: [LOOPBACK], scope })).json<Registered>();
        t.same((await app.oauth.clients.find(id))?.scopes, [...IDENTITY_SCOPES, ...OPERATOR_SCOPES], scope ?? 'none');
        const client = { id, redirectUri: LOOPBACK, secret: undefined };
        t.equal((await obtainTokens(app, client, { scope: 'openid' }, RUTH)).scope, 'openid');
        const more = await obtainTokens(app, client, { scope: 'openid courses:read' }, RUTH);
        t.equal(more.scope, 'openid courses:read', 'a step-up with the same client');
        const beyond = await app.inject(authorizeUrl(client, makeVerifier(), { scope: 'openid account:read' }));
        t.match(String(beyond.headers.location), /error=invalid_scope/, 'beyond the ceiling');
      }
    },
  );

  t.test('a duplicate redirect URI is registered once [RFC 7591 §2]', async (t) => {
    const response = await post(app, { redirect_uris: [LOOPBACK, LOOPBACK] });
    t.same(response.json<Registered>().redirect_uris, [LOOPBACK]);
  });

  t.test('the scope of the registration is what a request without one means [E-2, E-69, RFC 6749 §3.3]', async (t) => {
    const rows: [scope: string | undefined, granted: string][] = [
      ['openid courses:read', 'openid courses:read'],
      ['openid account:read nonsense', 'openid'],
      ['account:read', IDENTITY_SCOPES.join(' ')],
    ];
    for (const [scope, granted] of rows) {
      const { client_id: id } = (await post(app, { redirect_uris: [LOOPBACK], scope })).json<Registered>();
      const client = { id, redirectUri: LOOPBACK, secret: undefined };
      t.equal((await obtainTokens(app, client, { scope: undefined }, RUTH)).scope, granted, scope ?? 'none');
      const other = await obtainTokens(app, client, { scope: 'openid orders:read' }, RUTH);
      t.equal(other.scope, 'openid orders:read', 'and any other may be requested');
    }
    const { client_id: id } = (await post(app, { redirect_uris: [LOOPBACK] })).json<Registered>();
    const client = { id, redirectUri: LOOPBACK, secret: undefined };
    const none = await app.inject(authorizeUrl(client, makeVerifier(), { scope: undefined }));
    t.match(String(none.headers.location), /error=invalid_scope/, 'without one, nothing is meant');
  });

  t.test(
    'a request for the whole list of scopes means what the client and the person may have [E-32, E-59]',
    async (t) => {
      const { client_id: id } = (await post(app, { redirect_uris: [LOOPBACK] })).json<Registered>();
      const client = { id, redirectUri: LOOPBACK, secret: undefined };
      const list = (await app.inject('/.well-known/oauth-authorization-server')).json().scopes_supported as string[];
      for (const scope of [list, list.toReversed(), [...list, 'offline_access', 'openid']]) {
        const granted = await obtainTokens(app, client, { scope: scope.join(' ') }, RUTH);
        t.strictSame(granted.scope?.split(' ').sort(), SHARED_SCOPE.split(' ').sort(), 'an owner');
      }
      const member = await obtainTokens(app, client, { scope: list.join(' ') });
      t.equal(member.scope, IDENTITY_SCOPES.join(' '), 'a member');
      for (const part of [list.slice(1), list.filter((one) => one !== 'account:write'), [...list, 'nonsense']]) {
        const refusal = await app.inject(authorizeUrl(client, makeVerifier(), { scope: part.join(' ') }));
        t.match(String(refusal.headers.location), /error=invalid_scope/, 'anything else is not the list');
      }
    },
  );

  for (const scope of ['account:read', 'openid account:read', 'account:write', 'openid courses:read account:read']) {
    t.test(
      `the scope ${scope} of a registered client is invalid_scope at authorization [spec 5.3.7, E-31]`,
      async (t) => {
        const { client_id: id } = (await post(app, { redirect_uris: [LOOPBACK], scope })).json<Registered>();
        const client = { id, redirectUri: LOOPBACK, secret: undefined };
        const response = await app.inject(authorizeUrl(client, makeVerifier(), { scope }));
        t.equal(response.statusCode, 303);
        const target = new URL(String(response.headers.location));
        t.equal(target.origin + target.pathname, LOOPBACK);
        t.match(Object.fromEntries(target.searchParams), { error: 'invalid_scope', state: 'st-1', iss: BASE });
        t.notOk(target.searchParams.has('code'));
      },
    );
  }

  t.test('methods other than POST are 405 with Allow, and there is no management endpoint [RFC 7591 §3]', async (t) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
      const response = await app.inject({ method, url: REGISTER });
      t.equal(response.statusCode, 405, method);
      t.match(response.headers.allow, /POST/);
    }
    t.equal((await app.inject({ method: 'GET', url: `${REGISTER}/c_demo_cli` })).statusCode, 404);
  });
});

t.test('the registration policy by default', async (t) => {
  const { app, logs } = await testApp(t);

  const outcomes: readonly (readonly [string, object, number, string])[] = [
    [
      'a fixed https redirect URI',
      { client_name: 'My App', redirect_uris: ['https://app.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a fixed https redirect URI without a client_name',
      { redirect_uris: ['https://app.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'plain http to a host other than loopback',
      { redirect_uris: ['http://app.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a loopback redirect URI beside an https one',
      { redirect_uris: [LOOPBACK, 'https://app.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'an https redirect URI beside one of a private-use scheme',
      { redirect_uris: ['com.example.app:/cb', 'https://app.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    ['https on a loopback address', { redirect_uris: ['https://127.0.0.1/cb'] }, 400, 'invalid_redirect_uri'],
    [
      'a vendor name with a foreign redirect URI',
      { client_name: 'Claude', redirect_uris: ['https://evil.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a vendor name with its own and a foreign redirect URI',
      { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://evil.example/cb'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a vendor name with the redirect URI of another vendor',
      { client_name: 'Claude', redirect_uris: ['https://vscode.dev/redirect'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a vendor name with a redirect URI that goes on after its own',
      { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback/x'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a vendor name with its host in capitals',
      { client_name: 'Claude', redirect_uris: ['https://CLAUDE.ai/api/mcp/auth_callback'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a vendor name with the private-use scheme of another',
      { client_name: 'Claude', redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'a private-use scheme alone',
      { client_name: 'My App', redirect_uris: ['com.example.app:/cb'] },
      403,
      'invalid_client_metadata',
    ],
    [
      'a private-use scheme beside a loopback redirect URI',
      { redirect_uris: ['com.example.app:/cb', LOOPBACK] },
      403,
      'invalid_client_metadata',
    ],
    [
      'the private-use scheme of a vendor under another name',
      { client_name: 'Kursor', redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] },
      403,
      'invalid_client_metadata',
    ],
    ['a request without redirect_uris', { client_name: 'My App' }, 400, 'invalid_redirect_uri'],
    ['a null instead of redirect_uris', { redirect_uris: null }, 400, 'invalid_redirect_uri'],
    ['an empty list of redirect_uris', { redirect_uris: [] }, 400, 'invalid_redirect_uri'],
    ['a vendor name without redirect_uris', { client_name: 'Claude' }, 400, 'invalid_redirect_uri'],
    [
      'a vendor name with a malformed redirect URI',
      { client_name: 'Claude', redirect_uris: ['javascript:alert(1)'] },
      400,
      'invalid_redirect_uri',
    ],
    [
      'the authentication method private_key_jwt',
      { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'private_key_jwt' },
      400,
      'invalid_client_metadata',
    ],
    [
      'the authentication method client_secret_jwt',
      { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'client_secret_jwt' },
      400,
      'invalid_client_metadata',
    ],
    [
      'an unknown authentication method',
      { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'None' },
      400,
      'invalid_client_metadata',
    ],
    [
      'a vendor name with an unknown authentication method',
      { client_name: 'Claude', redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'x' },
      400,
      'invalid_client_metadata',
    ],
  ];
  for (const [title, document, status, error] of outcomes) {
    t.test(`${title} is refused with ${status} ${error} [E-6]`, async (t) =>
      refused(t, await post(app, document), status, error),
    );
  }

  t.test('the log has the error code of a refusal beside the reason [E-4]', (t) => {
    t.match(logs.join(''), /"code":"invalid_client_metadata","reason":"client_name_unrecognized"/);
    t.match(logs.join(''), /"code":"invalid_redirect_uri","reason":"redirect_uri_not_allowed"/);
    t.end();
  });

  const names: readonly (readonly [string, string])[] = [
    ['Claude', 'claude'],
    ['claude', 'claude'],
    ['  CLAUDE\u00a0', 'claude'],
    ['Ｃｌａｕｄｅ', 'claude'],
    ['claude.ai', 'claude'],
    ['Claude Desktop', 'claude'],
    ['Claude Code', 'claude_code'],
    ['ChatGPT', 'chatgpt'],
    ['cursor', 'cursor'],
    ['Visual Studio Code', 'vscode'],
    ['vs code', 'vscode'],
    ['Visual Studio Code - Insiders', 'vscode'],
  ];
  for (const [name, key] of names) {
    t.test(
      `the client_name ${shown(name)} is matched to the integration ${key} [spec 5.3.3, E-5, E-6, E-8, RFC 7591 §3.2.1]`,
      async (t) => {
        const preset = VENDOR_PRESETS.find((one) => one.key === key);
        const uris = [
          ...(preset?.redirectUris ?? []).filter((uri) => !uri.includes('{id}')),
          'http://127.0.0.1:5555/anything',
          'http://localhost/x',
        ];
        const response = await post(app, {
          client_name: name,
          redirect_uris: uris,
          token_endpoint_auth_method: 'client_secret_post',
          client_secret: 'x',
        });
        t.equal(response.statusCode, 201, response.body);
        const body = response.json<Registered>();
        t.equal(body.client_id, `c_vendor_${key}`);
        t.equal(body.client_name, preset?.name);
        t.same(body.redirect_uris, uris, 'those sent are echoed');
        t.equal(body.token_endpoint_auth_method, 'none', 'a name is no proof');
        t.notOk('client_secret' in body, 'never a secret with a match');
        t.equal(body.scope, SHARED_SCOPE);
      },
    );
  }

  t.test('a client_name that only resembles that of a vendor is not matched [E-6]', async (t) => {
    for (const name of ['Claude\u200b', 'Cl\u0430ude', 'Claude 2', 'Clau de', 'ClaudeCode']) {
      const response = await post(app, {
        client_name: name,
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      });
      t.match(response.statusCode, 400, name);
      const loopback = await post(app, { client_name: name, redirect_uris: [LOOPBACK] });
      if (loopback.statusCode === 201) t.notMatch(loopback.json<Registered>().client_id, /vendor/, name);
      else refused(t, loopback, 400, 'invalid_client_metadata', name);
    }
  });

  t.test('a registration never adds a redirect URI to the client of a vendor [E-6]', async (t) => {
    await post(app, { client_name: 'Claude', redirect_uris: ['http://127.0.0.1:5555/anything'] });
    const vendor = { id: 'c_vendor_claude', redirectUri: 'https://evil.example/cb', secret: undefined };
    const response = await app.inject(authorizeUrl(vendor, makeVerifier(), { scope: 'openid' }));
    t.equal(response.statusCode, 400);
    t.notOk(response.headers.location);
    const stored = await app.oauth.clients.find('c_vendor_claude');
    t.same(stored?.redirectUris, VENDOR_PRESETS[0]?.redirectUris);
  });

  t.test('a vendor client may not ask for account scopes [E-31]', async (t) => {
    const vendor = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
    const response = await app.inject(authorizeUrl(vendor, makeVerifier(), { scope: 'openid account:read' }));
    t.match(String(response.headers.location), /error=invalid_scope/);
  });

  const clients: readonly (readonly [string, object])[] = [
    [
      'Codex',
      { client_name: 'Codex', application_type: 'native', redirect_uris: ['http://127.0.0.1:1455/callback/abc'] },
    ],
    ['OpenCode', { client_name: 'OpenCode', redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'] }],
    [
      'MCP Inspector',
      {
        client_name: 'MCP Inspector',
        redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
      },
    ],
    [
      'Claude Code',
      { client_name: 'Claude Code', redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'] },
    ],
    [
      'VS Code',
      {
        client_name: 'Visual Studio Code',
        redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1/'],
      },
    ],
    [
      'Cursor',
      {
        client_name: 'Cursor',
        application_type: 'web',
        redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      },
    ],
    ['ChatGPT', { client_name: 'ChatGPT', redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'] }],
    ['a web application on loopback', { application_type: 'web', redirect_uris: ['http://localhost:8787/callback'] }],
  ];
  for (const [who, document] of clients) {
    t.test(`${who} is registered with the metadata it sends [H2]`, async (t) => {
      const response = await post(app, {
        ...document,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      });
      t.equal(response.statusCode, 201, response.body);
    });
  }
});

t.test('registration with REGISTRATION=vendors_only', async (t) => {
  const { app } = await testApp(t, { env: { REGISTRATION: 'vendors_only' } });
  const outcomes: readonly (readonly [object, number, string | undefined])[] = [
    [{ client_name: 'My App', redirect_uris: [LOOPBACK] }, 403, 'invalid_client_metadata'],
    [{ redirect_uris: [LOOPBACK] }, 403, 'invalid_client_metadata'],
    [{ redirect_uris: ['com.example.app:/cb'] }, 403, 'invalid_client_metadata'],
    [{ redirect_uris: ['https://app.example/cb'] }, 400, 'invalid_redirect_uri'],
    [{ client_name: 'Claude', redirect_uris: ['https://evil.example/cb'] }, 400, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 400, 'invalid_redirect_uri'],
    [{ redirect_uris: [LOOPBACK], scope: 1 }, 400, 'invalid_client_metadata'],
    [{ client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] }, 201, undefined],
    [{ client_name: 'Claude Code', redirect_uris: ['http://localhost:7/callback'] }, 201, undefined],
  ];
  for (const [document, status, error] of outcomes) {
    t.test(`registering ${shown(document)} is answered ${status} [E-6]`, async (t) => {
      const response = await post(app, document);
      if (error === undefined) t.equal(response.statusCode, status, response.body);
      else refused(t, response, status, error);
    });
  }
});

t.test('with REGISTRATION=off there is no registration endpoint [spec 5.3.4]', async (t) => {
  const { app } = await testApp(t, { env: { REGISTRATION: 'off' } });
  for (const method of ['POST', 'GET', 'OPTIONS'] as const) {
    t.equal((await app.inject({ method, url: REGISTER })).statusCode, 404, method);
  }
});

t.test('malformed registration requests', async (t) => {
  const { app } = await testApp(t, { seed: false });

  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['nothing', ''],
    ['broken JSON', '{'],
    ['a list', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['null', 'null'],
    ['two documents', '{}{}'],
    ['an object with __proto__', `{"__proto__":{"redirect_uris":["${LOOPBACK}"]}}`],
    ['an object with a nested __proto__', `{"redirect_uris":["${LOOPBACK}"],"x":{"__proto__":{"a":1}}}`],
    ['an object with constructor.prototype', `{"redirect_uris":["${LOOPBACK}"],"constructor":{"prototype":{"a":1}}}`],
    ['a deeply nested list', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['a byte sequence that is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ];
  for (const [what, body] of bodies) {
    t.test(`${what} as the body is 400 invalid_client_metadata [RFC 7591 §3.2.2]`, async (t) => {
      refused(t, await post(app, body), 400, 'invalid_client_metadata');
    });
  }

  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'x',
  ];
  for (const type of types) {
    t.test(`the content type ${type} is 400 invalid_client_metadata [RFC 7591 §3.1]`, async (t) => {
      const json = JSON.stringify({ redirect_uris: [LOOPBACK] });
      const form = `redirect_uris=${encodeURIComponent(LOOPBACK)}&redirect_uris=http://localhost/cb`;
      for (const body of [json, form])
        refused(t, await post(app, body, { 'content-type': type }), 400, 'invalid_client_metadata');
    });
  }
  t.test('a request without a content type is 400 invalid_client_metadata [RFC 7591 §3.1]', async (t) => {
    refused(t, await post(app, JSON.stringify({ redirect_uris: [LOOPBACK] }), {}), 400, 'invalid_client_metadata');
    refused(t, await app.inject({ method: 'POST', url: REGISTER }), 400, 'invalid_client_metadata');
  });
  t.test('the JSON content type is accepted in any case and with a charset [RFC 9110 §8.3.1]', async (t) => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8']) {
      t.equal((await post(app, { redirect_uris: [LOOPBACK] }, { 'content-type': type })).statusCode, 201, type);
    }
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['client_name', 1],
    ['client_name', ''],
    ['client_name', ['x']],
    ['client_name', { toString: 'x' }],
    ['client_name', 'x'.repeat(101)],
    ['client_name', 'two\nlines'],
    ['client_name', 'nul\u0000'],
    ['client_name', 'escape\u001b[31m'],
    ['client_name', 'delete\u007f'],
    ['client_name', 'c1\u0085'],
    ['client_name', 'evil\u202egnp.exe'],
    ['client_name', 'isolate\u2066x'],
    ['client_name', 'mark\u200f'],
    ['client_name', 'invisible\u200b'],
    ['client_name', 'line\u2028separator'],
    ['client_name', 'tag\u{e0041}'],
    ['client_name', 'private\ue000'],
    ['client_name', 'half\ud800'],
    ['client_name', '   '],
    ['client_name', '\u3000'],
    ['application_type', 1],
    ['redirect_uris', LOOPBACK],
    ['redirect_uris', [LOOPBACK, 1]],
    ['redirect_uris', { 0: LOOPBACK }],
    ['token_endpoint_auth_method', ['none']],
    ['token_endpoint_auth_method', true],
    ['token_endpoint_auth_method', ''],
    ['grant_types', 'authorization_code'],
    ['response_types', [1]],
    ['scope', ['openid']],
    ['scope', 'x '.repeat(4000)],
  ];
  for (const [field, value] of wrong) {
    t.test(`${field} ${shown(value)} is 400 invalid_client_metadata, naming the field [E-6]`, async (t) => {
      const response = await post(app, { redirect_uris: [LOOPBACK], [field]: value });
      refused(t, response, 400, 'invalid_client_metadata');
      t.match(response.json().error_description, field, 'and names the field');
    });
  }

  t.test('a client_name of 1 or of 100 characters, in any script, is accepted [RFC 7591 §2]', async (t) => {
    for (const name of [
      'x',
      'x'.repeat(100),
      'Schülerhilfe № 1',
      '学校アプリ',
      'مدرسة',
      'Tool (beta) – v1.2 & more <b>',
    ]) {
      const response = await post(app, { client_name: name, redirect_uris: [LOOPBACK] });
      t.equal(response.statusCode, 201, response.body);
      t.equal(response.json<Registered>().client_name, name);
    }
  });

  const forbidden = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'DATA:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://x/y',
    'about:blank',
    'http://127.0.0.1/cb#fragment',
    'http://127.0.0.1/cb#',
    'https://app.example/cb#x',
    'http://user@127.0.0.1/cb',
    'http://127.0.0.1@evil.example/cb',
    'http://127.0.0.1:80@evil.example/cb',
    '/relative',
    '//evil.example/cb',
    'callback',
    '',
    ' ',
    'http://',
    'https:///cb',
    'http:/127.0.0.1/cb',
    'http://127.0.0.1\\@evil.example/cb',
    'http://127.0.0.1/c b',
    'http://127.0.0.1/cb\n',
    'http://127.0.0.1/cb\u0000',
    'http://127.0.0.1/ünïcode',
    'http://127.0.0.1/"><script>',
    `http://127.0.0.1/${'x'.repeat(2048)}`,
  ];
  for (const uri of forbidden) {
    t.test(`the redirect URI ${shown(uri)} is 400 invalid_redirect_uri [A3.6]`, async (t) => {
      for (const extra of [{}, { client_name: 'Claude' }]) {
        refused(t, await post(app, { ...extra, redirect_uris: [uri] }), 400, 'invalid_redirect_uri');
        refused(
          t,
          await post(app, { ...extra, redirect_uris: [LOOPBACK, uri] }),
          400,
          'invalid_redirect_uri',
          'beside a good one',
        );
      }
    });
  }

  const notLoopback = [
    'http://127.0.0.1.evil.test/cb',
    'http://localhost.evil.test/cb',
    'http://127.1/cb',
    'http://0.0.0.0/cb',
    'http://127.0.0.2/cb',
    'http://2130706433/cb',
    'http://0x7f000001/cb',
    'http://0177.0.0.1/cb',
    'http://localhost./cb',
    'http://LOCALHOST/cb',
    'HTTP://127.0.0.1/cb',
    'http://[::ffff:127.0.0.1]/cb',
    'http://[0:0:0:0:0:0:0:1]/cb',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:/cb',
    'http://127.0.0.1:8080x/cb',
  ];
  for (const uri of notLoopback) {
    t.test(`the redirect URI ${uri} does not count as loopback [E-12]`, async (t) => {
      refused(t, await post(app, { redirect_uris: [uri] }), 400, 'invalid_redirect_uri');
    });
  }

  t.test('ten redirect URIs of 2048 characters are accepted, and no more or longer ones [RFC 7591 §2]', async (t) => {
    const ofLength = (length: number, index: number): string => {
      const start = `http://127.0.0.1/${index}`;
      return start + 'x'.repeat(length - start.length);
    };
    const ten = Array.from({ length: 10 }, (_, index) => ofLength(2048, index));
    t.equal((await post(app, { redirect_uris: ten })).statusCode, 201);
    refused(t, await post(app, { redirect_uris: [...ten, LOOPBACK] }), 400, 'invalid_redirect_uri', 'eleven');
    refused(t, await post(app, { redirect_uris: [ofLength(2049, 0)] }), 400, 'invalid_redirect_uri', 'too long');
  });

  t.test('a body of 64 KB is accepted, and one byte more is 413 with a JSON error [E-37]', async (t) => {
    const start = `{"redirect_uris":["${LOOPBACK}"],"filler":"`;
    const ofLength = (length: number): string => `${start}${'x'.repeat(length - start.length - 2)}"}`;
    t.equal((await post(app, ofLength(65_536))).statusCode, 201);
    refused(t, await post(app, ofLength(65_537)), 413, 'invalid_request');
  });
});

t.test('one network registers at most 600 clients an hour, counted in the database [E-38]', async (t) => {
  const database = databaseFile(t);
  const options = { databaseUrl: database.url, dataDir: temporaryFolder(t), env: { RATE_LIMITS: 'on' } };
  const { app, clock } = await testApp(t, options);
  const register = (from: string, on = app): Promise<LightMyRequestResponse> =>
    post(on, { redirect_uris: [LOOPBACK] }, { 'content-type': 'application/json' }, from);
  /** Registers 20 clients, as the last of 600. */
  const registerLast = async (from: () => string): Promise<void> => {
    t.equal((await register(from())).statusCode, 201);
    await database.run('update throttles set count = 581 where count = 1');
    for (let i = 0; i < 19; i += 1) t.equal((await register(from())).statusCode, 201);
  };
  await registerLast(() => '198.51.100.1');
  t.equal(
    (
      await post(
        app,
        { client_name: 'Claude', redirect_uris: [LOOPBACK] },
        { 'content-type': 'application/json' },
        '198.51.100.1',
      )
    ).statusCode,
    201,
    'integrations are not counted',
  );
  const response = await register('198.51.100.1');
  refused(t, response, 429, 'temporarily_unavailable');
  const wait = Number(response.headers['retry-after']);
  t.ok(wait > 0 && wait <= 3600, `Retry-After ${wait}`);
  t.match(response.headers, { 'ratelimit-limit': '600', 'ratelimit-remaining': '0', 'ratelimit-reset': String(wait) });
  t.equal((await register('198.51.100.2')).statusCode, 201, 'another address is not held up');
  t.equal((await register('::ffff:198.51.100.1')).statusCode, 429, 'the same address, spelled as IPv6');

  await t.test('one IPv6 /64 is one network, however it is spelled [W59]', async (t) => {
    const spellings = ['2001:db8:0:1::1', '2001:0db8:0000:0001:0000:0000:0000:0002', '2001:DB8:0:1:ffff::'];
    let n = 0;
    await registerLast(() => spellings[n++ % 3] ?? '');
    for (const spelling of spellings) t.equal((await register(spelling)).statusCode, 429, spelling);
    t.equal((await register('2001:db8:0:2::1')).statusCode, 201, 'the next /64 is another');
  });

  await t.test('another node on the same database counts the same registrations [E-38, F26]', async (t) => {
    const second = await testApp(t, { ...options, seed: false });
    second.clock.now = clock.now;
    t.equal((await register('198.51.100.1', second.app)).statusCode, 429);
  });

  await t.test('forwarding headers of a caller are not trusted [W59]', async (t) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    t.equal((await post(app, { redirect_uris: [LOOPBACK] }, headers, '198.51.100.1')).statusCode, 429);
  });

  await t.test('parallel registrations do not exceed the limit [E-38]', async (t) => {
    t.equal((await register('198.51.100.50')).statusCode, 201);
    await database.run('update throttles set count = 581 where count = 1');
    const responses = await Promise.all(Array.from({ length: 40 }, () => register('198.51.100.50')));
    t.equal(responses.filter(({ statusCode }) => statusCode === 201).length, 19);
  });

  clock.advance(HOUR + 1000);
  t.equal((await register('198.51.100.1')).statusCode, 201, 'an hour later it goes on');
});

t.test('VENDORS_FILE replaces the list of integrations, and disables those that are gone [E-8]', async (t) => {
  const dataDir = temporaryFolder(t);
  const file = join(dataDir, 'vendors.json');
  const database = databaseFile(t);
  const before = await testApp(t, { databaseUrl: database.url, dataDir, seed: false });
  t.equal(
    (await post(before.app, { client_name: 'Claude', redirect_uris: [LOOPBACK] })).json().client_id,
    'c_vendor_claude',
  );
  writeFileSync(
    file,
    JSON.stringify([
      { key: 'acme', name: 'Acme Learning', aliases: ['ACME'], redirectUris: ['https://acme.example/cb'] },
    ]),
  );
  const { app } = await testApp(t, { databaseUrl: database.url, dataDir, env: { VENDORS_FILE: file } });
  const acme = { client_name: 'acme', redirect_uris: ['https://acme.example/cb'] };
  t.match((await post(app, acme)).json(), { client_id: 'c_vendor_acme', client_name: 'Acme Learning' });
  refused(
    t,
    await post(app, { client_name: 'Claude', redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] }),
    400,
    'invalid_redirect_uri',
    'a preset that is gone is not recognised',
  );
  const vendor = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
  const response = await app.inject(authorizeUrl(vendor, makeVerifier(), { scope: 'openid' }));
  t.equal(response.statusCode, 400, 'and its client is switched off');
});

t.test('a vendor removed from VENDORS_FILE is disabled even with registration off [E-8]', async (t) => {
  const dataDir = temporaryFolder(t);
  const database = databaseFile(t);
  const VENDORS_FILE = join(dataDir, 'vendors.json');
  const vendor = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
  const statusOf = async ({ app }: TestApp): Promise<number> =>
    (await app.inject(authorizeUrl(vendor, makeVerifier(), { scope: 'openid' }))).statusCode;
  const before = await testApp(t, { databaseUrl: database.url, dataDir, env: { REGISTRATION: 'off' } });
  t.equal(await statusOf(before), 303, 'the vendors are there without the endpoint too');
  writeFileSync(VENDORS_FILE, '[]');
  const env = { REGISTRATION: 'off', VENDORS_FILE };
  t.equal(await statusOf(await testApp(t, { databaseUrl: database.url, dataDir, env })), 400);
});

t.test(
  'a vendor registers one URI of a pattern, which is compared exactly, recorded, and ends with the preset or its pattern [E-8, RFC 9700 §4.1.3]',
  async (t) => {
    const dataDir = temporaryFolder(t);
    const database = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: database.url, dataDir });
    const redirectUri = 'https://chatgpt.com/connector/oauth/abc-123_~.X';
    const registering = (uri: string) => post(app, { client_name: 'ChatGPT', redirect_uris: [uri] });
    const made = (await registering(redirectUri)).json();
    t.match(made, {
      client_id: /^c_vendor_chatgpt\.[\w-]{22}$/,
      redirect_uris: [redirectUri],
      application_type: 'web',
    });
    t.equal((await registering(redirectUri)).json().client_id, made.client_id, 'one connector, one client');
    const recorded = () => database.read("select count(*) from audit_events where event = 'client_registered'");
    t.equal(await recorded(), 0, 'not before somebody uses it');
    const client = { id: made.client_id, redirectUri, secret: undefined };
    await authorize(app, client, { scope: 'openid' }, { email: 'ana@riverside.example' });
    t.equal(await recorded(), 1);
    for (const end of ['', '.', '..', 'a/b', 'a?b', 'a%2fb', 'a+b', `${'a'.repeat(129)}`]) {
      const response = await registering(`https://chatgpt.com/connector/oauth/${end}`);
      refused(t, response, 400, 'invalid_redirect_uri', end);
    }
    refused(t, await registering('http://chatgpt.com/connector/oauth/a'), 400, 'invalid_redirect_uri');
    refused(t, await registering('https://chatgpt.com.evil.test/connector/oauth/a'), 400, 'invalid_redirect_uri');
    const statusOf = async (server: TestApp['app'], uri: string, id: string): Promise<number> =>
      (
        await server.inject(
          authorizeUrl({ id, redirectUri: uri, secret: undefined }, makeVerifier(), { scope: 'openid' }),
        )
      ).statusCode;
    t.equal(await statusOf(app, redirectUri, made.client_id), 303);
    t.equal(await statusOf(app, 'https://chatgpt.com/connector/oauth/other', made.client_id), 400);
    t.equal(await statusOf(app, redirectUri, 'c_vendor_chatgpt'), 400, 'the shared client has no pattern');
    const again = await testApp(t, { databaseUrl: database.url, dataDir });
    t.equal(await statusOf(again.app, redirectUri, made.client_id), 303, 'still there after a restart');
    const VENDORS_FILE = join(dataDir, 'vendors.json');
    const withVendors = async (...redirectUris: string[]) => {
      const vendors = redirectUris.length === 0 ? [] : [{ key: 'chatgpt', name: 'ChatGPT', redirectUris }];
      writeFileSync(VENDORS_FILE, JSON.stringify(vendors));
      const { app } = await testApp(t, { databaseUrl: database.url, dataDir, env: { VENDORS_FILE } });
      return statusOf(app, redirectUri, made.client_id);
    };
    t.equal(
      await withVendors('https://chatgpt.com/moved/{id}'),
      400,
      'ends with the pattern, even if there is another',
    );
    t.equal(await withVendors(redirectUri), 303, 'returns if the vendor has its redirect URI again');
    t.equal(await withVendors(), 400);
  },
);

t.test('a connector that registers many times at once has one client [E-8]', async (t) => {
  const database = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: database.url });
  const connector = { client_name: 'ChatGPT', redirect_uris: ['https://chatgpt.com/connector/oauth/at-once'] };
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(app, connector)));
  t.same([...new Set(responses.map(({ statusCode }) => statusCode))], [201]);
  t.equal(new Set(responses.map((response) => response.json<Registered>().client_id)).size, 1);
  t.equal(await database.read('select count(*) from clients where id like ?', 'c_vendor_chatgpt.%'), 1);
});
