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

const USERINFO = '/api/oauth/userinfo';
const REVOKE = '/api/oauth/revoke';
const INTROSPECT = '/api/oauth/introspect';
const POINTER = `resource_metadata="${BASE}/.well-known/oauth-protected-resource"`;

/** RFC 6750 §3 and RFC 9728 §5.1: the challenge, read strictly. */
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

t.test('OpenID Connect Core §5.3: UserInfo', async (t) => {
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

  t.test('OpenID Connect Core §5.3.1: GET, POST with and without a form, and HEAD', async (t) => {
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

  t.test('RFC 9110 §11.1: the scheme in any letters, one blank or more', async (t) => {
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
    `DPoP ${token}`,
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
    t.test(
      `spec 7: Authorization ${JSON.stringify(start)} (${index}) is 401 invalid_token with the pointer`,
      async (t) => {
        for (const method of ['GET', 'POST'] as const) challenged(t, await ask(authorization, { method }), 401, method);
      },
    );
  }

  t.test('CVE-2026-27840: every truncation of a token is refused', async (t) => {
    const statuses = new Set<number>();
    for (let length = 0; length < token.length; length += 1) {
      statuses.add((await ask(`Bearer ${token.slice(0, length)}`)).statusCode);
    }
    t.same([...statuses], [401]);
  });

  t.test('RFC 6750 §2.3, OAuth 2.1 §5: a token in the address or in the body is not taken', async (t) => {
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

  t.test('E-29: a good token without openid is 403 insufficient_scope', async (t) => {
    const without = await obtainTokens(app, DEMO.cli, { scope: 'profile email account:read' }, { browser });
    for (const method of ['GET', 'POST'] as const) {
      challenged(t, await ask(`Bearer ${without.access_token}`, { method }), 403, method);
    }
  });

  t.test('RFC 9110 §15.5.6: other methods are 405 with Allow', async (t) => {
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
      const response = await ask(`Bearer ${token}`, { method });
      t.equal(response.statusCode, 405);
      t.equal(response.headers.allow, 'GET, HEAD, OPTIONS, POST');
    }
  });
});

t.test('RFC 7009: revocation', async (t) => {
  const { app, logs } = await testApp(t);
  const browser = new Browser(app);
  const fresh = (client: TestClient = DEMO.cli): Promise<Tokens> => obtainTokens(app, client, {}, { browser });
  const isAlive = async (token: string): Promise<boolean> => (await userinfo(app, token)).statusCode === 200;

  for (const name of ['cli', 'webApp'] as const) {
    t.test(`RFC 7009 §2.1: a refresh token of ${name} takes the whole grant with it`, async (t) => {
      const client = DEMO[name];
      const first = await fresh(client);
      const second = (await refresh(app, client, first.refresh_token)).json<Tokens>();
      const response = await revoke(app, client, { token: second.refresh_token });
      t.equal(response.statusCode, 200);
      t.same(response.json(), {}, 'E-28');
      t.match(response.headers['content-type'], /^application\/json/, 'clients.md H4.6');
      t.equal(response.headers['cache-control'], 'no-store');
      for (const token of [first.access_token, second.access_token]) {
        challenged(t, await userinfo(app, token), 401, 'clients.md H1: on the very next call');
        t.same(await introspect(app, client, token), { active: false });
      }
      t.equal((await refresh(app, client, second.refresh_token)).json().error, 'invalid_grant');
    });
  }

  t.test('E-28: an access token takes only itself', async (t) => {
    const tokens = await fresh();
    t.equal((await revoke(app, DEMO.cli, { token: tokens.access_token })).statusCode, 200);
    t.notOk(await isAlive(tokens.access_token));
    const next = await refresh(app, DEMO.cli, tokens.refresh_token);
    t.equal(next.statusCode, 200);
    t.ok(await isAlive(next.json<Tokens>().access_token));
  });

  t.test('RFC 7009 §2.1: a refresh token that was already rotated ends the family too', async (t) => {
    const first = await fresh();
    const second = (await refresh(app, DEMO.cli, first.refresh_token)).json<Tokens>();
    await revoke(app, DEMO.cli, { token: first.refresh_token });
    t.notOk(await isAlive(second.access_token));
    t.equal((await refresh(app, DEMO.cli, second.refresh_token)).json().error, 'invalid_grant');
  });

  t.test('security.md W56: other installs of the same client stay signed in', async (t) => {
    const [here, there] = [await fresh(), await fresh()];
    await revoke(app, DEMO.cli, { token: here.refresh_token });
    t.notOk(await isAlive(here.access_token));
    t.ok(await isAlive(there.access_token));
  });

  t.test('RFC 7009 §2.1: the hint is never trusted', async (t) => {
    for (const hint of ['access_token', 'refresh_token', 'nonsense', 'id_token', '']) {
      const tokens = await fresh();
      const response = await revoke(app, DEMO.cli, { token: tokens.refresh_token, token_type_hint: hint });
      t.equal(response.statusCode, 200, hint);
      t.notOk(await isAlive(tokens.access_token), hint);
    }
  });

  t.test('workers-oauth-provider #188: the token of another client is answered alike and lives on', async (t) => {
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

  t.test('RFC 7009 §2.2: what is unknown, bent, expired or not a token is 200', async (t) => {
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
      t.test(`ASVS 10.4.10, RFC 7009 §2.1: ${what} at ${endpoint} is ${error}, and nothing happens`, async (t) => {
        const tokens = await fresh(client);
        const response = await postForm(app, endpoint, { ...secretless(client), token: tokens.refresh_token, ...bend });
        t.equal(response.statusCode, status);
        t.equal(response.json().error, error);
        t.equal(response.headers['cache-control'], 'no-store');
        t.ok(await isAlive(tokens.access_token));
      });
    }

    t.test(`RFC 6749 §5.2: HTTP Basic at ${endpoint} is 401 with WWW-Authenticate`, async (t) => {
      const authorization = `Basic ${Buffer.from(`${DEMO.webApp.id}:${SECRET}`).toString('base64')}`;
      const response = await postForm(app, endpoint, { token: 'at_1.x' }, { authorization });
      t.equal(response.statusCode, 401);
      t.equal(response.json().error, 'invalid_client');
      t.match(response.headers['www-authenticate'], /^Basic realm=/);
    });

    t.test(`RFC 7009 §2.1: at ${endpoint} parameters come in a form body, 16 KB at most`, async (t) => {
      const form = 'application/x-www-form-urlencoded';
      const send = (url: string, payload: string, type = form): Promise<LightMyRequestResponse> =>
        app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
      const fields = `token=x&client_id=${DEMO.cli.id}`;
      for (const name of ['token', 'client_id', 'client_secret', 'token_type_hint']) {
        t.equal((await send(`${endpoint}?${name}=x`, fields)).statusCode, 400, name);
      }
      t.equal((await send(endpoint, JSON.stringify({ token: 'x' }), 'application/json')).statusCode, 400);
      t.equal((await send(endpoint, `${fields}&x=${'a'.repeat(17_000)}`)).statusCode, 413);
      t.equal((await app.inject({ method: 'GET', url: `${endpoint}?token=x` })).statusCode, 405);
    });
  }

  t.test('security.md F17: no token stands in the log', (t) => {
    t.notMatch(logs.join(''), /(at|rt|ac)_\d+\.[A-Za-z0-9_-]{20,}/);
    t.end();
  });
});

t.test('RFC 7662: introspection', async (t) => {
  const database = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: database.url });
  const browser = new Browser(app);

  t.test('RFC 7662 §2.2, E-27: an access token of the caller, whole', async (t) => {
    const tokens = await obtainTokens(app, DEMO.webApp, {}, { browser });
    const response = await postForm(app, INTROSPECT, { token: tokens.access_token, ...secretless(DEMO.webApp) });
    t.match(response.headers['content-type'], /^application\/json/);
    t.equal(response.headers['cache-control'], 'no-store', 'A6.4');
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

  t.test('E-27: a refresh token says what it is', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
    const seen = await introspect(app, DEMO.cli, tokens.refresh_token);
    const now = Math.floor(clock.now / 1000);
    t.match(seen, { active: true, token_type: 'refresh_token', aud: BASE, exp: now + 30 * 86_400 });
  });

  t.test('spec 4, fact 2: whatever spelling of the resource was sent, aud is the origin', async (t) => {
    for (const resource of [`${BASE}/`, `${BASE}/mcp`, `${BASE}/account/graphql`]) {
      const code = await authorize(app, DEMO.cli, { resource }, { browser });
      const tokens = (await exchange(app, DEMO.cli, code, { resource })).json<Tokens>();
      t.equal((await introspect(app, DEMO.cli, tokens.access_token)).aud, BASE);
    }
  });

  t.test('RFC 7662 §2.2: without the email scope the address is not told', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, { scope: 'openid account:read' }, { browser });
    t.notMatch(JSON.stringify(await introspect(app, DEMO.cli, tokens.access_token)), /ana@/);
  });

  t.test('RFC 7662 §2.2: of anybody else’s, unknown, bent or retired token: inactive and nothing else', async (t) => {
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
    t.equal(hinted.json().active, true, 'RFC 7662 §2.1: a wrong hint hides nothing');
  });

  t.test('E-27: a resource server of a school sees every token of that school, and of no other', async (t) => {
    const ana = await obtainTokens(app, DEMO.cli, {}, { browser });
    t.same(await introspect(app, DEMO.webApp, ana.access_token), { active: false });
    database.edit('update clients set may_introspect = 1 where id = ?', DEMO.webApp.id);
    t.match(await introspect(app, DEMO.webApp, ana.access_token), {
      active: true,
      client_id: DEMO.cli.id,
      sub: 'usr_demo_ana',
      org_id: 'site_demo_riverside',
    });
    t.equal((await introspect(app, DEMO.webApp, ana.refresh_token)).active, true);
    const vendor = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
    const hugo = await obtainTokens(app, vendor, { scope: 'openid' }, { email: 'hugo@harbour.example' });
    t.equal(hugo.org_id, 'site_demo_harbour');
    t.same(await introspect(app, DEMO.webApp, hugo.access_token), { active: false }, 'security.md W38: another school');
    const wrong = await postForm(app, INTROSPECT, { token: ana.access_token, client_id: DEMO.webApp.id });
    t.equal(wrong.statusCode, 401, 'with its secret only');
    t.equal((await revoke(app, DEMO.webApp, { token: ana.access_token })).statusCode, 200);
    t.equal((await userinfo(app, ana.access_token)).statusCode, 200, 'seeing is not revoking');
    database.edit('update clients set may_introspect = 0 where id = ?', DEMO.webApp.id);
  });

  t.test('E-27: the flag means nothing for a client that is not of a school', async (t) => {
    const ana = await obtainTokens(app, DEMO.cli, {}, { browser });
    const vendor = { id: 'c_vendor_claude', redirectUri: '', secret: undefined };
    database.edit('update clients set may_introspect = 1 where id = ?', vendor.id);
    t.same(await introspect(app, vendor, ana.access_token), { active: false });
  });

  t.test('security.md W39, CVE-2024-46999: a changed membership shows on the very next request', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
    const member = "where person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";
    const rolesNow = async (): Promise<unknown> => (await userinfo(app, tokens.access_token)).json().roles;
    t.same(await rolesNow(), ['member', 'student']);
    database.edit(`update memberships set role = 'instructor' ${member}`);
    t.same(await rolesNow(), ['instructor', 'student']);
    database.edit(`update enrollments set status = 'revoked' ${member}`);
    t.same(await rolesNow(), ['instructor']);
    database.edit(`update memberships set role = 'member' ${member}`);
    for (const status of ['suspended', 'removed', 'invited']) {
      database.edit(`update memberships set status = ? ${member}`, status);
      challenged(t, await userinfo(app, tokens.access_token), 401, status);
      t.same(await introspect(app, DEMO.cli, tokens.access_token), { active: false }, status);
    }
    database.edit(`delete from memberships ${member}`);
    challenged(t, await userinfo(app, tokens.access_token), 401, 'deleted');
    t.same(await introspect(app, DEMO.cli, tokens.access_token), { active: false }, 'deleted');
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).json().error, 'invalid_grant');
  });

  t.test('security.md W35: disabled person, school or client: dead at once', async (t) => {
    const ben = { email: 'ben@riverside.example' };
    const tokens = await obtainTokens(app, DEMO.notebook, {}, ben);
    const ends: readonly (readonly [string, string])[] = [
      ['update people set active = ? where id = ?', 'usr_demo_ben'],
      ['update sites set active = ? where id = ?', 'site_demo_riverside'],
      ['update clients set active = ? where id = ?', DEMO.notebook.id],
    ];
    for (const [statement, id] of ends) {
      t.equal((await userinfo(app, tokens.access_token)).statusCode, 200);
      database.edit(statement, 0, id);
      challenged(t, await userinfo(app, tokens.access_token), 401, id);
      database.edit(statement, 1, id);
    }
  });
});

