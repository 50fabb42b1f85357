import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { BASE, SECRET, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  DEMO,
  exchange,
  type Fields,
  introspect,
  MEMBER_SCOPE,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type TestClient,
  type Tokens,
  userinfo,
} from '../support/oauth-client.ts';
import { during, whileDisabled } from '../support/standing.ts';

const USERINFO = '/api/oauth/userinfo';
const REVOKE = '/api/oauth/revoke';
const INTROSPECT = '/api/oauth/introspect';
const POINTER = `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`;

/** The challenge, read strictly [RFC 6750 §3, RFC 9728 §5.1]. */
function challengeOf(response: LightMyRequestResponse): Record<string, string> {
  const header = String(response.headers['www-authenticate']);
  const match = /^Bearer ((?:[a-z_]+="[\x20\x21\x23-\x5b\x5d-\x7e]*"(?:, |$))+)$/.exec(header);
  if (match === null) throw new Error(`not a challenge: ${header}`);
  return Object.fromEntries(
    [...(match[1] ?? '').matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function challenged(t: Test, response: LightMyRequestResponse, status: 401 | 403, message = '', base = BASE): void {
  const error = status === 401 ? 'invalid_token' : 'insufficient_scope';
  t.equal(response.statusCode, status, `${message}: status`);
  const challenge = challengeOf(response);
  t.match(challenge, { error, scope: 'openid' }, `${message}: challenge`);
  t.equal(challenge.resource_metadata, `${base}/.well-known/oauth-protected-resource`, `${message}: pointer`);
  t.ok(challenge.error_description, `${message}: ChatGPT wants a description`);
  t.equal(response.json().error, error, `${message}: body`);
  t.equal(response.headers['cache-control'], 'no-store', `${message}: not stored`);
  t.equal(response.headers['access-control-allow-origin'], '*', `${message}: readable for browsers`);
  t.match(response.headers['access-control-expose-headers'], /WWW-Authenticate/, `${message}: challenge exposed`);
}

const secretless = (client: TestClient): Fields => ({ client_id: client.id, client_secret: client.secret });

const revoke = (app: FastifyInstance, client: TestClient, fields: Fields): Promise<LightMyRequestResponse> =>
  postForm(app, REVOKE, { ...secretless(client), ...fields });

t.test('the UserInfo endpoint [OpenID Connect Core §5.3]', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const { access_token: token } = await obtainTokens(app, DEMO.cli, {}, { browser });
  const ask = (authorization: string | undefined, options: InjectOptions = {}): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'GET',
      url: USERINFO,
      ...options,
      headers: { ...(authorization === undefined ? {} : { authorization }), ...options.headers },
    });

  const whole = {
    sub: 'usr_demo_ana',
    org_id: 'site_demo_riverside',
    roles: ['member', 'student'],
    email: 'ana@riverside.example',
    email_verified: true,
    name: 'Ana Lima',
  };

  t.test('UserInfo answers GET, HEAD, and POST with or without a form [OpenID Connect Core §5.3.1]', async (t) => {
    const requests: readonly InjectOptions[] = [
      { method: 'GET' },
      { method: 'POST' },
      { method: 'POST', payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { method: 'POST', payload: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ];
    for (const request of requests) {
      const response = await ask(`Bearer ${token}`, request);
      t.equal(response.statusCode, 200, response.body);
      t.match(response.headers['content-type'], /^application\/json/);
      t.equal(response.headers['cache-control'], 'no-store');
      t.same(response.json(), whole);
    }
    const head = await ask(`Bearer ${token}`, { method: 'HEAD' });
    t.equal(head.statusCode, 200);
    t.equal(head.body, '');
  });

  t.test('the Bearer scheme is read in any case and with more than one space [RFC 9110 §11.1]', async (t) => {
    for (const scheme of ['bearer ', 'BEARER ', 'bEaReR ', 'Bearer  ']) {
      t.equal((await ask(scheme + token)).statusCode, 200, scheme);
    }
  });

  const [id = '', secret = ''] = token.replace('at_', '').split('.');
  const malformed: readonly (string | undefined)[] = [
    undefined,
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer:',
    `Bearer:${token}`,
    `Bearer=${token}`,
    `Bearer\t${token}`,
    `Bearer${token}`,
    `Bearer "${token}"`,
    `Bearer <${token}>`,
    `Bearer ${token} `.padEnd(200, ' x'),
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer ${token}, ${token}`,
    `Bearer token=${token}`,
    `Basic ${Buffer.from(`${DEMO.webApp.id}:${SECRET}`).toString('base64')}`,
    `Basic ${token}`,
    `Token ${token}`,
    token,
    'Bearer null',
    'Bearer undefined',
    'Bearer [object Object]',
    'Bearer ü',
    `Bearer ${'a'.repeat(7000)}`,
    'Bearer ey.ey.x',
    'Bearer __proto__',
    `Bearer at_${id}`,
    `Bearer at_${id}.`,
    `Bearer at_${id}.${secret.slice(0, -1)}`,
    `Bearer at_${id}.${secret}A`,
    `Bearer at_${id}.${secret}=`,
    `Bearer at_0${id}.${secret}`,
    `Bearer at_${Number(id) + 1}.${secret}`,
    `Bearer at_-${id}.${secret}`,
    `Bearer at_1e3.${secret}`,
    `Bearer at_99999999999999999999.${secret}`,
    `Bearer rt_${id}.${secret}`,
    `Bearer ac_${id}.${secret}`,
    `Bearer AT_${id}.${secret}`,
    `Bearer at_${id}.${secret.toUpperCase()}`,
    `Bearer at_${id}.${makeVerifier()}`,
  ];
  for (const [index, authorization] of malformed.entries()) {
    const start = authorization?.replaceAll(token, 'TOKEN').replaceAll(secret, 'SECRET').slice(0, 40);
    const shown = start === undefined ? 'no Authorization header' : `the Authorization header ${JSON.stringify(start)}`;
    t.test(`${shown} (case ${index}) is 401 invalid_token with the metadata URL [spec 7]`, async (t) => {
      for (const method of ['GET', 'POST'] as const) challenged(t, await ask(authorization, { method }), 401, method);
    });
  }

  t.test('every truncation of an access token is refused [CVE-2026-27840]', async (t) => {
    const statuses = new Set<number>();
    for (let length = 0; length < token.length; length += 1) {
      statuses.add((await ask(`Bearer ${token.slice(0, length)}`)).statusCode);
    }
    t.same([...statuses], [401]);
  });

  t.test('an access token in the query or in a form body is not accepted [RFC 6750 §2.3, OAuth 2.1 §5]', async (t) => {
    challenged(t, await ask(undefined, { url: `${USERINFO}?access_token=${token}` }), 401, 'query');
    const body: InjectOptions = {
      method: 'POST',
      payload: `access_token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    challenged(t, await ask(undefined, body), 401, 'body');
    challenged(
      t,
      await ask('Bearer wrong', { url: `${USERINFO}?access_token=${token}` }),
      401,
      'query beside a wrong one',
    );
  });

  t.test('a valid token without the openid scope is 403 insufficient_scope [E-29]', async (t) => {
    const without = await obtainTokens(app, DEMO.cli, { scope: 'profile email account:read' }, { browser });
    for (const method of ['GET', 'POST'] as const) {
      challenged(t, await ask(`Bearer ${without.access_token}`, { method }), 403, method);
    }
  });

  t.test('unsupported methods are 405 with Allow [RFC 9110 §15.5.6]', async (t) => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const response = await ask(`Bearer ${token}`, { method });
      t.equal(response.statusCode, 405);
      t.equal(response.headers.allow, 'GET, HEAD, OPTIONS, POST');
    }
  });
});

