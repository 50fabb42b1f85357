import type { FastifyInstance, InjectOptions } from 'fastify';
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from 'jose';
import t from 'tap';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { ERROR_GUIDE } from '../../schema/refusals/codes.ts';
import { BASE, testApp } from '../support/app.ts';
import { DEMO, obtainTokens, postForm, userinfo } from '../support/oauth-client.ts';

const SERVER = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';
const RESOURCE = '/.well-known/oauth-protected-resource';
const DAY = 86_400_000;

const read = async (app: FastifyInstance, path: string): Promise<Record<string, unknown>> =>
  (await app.inject(path)).json();

t.test('the metadata documents', async (t) => {
  const { app } = await testApp(t);

  t.test(
    'both metadata documents are identical and hold what clients require [RFC 8414 §2, RFC 8414 §3.3, OpenID Connect Discovery §3, E-11]',
    async (t) => {
      const document = await read(app, SERVER);
      t.same(await read(app, OPENID), document);
      t.match(document, {
        issuer: BASE,
        authorization_endpoint: `${BASE}/oauth/authorize`,
        token_endpoint: `${BASE}/api/oauth/token`,
        registration_endpoint: `${BASE}/api/oauth/register`,
        revocation_endpoint: `${BASE}/api/oauth/revoke`,
        introspection_endpoint: `${BASE}/api/oauth/introspect`,
        userinfo_endpoint: `${BASE}/api/oauth/userinfo`,
        jwks_uri: `${BASE}/.well-known/jwks.json`,
        end_session_endpoint: `${BASE}/oauth/logout`,
        request_uri_parameter_supported: false,
        request_parameter_supported: false,
        claims_parameter_supported: true,
        authorization_response_iss_parameter_supported: true,
      });
      t.same(document.response_types_supported, ['code']);
      t.same(document.grant_types_supported, ['authorization_code', 'refresh_token']);
      t.same(document.code_challenge_methods_supported, ['S256']);
      t.same(document.token_endpoint_auth_methods_supported, ['none', 'client_secret_post']);
      t.same(document.subject_types_supported, ['public']);
      t.same(document.id_token_signing_alg_values_supported, ['ES256']);
      t.same(document.scopes_supported, SCOPES);
      t.same(document.ui_locales_supported, ['en', 'de', 'es', 'ja', 'zh-Hant']);
      t.notOk((document.scopes_supported as string[]).includes('offline_access'), 'offline_access is not offered');
    },
  );

  t.test('no metadata member is null or an empty list [RFC 8414 §3.2]', async (t) => {
    for (const path of [SERVER, OPENID, RESOURCE]) {
      for (const [name, value] of Object.entries(await read(app, path))) {
        t.not(value, null, name);
        t.notSame(value, [], name);
      }
    }
  });

  t.test('the metadata states the registration policy for programs to read [E-7, spec 5.3.4]', async (t) => {
    t.same((await read(app, SERVER)).registration_policy, {
      loopback: 'open',
      fixed_https: 'registered_integrations',
      client_name: 'matched',
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
    });
  });

  t.test(
    'the origin and each protected path have a resource document that names its own URL [RFC 9728 §2, RFC 9728 §3.3, E-24]',
    async (t) => {
      for (const path of ['', '/mcp', '/account/graphql']) {
        t.match(await read(app, RESOURCE + path), {
          resource: BASE + path,
          authorization_servers: [BASE],
          bearer_methods_supported: ['header'],
          scopes_supported: ['openid', 'profile', 'email'],
        });
      }
      t.same((await read(app, SERVER)).protected_resources, [BASE, `${BASE}/mcp`, `${BASE}/account/graphql`]);
    },
  );

  t.test('nothing of agent_auth is announced, and its endpoints do not exist [spec 5.1.4]', async (t) => {
    t.notMatch(JSON.stringify(await read(app, SERVER)), /agent|claim_uri|identity/);
    for (const url of ['/agent/auth', '/agent/identity', '/agent/identity/claim']) {
      for (const method of ['GET', 'POST'] as const) t.equal((await app.inject({ method, url })).statusCode, 404, url);
    }
  });

  t.test(
    'metadata is cached for five minutes, and a known ETag is answered 304 [E-44, RFC 9110 §13.1.2]',
    async (t) => {
      for (const url of [SERVER, OPENID, RESOURCE, '/.well-known/jwks.json']) {
        const first = await app.inject(url);
        t.equal(first.headers['cache-control'], 'public, max-age=300');
        const etag = String(first.headers.etag);
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const again = await app.inject({ url, headers: { 'if-none-match': known } });
          t.equal(again.statusCode, 304, `${url} ${known}`);
          t.equal(again.body, '');
        }
        t.equal((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode, 200);
        const head = await app.inject({ method: 'HEAD', url });
        t.equal(head.statusCode, 200);
        t.equal(head.body, '');
        t.equal(head.headers['content-length'], String(first.rawPayload.length));
      }
    },
  );

  t.test('an unknown well-known URL is a JSON 404, whatever the Accept header says [E-40]', async (t) => {
    for (const url of [
      '/.well-known/oauth-authorization-server/mcp',
      '/mcp/.well-known/openid-configuration',
      '/.well-known/x',
    ]) {
      const response = await app.inject({ url, headers: { accept: 'text/html' } });
      t.equal(response.statusCode, 404);
      t.match(response.headers['content-type'], /^application\/json/);
    }
    const page = await app.inject({ url: '/nowhere', headers: { accept: 'text/html' } });
    t.equal(page.statusCode, 404);
    t.match(page.headers['content-type'], /^text\/html/);
  });

  t.test('an unsupported method is a 405 with the supported ones in Allow [RFC 9110 §15.5.6]', async (t) => {
    for (const [method, url, allow] of [
      ['POST', SERVER, 'GET, HEAD, OPTIONS'],
      ['GET', '/api/oauth/token', 'OPTIONS, POST'],
      ['PUT', '/api/oauth/userinfo', 'GET, HEAD, OPTIONS, POST'],
      ['DELETE', '/oauth/authorize', 'GET, HEAD, POST'],
      ['POST', '/oauth/continue/x', 'GET, HEAD'],
    ] as const) {
      const response = await app.inject({ method, url });
      t.equal(response.statusCode, 405, url);
      t.equal(response.headers.allow, allow, url);
    }
  });

  t.test('error_uri leads to a page that explains every error code [E-40]', async (t) => {
    const refused = (await postForm(app, '/api/oauth/token', { grant_type: 'password' })).json();
    const { pathname, hash } = new URL(refused.error_uri);
    const page = await app.inject(pathname);
    t.equal(page.statusCode, 200);
    t.ok(page.body.includes(`id="${hash.slice(1)}"`));
    for (const code of Object.keys(ERROR_GUIDE)) t.ok(page.body.includes(`id="${code}"`), code);
  });

  t.test('every answer has the security headers, whatever is wrong with the request [E-40]', async (t) => {
    const requests: readonly (readonly [InjectOptions, number])[] = [
      [{ url: SERVER }, 200],
      [{ url: '/.well-known/nothing' }, 404],
      [{ url: '/api/oauth/token' }, 405],
      [{ method: 'TRACE', url: '/api/oauth/token' }, 405],
      [{ url: '/%zz' }, 400],
      [{ url: '/.well-known/%ff' }, 400],
      [{ method: 'POST', url: '/api/oauth/%' }, 400],
      [{ url: `/.well-known/${'x'.repeat(8192 - 13)}` }, 404],
      [{ url: `/.well-known/${'x'.repeat(8193 - 13)}` }, 414],
      [{ url: `${SERVER}?${'x'.repeat(9000)}` }, 414],
    ];
    for (const [request, status] of requests) {
      const { statusCode, headers, body } = await app.inject(request);
      const shown = `${request.method ?? 'GET'} ${String(request.url).slice(0, 40)}`;
      t.equal(statusCode, status, shown);
      t.match(headers['content-type'], /^application\/json/, shown);
      t.equal(headers['x-content-type-options'], 'nosniff', shown);
      t.match(headers['content-security-policy'], /frame-ancestors 'none'/, shown);
      t.ok(headers['x-request-id'], shown);
      if (status === 200) continue;
      t.equal(headers['cache-control'], 'no-store', shown);
      t.match(JSON.parse(body), { error: /^[a-z_]+$/, error_description: /./ }, shown);
    }
  });

  t.test('keys have public members only, and a thumbprint as their kid [RFC 7517 §4, RFC 7638 §3]', async (t) => {
    const { keys } = (await app.inject('/.well-known/jwks.json')).json<{ keys: Record<string, string>[] }>();
    t.equal(keys.length, 1);
    t.same(Object.keys(keys[0] ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    t.equal(keys[0]?.kid, await calculateJwkThumbprint(keys[0] ?? {}, 'sha256'));
  });
});

t.test('cross-origin callers [RFC 9700 §2.6, A18]', async (t) => {
  const { app } = await testApp(t);
  const origin = { origin: 'https://app.example' };

  t.test('every machine endpoint, refusals included, is readable cross-origin without credentials', async (t) => {
    const answers = [
      await app.inject({ url: SERVER, headers: origin }),
      await app.inject({ url: '/.well-known/jwks.json', headers: origin }),
      await postForm(app, '/api/oauth/token', {}, origin),
      await postForm(app, '/api/oauth/revoke', { client_id: 'c_nobody', token: 'x' }, origin),
      await postForm(app, '/api/oauth/introspect', {}, origin),
      await app.inject({
        method: 'POST',
        url: '/api/oauth/register',
        payload: '{',
        headers: { ...origin, 'content-type': 'application/json' },
      }),
      await postForm(app, '/api/oauth/token', { code: 'x'.repeat(20_000) }, origin),
      await app.inject({ url: '/api/oauth/userinfo', headers: origin }),
      await app.inject({ url: '/api/oauth/userinfo', headers: { ...origin, authorization: 'Bearer at_1.x' } }),
    ];
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 400, 401, 401, 400, 413, 401, 401],
    );
    for (const { headers } of answers) {
      t.equal(headers['access-control-allow-origin'], '*');
      t.equal(headers['access-control-allow-credentials'], undefined);
    }
    t.match(answers.at(-1)?.headers['access-control-expose-headers'], /WWW-Authenticate/);
  });

  t.test('a preflight is answered, and allows the header that MCP clients add everywhere', async (t) => {
    for (const url of [
      SERVER,
      RESOURCE,
      '/api/oauth/token',
      '/api/oauth/register',
      '/api/oauth/revoke',
      '/api/oauth/introspect',
      '/api/oauth/userinfo',
    ]) {
      const response = await app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          ...origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'mcp-protocol-version',
        },
      });
      t.equal(response.statusCode, 204, url);
      t.equal(response.headers['access-control-allow-origin'], '*');
      for (const header of ['authorization', 'content-type', 'mcp-protocol-version']) {
        t.match(response.headers['access-control-allow-headers'], header);
      }
    }
  });

  t.test('the metadata documents may be requested cross-origin with any header', async (t) => {
    for (const url of [SERVER, OPENID, RESOURCE, `${RESOURCE}/mcp`, '/.well-known/jwks.json']) {
      const headers = { ...origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-any' };
      const response = await app.inject({ method: 'OPTIONS', url, headers });
      t.equal(response.statusCode, 204);
      const allowed = String(response.headers['access-control-allow-headers']).split(/, */);
      t.ok(allowed.includes('*'), url);
      // A star does not stand for this one [Fetch §4.8].
      t.ok(allowed.includes('authorization'), 'authorization is named beside the star');
      t.match((await app.inject({ url, headers: origin })).headers['access-control-expose-headers'], /\bETag\b/);
    }
  });

  t.test('a 403, 404 or 405 of a machine endpoint is readable cross-origin, that of a page is not', async (t) => {
    const { access_token: token } = await obtainTokens(app, DEMO.cli, { scope: 'account:read' });
    const answers = [
      await userinfo(app, token),
      await app.inject({ url: `${SERVER}/mcp`, headers: origin }),
      await app.inject({ url: '/.well-known/nothing', headers: origin }),
      await app.inject({ url: '/api/oauth/token', headers: origin }),
    ];
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [403, 404, 404, 405],
    );
    for (const { headers } of answers) t.equal(headers['access-control-allow-origin'], '*');
    const preflight = { ...origin, 'access-control-request-method': 'GET' };
    for (const [url, status] of [
      [`${SERVER}/mcp`, 204],
      ['/api/nothing', 204],
      ['/nowhere', 404],
    ] as const) {
      t.equal((await app.inject({ method: 'OPTIONS', url, headers: preflight })).statusCode, status, url);
    }
    const nowhere = await app.inject({ url: '/nowhere', headers: origin });
    t.equal(nowhere.headers['access-control-allow-origin'], undefined, 'a page is nobody else’s');
  });

  t.test('pages are not readable cross-origin, and answer no preflight', async (t) => {
    for (const url of ['/oauth/authorize', '/oauth/logout', '/', '/setup']) {
      const response = await app.inject({ url, headers: origin });
      t.equal(response.headers['access-control-allow-origin'], undefined, url);
      t.not((await app.inject({ method: 'OPTIONS', url, headers: origin })).statusCode, 204, url);
    }
  });
});