t.test('spec 5.4, E-34: tokens of another origin', async (t) => {
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
  await t.test('spec 5.4: UserInfo answers 401 invalid_token with the pointer of its own origin', async (t) => {
    challenged(t, await userinfo(app, tokens.access_token), 401, 'moved', moved);
    t.match(logs.join(''), /"reason":"token_of_another_origin"/);
  });
  await t.test('RFC 7662 §2.2: introspection says inactive', async (t) => {
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      t.same(await introspect(app, DEMO.cli, token), { active: false });
    }
  });
  await t.test('RFC 8707 §2.2: neither the refresh token nor the code is redeemed', async (t) => {
    for (const resource of [undefined, BASE]) {
      const response = await refresh(app, DEMO.cli, tokens.refresh_token, { resource });
      t.equal(response.json().error, 'invalid_grant', String(resource));
    }
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token, { resource: moved })).json().error, 'invalid_target');
    t.equal((await exchange(app, DEMO.cli, code)).json().error, 'invalid_grant');
  });
  await t.test('spec 5.7: it can still be revoked', async (t) => {
    t.equal((await revoke(app, DEMO.cli, { token: tokens.refresh_token })).statusCode, 200);
    t.equal((await userinfo(first.app, tokens.access_token)).statusCode, 401, 'at its own origin too');
  });
  await t.test('spec 5.4: a token row bound elsewhere is invalid at the origin it is used at', async (t) => {
    const here = await obtainTokens(first.app);
    t.equal((await userinfo(first.app, here.access_token)).statusCode, 200);
    database.edit("update grants set audience = 'https://evil.example'");
    challenged(t, await userinfo(first.app, here.access_token), 401, 'W02');
  });
});

t.test('E-34, CVE-2026-3635: Host and forwarded headers change nothing', async (t) => {
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

t.test('E-38: introspection is limited to 600 a minute per client', async (t) => {
  const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const ask = (client: TestClient): Promise<LightMyRequestResponse> =>
    postForm(app, INTROSPECT, { token: 'x', ...secretless(client) });
  const statuses = new Set<number>();
  for (let i = 0; i < 600; i += 1) statuses.add((await ask(DEMO.cli)).statusCode);
  t.same([...statuses], [200]);
  const response = await ask(DEMO.cli);
  t.equal(response.statusCode, 429);
  t.equal(response.json().error, 'temporarily_unavailable');
  t.ok(Number(response.headers['retry-after']) > 0);
  t.equal((await ask(DEMO.webApp)).statusCode, 200);
  clock.advance(60_000);
  t.equal((await ask(DEMO.cli)).statusCode, 200);
});