t.test('token revocation', async (t) => {
  const { app, logs } = await testApp(t);
  const browser = new Browser(app);
  const fresh = (client: TestClient = DEMO.cli): Promise<Tokens> => obtainTokens(app, client, {}, { browser });
  const isAlive = async (token: string): Promise<boolean> => (await userinfo(app, token)).statusCode === 200;

  for (const name of ['cli', 'webApp'] as const) {
    const kind = DEMO[name].secret === undefined ? 'public' : 'confidential';
    t.test(
      `revoking a refresh token of a ${kind} client ends the whole grant at once [RFC 7009 §2.1, E-28, H1, H4.6]`,
      async (t) => {
        const client = DEMO[name];
        const first = await fresh(client);
        const second = (await refresh(app, client, first.refresh_token)).json<Tokens>();
        const response = await revoke(app, client, { token: second.refresh_token });
        t.equal(response.statusCode, 200);
        t.same(response.json(), {}, 'an empty object');
        t.match(response.headers['content-type'], /^application\/json/, 'as JSON');
        t.equal(response.headers['cache-control'], 'no-store');
        for (const token of [first.access_token, second.access_token]) {
          challenged(t, await userinfo(app, token), 401, 'on the very next call');
          t.same(await introspect(app, client, token), { active: false });
        }
        t.equal((await refresh(app, client, second.refresh_token)).json().error, 'invalid_grant');
      },
    );
  }

  t.test('revoking an access token leaves its refresh token valid [E-28]', async (t) => {
    const tokens = await fresh();
    t.equal((await revoke(app, DEMO.cli, { token: tokens.access_token })).statusCode, 200);
    t.notOk(await isAlive(tokens.access_token));
    const next = await refresh(app, DEMO.cli, tokens.refresh_token);
    t.equal(next.statusCode, 200);
    t.ok(await isAlive(next.json<Tokens>().access_token));
  });

  t.test('revoking an already rotated refresh token ends the whole grant too [RFC 7009 §2.1]', async (t) => {
    const first = await fresh();
    const second = (await refresh(app, DEMO.cli, first.refresh_token)).json<Tokens>();
    await revoke(app, DEMO.cli, { token: first.refresh_token });
    t.notOk(await isAlive(second.access_token));
    t.equal((await refresh(app, DEMO.cli, second.refresh_token)).json().error, 'invalid_grant');
  });

  t.test('revocation leaves other installations of the same client signed in [W56]', async (t) => {
    const [here, there] = [await fresh(), await fresh()];
    await revoke(app, DEMO.cli, { token: here.refresh_token });
    t.notOk(await isAlive(here.access_token));
    t.ok(await isAlive(there.access_token));
  });

  t.test('a wrong or unknown token_type_hint does not prevent revocation [RFC 7009 §2.1]', async (t) => {
    for (const hint of ['access_token', 'refresh_token', 'nonsense', 'id_token', '']) {
      const tokens = await fresh();
      const response = await revoke(app, DEMO.cli, { token: tokens.refresh_token, token_type_hint: hint });
      t.equal(response.statusCode, 200, hint);
      t.notOk(await isAlive(tokens.access_token), hint);
    }
  });

  t.test('another client’s token gets the same response, and stays valid [workers-oauth-provider #188]', async (t) => {
    const tokens = await fresh();
    for (const other of [DEMO.notebook, DEMO.webApp, DEMO.adminTool]) {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const response = await revoke(app, other, { token });
        t.equal(response.statusCode, 200);
        t.same(response.json(), {});
      }
    }
    t.ok(await isAlive(tokens.access_token));
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 200);
  });

  t.test('revoking an unknown, malformed or already revoked token is 200 [RFC 7009 §2.2]', async (t) => {
    const tokens = await fresh();
    const { code } = await authorize(app, DEMO.cli, {}, { browser });
    const unknown = [
      'x',
      'at_1.x',
      tokens.access_token.slice(0, -1),
      tokens.access_token.replace('at_', 'rt_'),
      tokens.refresh_token.replace('rt_', 'at_'),
      tokens.id_token ?? '',
      code,
      `at_999999999999999.${makeVerifier()}`,
      '\u0000',
      'ü',
      'a'.repeat(8000),
    ];
    for (const token of unknown) {
      const response = await revoke(app, DEMO.cli, { token });
      t.equal(response.statusCode, 200, token.slice(0, 20));
      t.same(response.json(), {});
    }
    t.ok(await isAlive(tokens.access_token), 'nothing was hit');
    for (let i = 0; i < 2; i += 1)
      t.equal((await revoke(app, DEMO.cli, { token: tokens.refresh_token })).statusCode, 200);
  });

  const faults: readonly (readonly [string, TestClient, Fields, number, string])[] = [
    ['no token', DEMO.cli, { token: undefined }, 400, 'invalid_request'],
    ['an empty token', DEMO.cli, { token: '' }, 400, 'invalid_request'],
    ['two tokens', DEMO.cli, { token: ['a', 'b'] }, 400, 'invalid_request'],
    ['two hints', DEMO.cli, { token_type_hint: ['a', 'b'] }, 400, 'invalid_request'],
    ['two clients', DEMO.cli, { client_id: [DEMO.cli.id, DEMO.webApp.id] }, 400, 'invalid_request'],
    ['no client', DEMO.cli, { client_id: undefined }, 401, 'invalid_client'],
    ['an unknown client', DEMO.cli, { client_id: 'c_nobody' }, 401, 'invalid_client'],
    ['a confidential client without its secret', DEMO.webApp, { client_secret: undefined }, 401, 'invalid_client'],
    ['a confidential client with a wrong secret', DEMO.webApp, { client_secret: 'cs_wrong' }, 401, 'invalid_client'],
    ['a public client with a secret', DEMO.cli, { client_secret: SECRET }, 401, 'invalid_client'],
  ];
  for (const endpoint of [REVOKE, INTROSPECT]) {
    for (const [what, client, bend, status, error] of faults) {
      t.test(`${what} at ${endpoint} is ${error}, and revokes nothing [ASVS 10.4.10, W11]`, async (t) => {
        const tokens = await fresh(client);
        const response = await postForm(app, endpoint, {
          ...secretless(client),
          token: tokens.refresh_token,
          ...bend,
        });
        t.equal(response.statusCode, status);
        t.equal(response.json().error, error);
        t.equal(response.headers['cache-control'], 'no-store');
        t.ok(await isAlive(tokens.access_token));
      });
    }

    t.test(`HTTP Basic at ${endpoint} is 401 with WWW-Authenticate [RFC 6749 §5.2]`, async (t) => {
      const authorization = `Basic ${Buffer.from(`${DEMO.webApp.id}:${SECRET}`).toString('base64')}`;
      const response = await postForm(app, endpoint, { token: 'at_1.x' }, { authorization });
      t.equal(response.statusCode, 401);
      t.equal(response.json().error, 'invalid_client');
      t.match(response.headers['www-authenticate'], /^Basic realm=/);
    });

    t.test(`parameters at ${endpoint} come in a form body only, of at most 16 KiB [E-37]`, async (t) => {
      const form = 'application/x-www-form-urlencoded';
      const send = (url: string, payload: string, type = form): Promise<LightMyRequestResponse> =>
        app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
      const fields = `token=x&client_id=${DEMO.cli.id}`;
      for (const name of ['token', 'client_id', 'client_secret', 'token_type_hint']) {
        t.equal((await send(`${endpoint}?${name}=x`, fields)).statusCode, 400, name);
      }
      t.equal((await send(endpoint, JSON.stringify({ token: 'x' }), 'application/json')).statusCode, 400);
      t.equal((await send(endpoint, `${fields}&x=`.padEnd(16 * 1024, 'a'))).statusCode, 200);
      t.equal((await send(endpoint, `${fields}&x=`.padEnd(16 * 1024 + 1, 'a'))).statusCode, 413);
      t.equal((await app.inject({ method: 'GET', url: `${endpoint}?token=x` })).statusCode, 405);
    });
  }

  t.test('no token appears in the log [F17]', (t) => {
    t.notMatch(logs.join(''), /(at|rt|ac)_\d+\.[A-Za-z0-9_-]{20,}/);
    t.end();
  });
});