t.test('metadata of what the configuration switches off', async (t) => {
  t.test('with registration off there is neither the endpoint nor its metadata [E-7]', async (t) => {
    const { app } = await testApp(t, { env: { REGISTRATION: 'off' } });
    const document = await read(app, SERVER);
    t.notOk('registration_endpoint' in document);
    t.notOk('registration_policy' in document);
    t.equal((await app.inject({ method: 'POST', url: '/api/oauth/register' })).statusCode, 404);
  });

  t.test('if only vendors may register, the registration policy says so [E-7]', async (t) => {
    const { app } = await testApp(t, { env: { REGISTRATION: 'vendors_only' } });
    t.match((await read(app, SERVER)).registration_policy, { loopback: 'vendors_only' });
  });

  t.test(
    'with signing off, keys are published and UserInfo answers, but there is no ID token [spec 5.6, E-39]',
    async (t) => {
      const { app } = await testApp(t, { env: { ID_TOKEN_SIGNING: 'off' } });
      for (const path of [SERVER, OPENID]) {
        const document = await read(app, path);
        t.notOk('id_token_signing_alg_values_supported' in document);
        t.equal(document.jwks_uri, `${BASE}/.well-known/jwks.json`);
      }
      t.equal(((await read(app, '/.well-known/jwks.json')).keys as unknown[]).length, 1);
      const tokens = await obtainTokens(app, DEMO.cli);
      t.notOk('id_token' in tokens);
      const claims = await app.inject({
        url: '/api/oauth/userinfo',
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      t.match(claims.json(), { sub: 'usr_demo_ana', email: 'ana@riverside.example' });
    },
  );

  t.test('with path documents off only the resource document of the origin remains [RFC 9728 §3.3]', async (t) => {
    const { app } = await testApp(t, { env: { RESOURCE_PATH_DOCUMENTS: 'off' } });
    t.equal((await app.inject(`${RESOURCE}/mcp`)).statusCode, 404);
    t.same((await read(app, SERVER)).protected_resources, [BASE]);
  });
});

t.test(
  'signing keys rotate, and every ID token stays verifiable [E-39, OpenID Connect Core §10.1.1, F20]',
  async (t) => {
    const { app, clock } = await testApp(t);
    const keySet = async () => (await app.inject('/.well-known/jwks.json')).json();
    const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid;
    const idToken = async (): Promise<string> => (await obtainTokens(app, DEMO.cli)).id_token ?? '';
    const verifies = async (jwt: string, jwks: Parameters<typeof createLocalJWKSet>[0]): Promise<boolean> =>
      jwtVerify(jwt, createLocalJWKSet(jwks), { issuer: BASE, currentDate: new Date(clock.now) }).then(
        () => true,
        () => false,
      );

    const first = await idToken();
    const cachedBefore = await keySet();
    const { etag } = (await app.inject('/.well-known/jwks.json')).headers;
    const { kid } = await app.oauth.signer.rotate(false);
    t.equal((await keySet()).keys.length, 2, 'the new key is published at once');
    const changed = await app.inject({ url: '/.well-known/jwks.json', headers: { 'if-none-match': String(etag) } });
    t.equal(changed.statusCode, 200, 'whoever asks again gets the new set');
    const second = await idToken();
    t.equal(kidOf(second), kidOf(first), 'and does not sign yet');
    t.ok(await verifies(second, cachedBefore));

    clock.advance(DAY);
    const third = await idToken();
    t.equal(kidOf(third), kid, 'a day later it signs');
    t.ok(await verifies(third, await keySet()));
    t.ok(await verifies(await idToken(), await keySet()));

    clock.advance(DAY);
    await app.oauth.signer.removeRetired();
    t.equal((await keySet()).keys.length, 2, 'the old one stays while a token of its last moment may be checked');
    clock.advance(600_001);
    t.equal((await keySet()).keys.length, 1);
    await app.oauth.signer.removeRetired();
    t.equal((await app.oauth.keys.list()).length, 1);

    const { kid: urgent } = await app.oauth.signer.rotate(true);
    t.equal(kidOf(await idToken()), urgent, 'at once, when asked');
  },
);

t.test('over https every answer has HSTS, and the issuer has no trailing slash [A0.1, RFC 8414 §3.3]', async (t) => {
  const { app } = await testApp(t, {
    seed: false,
    env: { BASE_URL: 'https://id.example.com', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  for (const url of [SERVER, '/.well-known/nothing', '/%zz', '/']) {
    t.match((await app.inject(url)).headers['strict-transport-security'], /^max-age=63072000; includeSubDomains$/, url);
  }
  const document = await read(app, SERVER);
  t.equal(document.issuer, 'https://id.example.com', 'no slash at the end');
  t.equal((await read(app, RESOURCE)).resource, 'https://id.example.com');
});