t.test('token introspection', async (t) => {
  const database = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: database.url });
  const browser = new Browser(app);

  t.test('an access token of the calling client is described in full [RFC 7662 §2.2, E-27, A6.4]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.webApp, {}, { browser });
    const response = await postForm(app, INTROSPECT, { token: tokens.access_token, ...secretless(DEMO.webApp) });
    t.match(response.headers['content-type'], /^application\/json/);
    t.equal(response.headers['cache-control'], 'no-store', 'not stored');
    const { jti, ...rest } = response.json();
    t.type(jti, 'string');
    const now = Math.floor(clock.now / 1000);
    t.same(rest, {
      active: true,
      scope: MEMBER_SCOPE,
      client_id: DEMO.webApp.id,
      username: 'ana@riverside.example',
      token_type: 'Bearer',
      exp: now + 3600,
      iat: now,
      nbf: now,
      sub: 'usr_demo_ana',
      aud: BASE,
      iss: BASE,
      org_id: 'site_demo_riverside',
    });
  });

  t.test('introspection distinguishes refresh tokens from access tokens [E-27]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
    const seen = await introspect(app, DEMO.cli, tokens.refresh_token);
    const now = Math.floor(clock.now / 1000);
    t.match(seen, { active: true, token_type: 'refresh_token', aud: BASE, exp: now + 30 * 86_400 });
  });

  t.test('aud is the origin, whatever resource indicator was sent [spec 4]', async (t) => {
    for (const resource of [`${BASE}/`, `${BASE}/mcp`, `${BASE}/account/graphql`]) {
      const code = await authorize(app, DEMO.cli, { resource }, { browser });
      const tokens = (await exchange(app, DEMO.cli, code, { resource })).json<Tokens>();
      t.equal((await introspect(app, DEMO.cli, tokens.access_token)).aud, BASE);
    }
  });

  t.test('without the email scope introspection does not return the e-mail address [RFC 7662 §2.2]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, { scope: 'openid account:read' }, { browser });
    t.notMatch(JSON.stringify(await introspect(app, DEMO.cli, tokens.access_token)), /ana@/);
  });

  t.test(
    'a foreign, unknown, malformed or rotated token is inactive and nothing else [RFC 7662 §2.1, RFC 7662 §2.2]',
    async (t) => {
      const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
      for (const other of [DEMO.notebook, DEMO.webApp, DEMO.adminTool, DEMO.portal]) {
        for (const token of [tokens.access_token, tokens.refresh_token]) {
          t.same(await introspect(app, other, token), { active: false }, other.id);
        }
      }
      const code = await authorize(app, DEMO.cli, {}, { browser });
      const bent = [
        'x',
        tokens.access_token.slice(0, -1),
        tokens.id_token ?? '',
        code.code,
        `at_1.${makeVerifier()}`,
        '\u0000',
      ];
      for (const token of bent) t.same(await introspect(app, DEMO.cli, token), { active: false }, token.slice(0, 20));
      await refresh(app, DEMO.cli, tokens.refresh_token);
      t.same(await introspect(app, DEMO.cli, tokens.refresh_token), { active: false }, 'rotated');
      const hinted = await postForm(app, INTROSPECT, {
        token: tokens.access_token,
        token_type_hint: 'refresh_token',
        ...secretless(DEMO.cli),
      });
      t.equal(hinted.json().active, true, 'a wrong hint hides nothing');
    },
  );

  const vendor = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
  /** Nothing lets a client introspect tokens of others yet: the row is edited. */
  const whileResourceServer = <Result>({ id }: TestClient, act: () => Promise<Result>): Promise<Result> => {
    const may = 'update clients set may_introspect = ? where id = ?';
    return during(database, [may, true, id], [may, false, id], act);
  };

  t.test('the resource server of a school sees tokens of that school, and of no other [E-27, W38]', async (t) => {
    const ana = await obtainTokens(app, DEMO.cli, {}, { browser });
    t.same(await introspect(app, DEMO.webApp, ana.access_token), { active: false });
    await whileResourceServer(DEMO.webApp, async () => {
      t.match(await introspect(app, DEMO.webApp, ana.access_token), {
        active: true,
        client_id: DEMO.cli.id,
        sub: 'usr_demo_ana',
        org_id: 'site_demo_riverside',
      });
      t.equal((await introspect(app, DEMO.webApp, ana.refresh_token)).active, true);
      const hugo = await obtainTokens(app, vendor, { scope: 'openid' }, { email: 'hugo@harbour.example' });
      t.equal(hugo.org_id, 'site_demo_harbour');
      t.same(await introspect(app, DEMO.webApp, hugo.access_token), { active: false }, 'another school');
      const wrong = await postForm(app, INTROSPECT, { token: ana.access_token, client_id: DEMO.webApp.id });
      t.equal(wrong.statusCode, 401, 'with its secret only');
      t.equal((await revoke(app, DEMO.webApp, { token: ana.access_token })).statusCode, 200);
      t.equal((await userinfo(app, ana.access_token)).statusCode, 200, 'seeing is not revoking');
    });
  });

  t.test('the right to introspect has no effect for a client that belongs to no school [E-27]', async (t) => {
    const ana = await obtainTokens(app, DEMO.cli, {}, { browser });
    await whileResourceServer(vendor, async () =>
      t.same(await introspect(app, vendor, ana.access_token), { active: false }),
    );
  });

  t.test('a changed role or membership takes effect on the very next request [W39, CVE-2024-46999]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
    const member = "where person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";
    const rolesNow = async (): Promise<unknown> => (await userinfo(app, tokens.access_token)).json().roles;
    t.same(await rolesNow(), ['member', 'student']);
    await database.edit(`update memberships set role = 'instructor' ${member}`);
    t.same(await rolesNow(), ['instructor', 'student']);
    await database.edit(`update enrollments set status = 'revoked' ${member}`);
    t.same(await rolesNow(), ['instructor']);
    await database.edit(`update memberships set role = 'member' ${member}`);
    for (const status of ['suspended', 'removed', 'invited']) {
      await database.edit(`update memberships set status = ? ${member}`, status);
      challenged(t, await userinfo(app, tokens.access_token), 401, status);
      t.same(await introspect(app, DEMO.cli, tokens.access_token), { active: false }, status);
    }
    await database.edit(`delete from memberships ${member}`);
    challenged(t, await userinfo(app, tokens.access_token), 401, 'deleted');
    t.same(await introspect(app, DEMO.cli, tokens.access_token), { active: false }, 'deleted');
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).json().error, 'invalid_grant');
  });

  t.test('disabling the person, the school or the client invalidates its tokens at once [W35]', async (t) => {
    const ben = { email: 'ben@riverside.example' };
    const tokens = await obtainTokens(app, DEMO.notebook, {}, ben);
    for (const [table, id] of [
      ['people', 'usr_demo_ben'],
      ['sites', 'site_demo_riverside'],
      ['clients', DEMO.notebook.id],
    ] as const) {
      t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
      await whileDisabled(database, table, id, async () =>
        challenged(t, await userinfo(app, tokens.access_token), 401, id),
      );
    }
  });
});

t.test('tokens issued under another origin [spec 5.4, E-34]', async (t) => {
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const options = { databaseUrl: database.url, dataDir };
  const first = await testApp(t, options);
  const tokens = await obtainTokens(first.app);
  const code = await authorize(first.app);
  t.equal((await userinfo(first.app, tokens.access_token)).statusCode, 200);
  t.equal(POINTER, `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`);

  const moved = 'http://localhost:3000';
  const { app, logs } = await testApp(t, { ...options, env: { BASE_URL: moved } });
  await t.test('UserInfo answers 401 invalid_token with the metadata URL of its own origin [spec 5.4]', async (t) => {
    challenged(t, await userinfo(app, tokens.access_token), 401, 'moved', moved);
    t.match(logs.join(''), /"reason":"token_of_another_origin"/);
  });
  await t.test('introspection says that they are inactive [RFC 7662 §2.2]', async (t) => {
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      t.same(await introspect(app, DEMO.cli, token), { active: false });
    }
  });
  await t.test('neither the refresh token nor the authorization code is redeemed [RFC 8707 §2.2]', async (t) => {
    for (const resource of [undefined, BASE]) {
      const response = await refresh(app, DEMO.cli, tokens.refresh_token, { resource });
      t.equal(response.json().error, 'invalid_grant', String(resource));
    }
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token, { resource: moved })).json().error, 'invalid_target');
    t.equal((await exchange(app, DEMO.cli, code)).json().error, 'invalid_grant');
  });
  await t.test(
    'the refresh token can still be revoked, which ends the grant at its own origin [spec 5.7]',
    async (t) => {
      t.equal((await revoke(app, DEMO.cli, { token: tokens.refresh_token })).statusCode, 200);
      t.equal((await userinfo(first.app, tokens.access_token)).statusCode, 401, 'at its own origin too');
    },
  );
  await t.test('a token whose grant is bound to another audience is invalid [spec 5.4, W02]', async (t) => {
    const here = await obtainTokens(first.app);
    t.equal((await userinfo(first.app, here.access_token)).statusCode, 200);
    await database.edit("update grants set audience = 'https://evil.example'");
    challenged(t, await userinfo(first.app, here.access_token), 401, 'bound to another audience');
  });
});

t.test('Host and forwarding headers change neither the challenge nor the issuer [E-34, CVE-2026-3635]', async (t) => {
  const { app } = await testApp(t);
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  };
  const response = await app.inject({ method: 'GET', url: USERINFO, headers });
  t.match(response.headers['www-authenticate'], POINTER);
  t.notMatch(`${response.body}${JSON.stringify(response.headers)}`, /evil/);
  const metadata = await app.inject({ url: '/.well-known/oauth-authorization-server', headers });
  t.equal(metadata.json().issuer, BASE);
  t.notMatch(metadata.body, /evil/);
});

t.test(
  'clients without a secret, and wrong secrets, have 600 introspections a minute and network [E-38]',
  async (t) => {
    const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
    const ask = (fields: Record<string, string>, network = '192.0.2.1'): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: INTROSPECT,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': network },
        payload: new URLSearchParams({ token: 'x', ...fields }).toString(),
      });
    const notebook = { client_id: DEMO.cli.id };
    const wrong = { client_id: DEMO.webApp.id, client_secret: 'a guess' };
    const right = { client_id: DEMO.webApp.id, client_secret: SECRET };
    for (const [fields, status] of [
      [notebook, 200],
      [wrong, 401],
    ] as const) {
      const statuses = new Set<number>();
      for (let i = 0; i < 600; i += 1) statuses.add((await ask(fields)).statusCode);
      t.same([...statuses], [status]);
      const response = await ask(fields);
      t.equal(response.statusCode, 429);
      t.equal(response.json().error, 'temporarily_unavailable');
      t.ok(Number(response.headers['retry-after']) > 0);
      t.equal((await ask(fields, '192.0.2.2')).statusCode, status, 'strangers use up nothing of other networks');
      t.equal((await ask(right)).statusCode, 200, 'or of a client that has authenticated');
    }
    clock.advance(60_000);
    t.equal((await ask(notebook)).statusCode, 200);
  },
);
