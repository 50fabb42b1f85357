import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import t, { type Test } from 'tap';
import { BASE, type TestApp, type TestAppOptions, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import {
  type Authorization,
  authorize,
  codeFields,
  DEMO,
  encode,
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
import { NO_POSTGRES, throwawayPostgres } from '../support/postgres.ts';

const TOKEN = '/api/oauth/token';
const SECOND = 1000;
const DAY = 86_400 * SECOND;

interface FileApp extends TestApp {
  /** One statement on a second connection to the database of the server. */
  edit(statement: string, ...values: unknown[]): number;
  row(query: string, ...values: unknown[]): Record<string, unknown>;
}

async function fileApp(t: Test, options: TestAppOptions = {}): Promise<FileApp> {
  const dataDir = temporaryFolder(t);
  const file = join(dataDir, 'school.db');
  const made = await testApp(t, { ...options, dataDir, databaseUrl: `file:${file}` });
  const db = new Sqlite(file);
  t.teardown(() => db.close());
  return {
    ...made,
    edit: (statement, ...values) => db.prepare(statement).run(...values).changes,
    row: (query, ...values) => db.prepare(query).get(...values) as Record<string, unknown>,
  };
}

/** The form of RFC 6749 §5.2, whatever went wrong. */
function refused(t: Test, response: LightMyRequestResponse, status: number, error: string, message = error): void {
  const body = response.json<Record<string, string>>();
  t.equal(response.statusCode, status, `${message}: status`);
  t.equal(body.error, error, `${message}: code`);
  t.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, `${message}: description`);
  t.equal(response.headers['cache-control'], 'no-store', `${message}: not stored`);
  t.match(response.headers['content-type'], /^application\/json/, `${message}: JSON`);
}

const alive = async (app: FastifyInstance, accessToken: string): Promise<boolean> =>
  (await userinfo(app, accessToken)).statusCode === 200;

const rawPost = (app: FastifyInstance, payload: string | Buffer, contentType?: string, query = '') =>
  app.inject({
    method: 'POST',
    url: `${TOKEN}${query}`,
    payload,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

async function claimsOf(app: FastifyInstance, now: number, client: TestClient, tokens: Tokens): Promise<JWTPayload> {
  const jwks = (await app.inject('/.well-known/jwks.json')).json();
  const { payload } = await jwtVerify(tokens.id_token ?? '', createLocalJWKSet(jwks), {
    issuer: BASE,
    audience: client.id,
    algorithms: ['ES256'],
    currentDate: new Date(now),
  });
  return payload;
}

t.test('RFC 6749 §4.1.3: what the code is bound to', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const newCode = (client: TestClient = DEMO.cli, overrides: Fields = {}): Promise<Authorization> =>
    authorize(app, client, overrides, { browser });

  /** Refused in one way or another, and afterwards as good as before. */
  async function refusedAndStillGood(
    t: Test,
    bend: Fields,
    [status, error]: readonly [number, string],
    client: TestClient = DEMO.cli,
    headers: Record<string, string> = {},
  ): Promise<void> {
    const code = await newCode(client);
    const response = await postForm(app, TOKEN, { ...codeFields(client, code), ...bend }, headers);
    refused(t, response, status, error);
    t.equal((await exchange(app, client, code)).statusCode, 200, 'the code is not spent');
  }

  const cases: readonly (readonly [string, Fields, readonly [number, string]])[] = [
    ['RFC 6749 §4.1.3: the code of another client', { client_id: DEMO.notebook.id }, [400, 'invalid_grant']],
    [
      'RFC 6749 §4.1.3: another redirect_uri',
      { redirect_uri: 'http://127.0.0.1:49152/oauth/callback' },
      [400, 'invalid_grant'],
    ],
    [
      'RFC 6749 §4.1.3: redirect_uri with another port than the one asked',
      { redirect_uri: 'http://127.0.0.1:49153/callback' },
      [400, 'invalid_grant'],
    ],
    ['RFC 6749 §4.1.3: redirect_uri missing', { redirect_uri: undefined }, [400, 'invalid_request']],
    ['RFC 6749 §4.1.3: code missing', { code: undefined }, [400, 'invalid_request']],
    ['RFC 7636 §4.6: a wrong code_verifier', { code_verifier: makeVerifier() }, [400, 'invalid_grant']],
    ['RFC 7636 §4.6: no code_verifier', { code_verifier: undefined }, [400, 'invalid_grant']],
    ['RFC 7636 §4.6: an empty code_verifier', { code_verifier: '' }, [400, 'invalid_grant']],
    ['RFC 7636 §4.1: a code_verifier of 42 characters', { code_verifier: 'a'.repeat(42) }, [400, 'invalid_grant']],
    ['RFC 7636 §4.1: a code_verifier of 129 characters', { code_verifier: 'a'.repeat(129) }, [400, 'invalid_grant']],
    ['RFC 7636 §4.1: a code_verifier with a blank', { code_verifier: `${'a'.repeat(43)} b` }, [400, 'invalid_grant']],
    ['RFC 8707 §2.2: another resource', { resource: 'https://other.example' }, [400, 'invalid_target']],
    ['RFC 8707 §2.2: one of two resources is another', { resource: [BASE, `${BASE}/x`] }, [400, 'invalid_target']],
    ['RFC 8707 §2.2: the resource left out that was sent before', { resource: undefined }, [400, 'invalid_target']],
    ['RFC 8707 §2: an empty resource counts as left out', { resource: '' }, [400, 'invalid_target']],
    ['RFC 6749 §2.3.1: a public client with a secret', { client_secret: 'cs_something' }, [401, 'invalid_client']],
    ['RFC 6749 §5.2: client_id missing', { client_id: undefined }, [401, 'invalid_client']],
    ['RFC 6749 §5.2: client_id unknown', { client_id: 'c_nobody' }, [401, 'invalid_client']],
    ['OAuth 2.1 §2.4: client_id in other letters', { client_id: 'C_DEMO_CLI' }, [401, 'invalid_client']],
    ['E-13: a client assertion', { client_assertion: 'ey.ey.x' }, [401, 'invalid_client']],
    [
      'E-13: a client assertion type',
      { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
      [401, 'invalid_client'],
    ],
    ['RFC 6749 §3.2: code sent twice', { code: ['ac_1.x', 'ac_1.x'] }, [400, 'invalid_request']],
  ];
  for (const [title, bend, outcome] of cases) {
    t.test(`${title} is ${outcome[1]} and does not spend the code`, (t) => refusedAndStillGood(t, bend, outcome));
  }

  const secrets: readonly (readonly [string, string | undefined])[] = [
    ['missing', undefined],
    ['empty', ''],
    ['wrong', 'cs_wrong'],
    ['right but for its end', `${DEMO.webApp.secret.slice(0, -1)}x`],
    ['right with a blank behind', `${DEMO.webApp.secret} `],
  ];
  for (const [which, secret] of secrets) {
    t.test(`RFC 6749 §2.3.1: a client_secret that is ${which} is invalid_client, the code stays good`, (t) =>
      refusedAndStillGood(t, { client_secret: secret }, [401, 'invalid_client'], DEMO.webApp),
    );
  }

  t.test('RFC 6749 §2.3.1: the secret of one client does not open another', async (t) => {
    const registered = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: { redirect_uris: [DEMO.cli.redirectUri], token_endpoint_auth_method: 'client_secret_post' },
    });
    const foreign = registered.json<{ client_secret: string }>().client_secret;
    t.match(foreign, /^cs_/);
    await refusedAndStillGood(t, { client_secret: foreign }, [401, 'invalid_client'], DEMO.webApp);
  });

  t.test(
    'RFC 6749 §5.2: HTTP Basic is 401 with WWW-Authenticate, then the body works with the same code',
    async (t) => {
      const basic = `Basic ${Buffer.from(`${DEMO.webApp.id}:${DEMO.webApp.secret}`).toString('base64')}`;
      for (const authorization of [basic, 'basic x', 'BASIC', 'Basic']) {
        const code = await newCode(DEMO.webApp);
        const { client_id: _, client_secret: __, ...fields } = codeFields(DEMO.webApp, code);
        const response = await postForm(app, TOKEN, fields, { authorization });
        refused(t, response, 401, 'invalid_client', authorization);
        t.match(response.headers['www-authenticate'], /^Basic realm="[^"]+"$/);
        t.equal((await exchange(app, DEMO.webApp, code)).statusCode, 200, 'the code is not spent');
      }
    },
  );

  t.test('RFC 6749 §2.3: Basic beside a correct body is refused all the same', (t) =>
    refusedAndStillGood(t, {}, [401, 'invalid_client'], DEMO.webApp, {
      authorization: `Basic ${Buffer.from('x:y').toString('base64')}`,
    }),
  );

  t.test('clients.md H4.5: an empty client_secret of a public client counts as absent', async (t) => {
    const code = await newCode();
    t.equal((await exchange(app, DEMO.cli, code, { client_secret: '' })).statusCode, 200);
  });

  t.test('RFC 6749 §3.2: unknown parameters are ignored, even repeated ones', async (t) => {
    const code = await newCode();
    const response = await exchange(app, DEMO.cli, code, { audience: 'x', foo: ['1', '2'], constructor: 'x' });
    t.equal(response.statusCode, 200, response.body);
  });

  t.test('E-10: every spelling of the resource is the same at the exchange', async (t) => {
    const spellings = [`${BASE}/`, `${BASE}/mcp`, `${BASE}/mcp/`, `${BASE}/account/graphql`, BASE.toUpperCase()];
    for (const resource of [...spellings, `${BASE}/mcp?auth=member`]) {
      const response = await exchange(app, DEMO.cli, await newCode(), { resource });
      t.equal(response.statusCode, 200, resource);
    }
    const response = await exchange(app, DEMO.cli, await newCode(), { resource: [BASE, `${BASE}/mcp`] });
    t.equal(response.statusCode, 200, 'several, all ours');
  });

  t.test(
    'RFC 6749 §4.1.3: a truncated, bent or foreign code is invalid_grant, and the true one stays good',
    async (t) => {
      const authorization = await newCode();
      const { code } = authorization;
      const other = await newCode();
      const id = /^ac_(\d+)\./.exec(code)?.[1] ?? '';
      const bent = [
        code.slice(0, -1),
        `${code}A`,
        `${code} `,
        code.toUpperCase(),
        code.replace('ac_', 'at_'),
        code.replace('ac_', 'rt_'),
        code.replace(`_${id}.`, `_0${id}.`),
        `ac_${id}.${other.code.split('.')[1]}`,
        `ac_${id}.`,
        `ac_${id}`,
        `ac_999999999999999.${code.split('.')[1]}`,
        'x',
      ];
      for (const value of bent)
        refused(t, await exchange(app, DEMO.cli, authorization, { code: value }), 400, 'invalid_grant', value);
      t.equal((await exchange(app, DEMO.cli, authorization)).statusCode, 200);
    },
  );
});

t.test('E-10: a request without resource needs none at the exchange, and may name ours', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const scope = 'openid courses:read';
  for (const resource of [undefined, BASE, `${BASE}/mcp`]) {
    const code = await authorize(
      app,
      DEMO.adminTool,
      { scope, resource: undefined },
      { browser, email: 'ruth@riverside.example' },
    );
    const response = await exchange(app, DEMO.adminTool, code, { resource });
    t.equal(response.statusCode, 200, response.body);
    const seen = await introspect(app, DEMO.adminTool, response.json<Tokens>().access_token);
    t.equal(seen.aud, BASE, 'bound to the origin all the same');
  }
});

t.test('RFC 6749 §5.1: the answer', async (t) => {
  const { app } = await testApp(t, { env: { ACCESS_TOKEN_SECONDS: '900' } });
  const scope = 'account:read email openid';
  const response = await exchange(app, DEMO.cli, await authorize(app, DEMO.cli, { scope }));
  t.equal(response.statusCode, 200);
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  t.equal(response.headers['cache-control'], 'no-store');
  t.equal(response.headers['x-content-type-options'], 'nosniff');
  const body = response.json<Tokens>();
  t.same(Object.keys(body).sort(), [
    'access_token',
    'expires_in',
    'id_token',
    'org_id',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  t.match(body, { token_type: 'Bearer', expires_in: 900, org_id: 'site_demo_riverside' });
  t.equal(body.scope, scope, 'clients.md H4.7: spelled and ordered as asked');
  t.match(body.access_token, /^at_\d+\.[A-Za-z0-9_-]{43}$/, 'E-16');
  t.match(body.refresh_token, /^rt_\d+\.[A-Za-z0-9_-]{43}$/, 'E-16');

  t.test('RFC 6749 §3.3: scopes the person cannot give are left out, and the answer says so', async (t) => {
    const tokens = await obtainTokens(
      app,
      DEMO.adminTool,
      { scope: 'openid courses:read courses:write' },
      { email: 'ivan@riverside.example' },
    );
    t.equal(tokens.scope, 'openid courses:read');
  });
});

t.test('RFC 6749 §4.1.2: single use', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const spent = async (client: TestClient = DEMO.cli): Promise<{ code: Authorization; tokens: Tokens }> => {
    const code = await authorize(app, client, {}, { browser });
    const response = await exchange(app, client, code);
    t.equal(response.statusCode, 200);
    return { code, tokens: response.json<Tokens>() };
  };

  t.test(
    'OAuth 2.1 §4.1.3: a second, otherwise valid use is invalid_grant and revokes what the first gave',
    async (t) => {
      const { code, tokens } = await spent();
      const refreshed = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
      refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
      for (const token of [tokens.access_token, refreshed.access_token]) t.notOk(await alive(app, token));
      refused(t, await refresh(app, DEMO.cli, refreshed.refresh_token), 400, 'invalid_grant');
      refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant', 'a third use');
    },
  );

  const harmless: readonly (readonly [string, TestClient, Fields, string])[] = [
    ['a wrong verifier', DEMO.cli, { code_verifier: makeVerifier() }, 'invalid_grant'],
    ['no verifier', DEMO.cli, { code_verifier: undefined }, 'invalid_grant'],
    ['another client', DEMO.cli, { client_id: DEMO.notebook.id }, 'invalid_grant'],
    ['another redirect_uri', DEMO.cli, { redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    ['another resource', DEMO.cli, { resource: 'https://other.example' }, 'invalid_target'],
    ['a wrong client_secret', DEMO.webApp, { client_secret: 'cs_wrong' }, 'invalid_client'],
  ];
  for (const [what, client, bend, error] of harmless) {
    t.test(`OAuth 2.1 §7.5: a replay with ${what} ends nothing`, async (t) => {
      const { code, tokens } = await spent(client);
      t.equal((await exchange(app, client, code, bend)).json().error, error);
      t.ok(await alive(app, tokens.access_token));
      t.equal((await refresh(app, client, tokens.refresh_token)).statusCode, 200);
    });
  }

  t.test('security.md F01: of 20 simultaneous uses one succeeds, the others are invalid_grant', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(app, DEMO.cli, code)));
    const won = responses.filter(({ statusCode }) => statusCode === 200);
    t.equal(won.length, 1);
    const lost = responses.filter(({ statusCode }) => statusCode !== 200);
    t.same(
      lost.map((response) => `${response.statusCode} ${response.json().error}`),
      Array.from({ length: 19 }, () => '400 invalid_grant'),
    );
    t.notOk(await alive(app, won[0]?.json<Tokens>().access_token ?? ''), 'the family is dead');
  });

  t.test('RFC 6749 §4.1.2: a replay on one install leaves the other installs of the client alone', async (t) => {
    const first = await spent();
    const second = await spent();
    await exchange(app, DEMO.cli, first.code);
    t.notOk(await alive(app, first.tokens.access_token));
    t.ok(await alive(app, second.tokens.access_token));
  });
});

t.test('E-17: the code lives 60 seconds', async (t) => {
  const { app, clock } = await testApp(t);
  for (const [seconds, status] of [
    [59, 200],
    [60, 200],
    [61, 400],
  ] as const) {
    const code = await authorize(app);
    clock.advance(seconds * SECOND);
    const response = await exchange(app, DEMO.cli, code);
    t.equal(response.statusCode, status, `${seconds} s`);
    if (status === 400) refused(t, response, 400, 'invalid_grant', `${seconds} s`);
  }
  t.test('security.md F08: a clock set back does not revive a used code', async (t) => {
    const code = await authorize(app);
    t.equal((await exchange(app, DEMO.cli, code)).statusCode, 200);
    clock.advance(-3600 * SECOND);
    refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
  });
});

t.test('A2.1: the form', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const authorization = await authorize(app, DEMO.cli, {}, { browser });
  const fields = codeFields(DEMO.cli, authorization);
  const FORM = 'application/x-www-form-urlencoded';

  for (const name of ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier']) {
    t.test(`RFC 6749 §3.2: ${name} sent twice is invalid_request, even with the same value`, async (t) => {
      const value = String(fields[name]);
      refused(t, await postForm(app, TOKEN, { ...fields, [name]: [value, value] }), 400, 'invalid_request');
    });
  }
  t.test('RFC 6749 §3.2: client_secret, refresh_token and scope sent twice are invalid_request', async (t) => {
    for (const name of ['client_secret', 'refresh_token', 'scope']) {
      refused(t, await postForm(app, TOKEN, { ...fields, [name]: ['a', 'b'] }), 400, 'invalid_request', name);
    }
  });
  t.test('RFC 6749 §3.2: grant_type missing or empty is invalid_request', async (t) => {
    for (const value of [undefined, '']) {
      refused(t, await postForm(app, TOKEN, { ...fields, grant_type: value }), 400, 'invalid_request');
    }
    refused(t, await rawPost(app, '', FORM), 400, 'invalid_request', 'an empty body');
    refused(t, await app.inject({ method: 'POST', url: TOKEN }), 400, 'invalid_request', 'no body at all');
  });

  for (const name of [...Object.keys(fields), 'client_secret', 'refresh_token', 'scope', 'token', 'client_assertion']) {
    if (name === 'client_secret' && fields[name] !== undefined) continue;
    t.test(`RFC 6749 §3.2: ${name} in the address is refused`, async (t) => {
      const query = `?${encode({ [name]: String(fields[name] ?? 'x') })}`;
      refused(t, await rawPost(app, encode(fields), FORM, query), 400, 'invalid_request');
    });
  }

  const types: readonly (readonly [string | undefined, string])[] = [
    ['application/json', JSON.stringify(fields)],
    ['text/plain', encode(fields)],
    ['multipart/form-data; boundary=x', encode(fields)],
    ['application/xml', encode(fields)],
    ['application/x-www-form-urlencodedx', encode(fields)],
    ['x/application/x-www-form-urlencoded', encode(fields)],
    ['nonsense', encode(fields)],
    [undefined, encode(fields)],
  ];
  for (const [type, payload] of types) {
    t.test(`RFC 6749 §3.2, A2.1: the content type ${type} is 400 invalid_request`, async (t) => {
      refused(t, await rawPost(app, payload, type), 400, 'invalid_request');
    });
  }
  t.test('RFC 6749 App. B: the form media type in any letters and with parameters is taken', async (t) => {
    for (const type of [`${FORM}; charset=UTF-8`, `${FORM};charset=utf-8`, 'Application/X-WWW-Form-Urlencoded']) {
      const code = await authorize(app, DEMO.cli, {}, { browser });
      const response = await rawPost(app, encode(codeFields(DEMO.cli, code)), type);
      t.equal(response.statusCode, 200, `${type}: ${response.body}`);
    }
  });

  t.test('E-37: a body of 16 KB is taken, one byte more is 413 with JSON', async (t) => {
    const start = `${encode({ ...fields, code: 'x' })}&filler=`;
    const ofLength = (length: number): string => start + 'a'.repeat(length - start.length);
    refused(t, await rawPost(app, ofLength(16_384), FORM), 400, 'invalid_grant', 'at the limit');
    const response = await rawPost(app, ofLength(16_385), FORM);
    refused(t, response, 413, 'invalid_request', 'beyond it');
    t.equal(response.headers['access-control-allow-origin'], '*', 'readable for browsers');
  });

  t.test('security.md F11: malformed input is a plain 4xx', async (t) => {
    const bodies: readonly (string | Buffer)[] = [
      'grant_type=%',
      'grant_type=%zz&client_id=%E0%A4%A',
      'grant_type=authorization_code&client_id=%00',
      `grant_type=authorization_code&client_id=${DEMO.cli.id}%00`,
      `grant_type=authorization_code&client_id=${DEMO.cli.id}&code=%00&redirect_uri=%00&code_verifier=%00`,
      'grant_type=refresh_token&refresh_token=%00',
      `grant_type=refresh_token&client_id=${DEMO.cli.id}&refresh_token=rt_1.%00`,
      `grant_type=refresh_token&client_id=${DEMO.cli.id}&refresh_token=rt_99999999999999999999.${'a'.repeat(43)}`,
      'grant_type[]=authorization_code&client_id[]=x',
      'grant_type[a]=authorization_code',
      '__proto__=x&grant_type=refresh_token',
      '__proto__[grant_type]=refresh_token&client_id=c_demo_cli',
      'constructor=1&prototype=2&toString=3&hasOwnProperty=4',
      'grant_type=__proto__&client_id=constructor',
      'grant_type=toString',
      'grant_type=authorization_code&client_id=__proto__',
      '&&&===&=&',
      '\u{1f600}=\u{1f600}',
      Buffer.from([0xff, 0xfe, 0x00, 0x3d, 0xc3, 0x28]),
      '&'.repeat(16_000),
      'a=1&'.repeat(4000),
    ];
    for (const body of bodies) {
      const response = await rawPost(app, body, FORM);
      const shown = String(body).slice(0, 60);
      t.match(String(response.statusCode), /^40[01]$/, shown);
      t.match(response.json().error, /^(invalid_request|invalid_client|unsupported_grant_type|invalid_grant)$/, shown);
      t.notMatch(response.body, /node_modules|at .*\.ts|SQLITE/, 'no inner detail');
    }
    t.equal((await exchange(app, DEMO.cli, authorization)).statusCode, 200, 'the code survived all of it');
  });
});

t.test('RFC 6749 §5.2: grants that are not offered are unsupported_grant_type', async (t) => {
  const { app } = await testApp(t);
  const grants = [
    'client_credentials',
    'password',
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    // Spec 5.1.4: the agent_auth extension.
    'urn:workos:agent-auth:grant-type:claim',
    'urn:workos:oauth:grant-type:claim',
    'urn:openid:params:grant-type:ciba',
    'Authorization_Code',
    'authorization_code ',
    'refresh_token,authorization_code',
  ];
  for (const grantType of grants) {
    for (const client of [DEMO.cli, DEMO.webApp]) {
      const response = await postForm(app, TOKEN, {
        grant_type: grantType,
        client_id: client.id,
        client_secret: client.secret,
        assertion: 'ey.ey.x',
        username: 'ana@riverside.example',
        password: 'x',
      });
      refused(t, response, 400, 'unsupported_grant_type', grantType);
    }
  }
});

t.test('RFC 6749 §6: the refresh grant', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const fresh = (client: TestClient = DEMO.cli): Promise<Tokens> => obtainTokens(app, client, {}, { browser });

  for (const name of ['cli', 'webApp'] as const) {
    t.test(`OAuth 2.1 §4.3.1: the refresh token of ${name} is rotated, scope and site stay`, async (t) => {
      const client = DEMO[name];
      const first = await fresh(client);
      const response = await refresh(app, client, first.refresh_token);
      t.equal(response.statusCode, 200);
      t.equal(response.headers['cache-control'], 'no-store');
      const second = response.json<Tokens>();
      t.not(second.refresh_token, first.refresh_token);
      t.not(second.access_token, first.access_token);
      t.match(second, { token_type: 'Bearer', expires_in: 3600, scope: MEMBER_SCOPE, org_id: first.org_id });
      t.notOk('id_token' in second, 'spec 4, fact 1: no ID token');
      t.ok(await alive(app, second.access_token));
      t.ok(await alive(app, first.access_token), 'the earlier access token lives on until it expires');
      t.same(await introspect(app, client, first.refresh_token), { active: false }, 'the retired one is inactive');
    });
  }

  const misuse: readonly (readonly [string, TestClient, Fields, readonly [number, string]])[] = [
    ['another client', DEMO.cli, { client_id: DEMO.notebook.id }, [400, 'invalid_grant']],
    ['no client', DEMO.cli, { client_id: undefined }, [401, 'invalid_client']],
    ['a public client with a secret', DEMO.cli, { client_secret: 'x' }, [401, 'invalid_client']],
    ['a confidential client without its secret', DEMO.webApp, { client_secret: undefined }, [401, 'invalid_client']],
    ['a wrong secret', DEMO.webApp, { client_secret: 'cs_wrong' }, [401, 'invalid_client']],
    ['no token', DEMO.cli, { refresh_token: undefined }, [400, 'invalid_request']],
    ['a wider scope', DEMO.cli, { scope: 'openid courses:read' }, [400, 'invalid_scope']],
    ['a scope of the client that was not granted', DEMO.cli, { scope: 'account:write' }, [400, 'invalid_scope']],
    ['an unknown scope', DEMO.cli, { scope: 'openid nonsense' }, [400, 'invalid_scope']],
    ['another resource', DEMO.cli, { resource: 'https://other.example' }, [400, 'invalid_target']],
    ['a relative resource', DEMO.cli, { resource: 'mcp' }, [400, 'invalid_target']],
    ['a resource with a fragment', DEMO.cli, { resource: `${BASE}#x` }, [400, 'invalid_target']],
  ];
  for (const [what, client, bend, [status, error]] of misuse) {
    t.test(`RFC 6749 §6: ${what} is ${error} and does not spend the refresh token`, async (t) => {
      const { refresh_token: token } = await fresh(client);
      refused(t, await refresh(app, client, token, bend), status, error);
      t.equal((await refresh(app, client, token)).statusCode, 200);
    });
  }

  t.test('E-16: an access token, a code or a bent token is no refresh token', async (t) => {
    const tokens = await fresh();
    const code = await authorize(app, DEMO.cli, {}, { browser });
    const bent = [
      tokens.access_token,
      tokens.access_token.replace('at_', 'rt_'),
      code.code,
      tokens.refresh_token.slice(0, -1),
      tokens.refresh_token.replace('rt_', 'at_'),
      `${tokens.refresh_token}=`,
    ];
    for (const value of bent) refused(t, await refresh(app, DEMO.cli, value), 400, 'invalid_grant', value);
    t.equal((await refresh(app, DEMO.cli, tokens.refresh_token)).statusCode, 200);
  });

  t.test('RFC 6749 §6: a narrower scope narrows the access token alone', async (t) => {
    const first = await fresh();
    const narrow = (await refresh(app, DEMO.cli, first.refresh_token, { scope: 'email openid' })).json<Tokens>();
    t.equal(narrow.scope, 'email openid', 'as asked');
    t.same(Object.keys((await userinfo(app, narrow.access_token)).json()).sort(), [
      'email',
      'email_verified',
      'org_id',
      'roles',
      'sub',
    ]);
    const without = (await refresh(app, DEMO.cli, narrow.refresh_token, { scope: 'account:read' })).json<Tokens>();
    t.equal((await userinfo(app, without.access_token)).statusCode, 403, 'no openid, no UserInfo');
    const whole = (await refresh(app, DEMO.cli, without.refresh_token)).json<Tokens>();
    t.equal(whole.scope, MEMBER_SCOPE, 'the refresh token kept everything');
  });

  t.test('E-11: offline_access on a refresh is accepted and not returned', async (t) => {
    const { refresh_token: token } = await fresh();
    const response = await refresh(app, DEMO.cli, token, { scope: `${MEMBER_SCOPE} offline_access` });
    t.equal(response.json<Tokens>().scope, MEMBER_SCOPE);
  });

  t.test(
    'E-18, clients.md H4.8: resource in any spelling is taken, redirect_uri and unknown parameters ignored',
    async (t) => {
      let { refresh_token: token } = await fresh();
      for (const resource of [BASE, `${BASE}/`, `${BASE}/mcp`, `${BASE}/account/graphql/`, [BASE, `${BASE}/`]]) {
        const response = await refresh(app, DEMO.cli, token, { resource, redirect_uri: 'https://x.example', foo: '1' });
        t.equal(response.statusCode, 200, response.body);
        token = response.json<Tokens>().refresh_token;
      }
    },
  );
});

t.test('E-19, clients.md H1: rotation and reuse', async (t) => {
  const { app, clock, logs } = await testApp(t);
  const browser = new Browser(app);
  const fresh = (): Promise<Tokens> => obtainTokens(app, DEMO.cli, {}, { browser });
  const next = async (token: string, overrides: Fields = {}): Promise<Tokens> => {
    const response = await refresh(app, DEMO.cli, token, overrides);
    t.equal(response.statusCode, 200, response.body);
    return response.json<Tokens>();
  };
  const familyDead = async (t: Test, ...tokens: readonly Tokens[]): Promise<void> => {
    for (const { access_token: access, refresh_token: token } of tokens) {
      t.notOk(await alive(app, access), 'access token dead');
      refused(t, await refresh(app, DEMO.cli, token), 400, 'invalid_grant', 'refresh token dead');
    }
  };

  t.test('E-19: A gives B, A again within 30 s gives the same B and a new access token', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    for (const seconds of [0, 10, 20]) {
      clock.advance(seconds * SECOND);
      const again = await next(a.refresh_token);
      t.equal(again.refresh_token, b.refresh_token);
      t.not(again.access_token, b.access_token);
      t.equal(again.scope, MEMBER_SCOPE);
      t.notOk('id_token' in again);
      t.ok(await alive(app, again.access_token));
    }
    t.equal((await refresh(app, DEMO.cli, b.refresh_token)).statusCode, 200, 'B is still good');
  });

  t.test('E-19: 31 s later the family is dead', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    clock.advance(31 * SECOND);
    const seen = logs.length;
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    t.match(logs.slice(seen).join(''), /"reason":"refresh_reuse"/, 'the log says why');
    await familyDead(t, a, b);
  });

  t.test('E-19: A, B, C, then A within the window: the family is dead', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const c = await next(b.refresh_token);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    await familyDead(t, a, b, c);
  });

  t.test('E-19: B is the immediate predecessor of C and has a grace of its own', async (t) => {
    const b = await next((await fresh()).refresh_token);
    const c = await next(b.refresh_token);
    t.equal((await next(b.refresh_token)).refresh_token, c.refresh_token);
  });

  t.test('E-19: another client gets nothing from a retired token, and ends nothing', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    refused(t, await refresh(app, DEMO.notebook, a.refresh_token), 400, 'invalid_grant');
    t.ok(await alive(app, b.access_token));
    t.equal((await refresh(app, DEMO.cli, b.refresh_token)).statusCode, 200);
  });

  t.test('E-19: a retired token with a wrong secret part ends nothing', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const [head] = a.refresh_token.split('.');
    clock.advance(60 * SECOND);
    refused(t, await refresh(app, DEMO.cli, `${head}.${makeVerifier()}`), 400, 'invalid_grant');
    t.ok(await alive(app, b.access_token));
  });

  t.test('RFC 9700 §4.14.2: a retired token with a wider scope or another resource ends nothing', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token, { scope: 'courses:read' }), 400, 'invalid_scope');
    refused(t, await refresh(app, DEMO.cli, a.refresh_token, { resource: 'https://x.example' }), 400, 'invalid_target');
    t.ok(await alive(app, b.access_token));
  });

  t.test('RFC 6749 §6: in the grace too, a narrower scope narrows the access token alone', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const again = await next(a.refresh_token, { scope: 'openid' });
    t.equal(again.scope, 'openid');
    t.equal(again.refresh_token, b.refresh_token);
    t.equal((await next(b.refresh_token)).scope, MEMBER_SCOPE);
  });

  t.test('E-19: parallel uses of A all receive the same B', async (t) => {
    for (const parallel of [2, 10]) {
      const a = await fresh();
      const responses = await Promise.all(
        Array.from({ length: parallel }, () => refresh(app, DEMO.cli, a.refresh_token)),
      );
      t.same(
        responses.map(({ statusCode }) => statusCode),
        Array.from({ length: parallel }, () => 200),
      );
      const tokens = responses.map((response) => response.json<Tokens>());
      t.equal(new Set(tokens.map((one) => one.refresh_token)).size, 1, 'one lineage');
      t.equal(new Set(tokens.map((one) => one.access_token)).size, parallel, 'an access token each');
      for (const one of tokens) t.ok(await alive(app, one.access_token));
      t.equal((await refresh(app, DEMO.cli, tokens[0]?.refresh_token ?? '')).statusCode, 200, 'B is good');
    }
  });

  t.test('RFC 7009 §2.1: after a revocation the grace gives nothing back', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    await postForm(app, '/api/oauth/revoke', { token: b.refresh_token, client_id: DEMO.cli.id });
    await familyDead(t, a, b);
  });
});

t.test('E-19: REFRESH_GRACE_SECONDS=0 leaves no grace from the next moment on', async (t) => {
  const { app, clock } = await testApp(t, { env: { REFRESH_GRACE_SECONDS: '0' } });
  const a = await obtainTokens(app);
  const b = (await refresh(app, DEMO.cli, a.refresh_token)).json<Tokens>();
  clock.advance(1);
  refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
  refused(t, await refresh(app, DEMO.cli, b.refresh_token), 400, 'invalid_grant', 'the family is dead');
});

t.test('E-17: how long tokens live', async (t) => {
  t.test('E-17: an access token dies after its 3600 s', async (t) => {
    const { app, clock } = await testApp(t);
    const { access_token: token } = await obtainTokens(app);
    clock.advance(3599 * SECOND);
    t.ok(await alive(app, token));
    clock.advance(2 * SECOND);
    const response = await userinfo(app, token);
    t.equal(response.statusCode, 401);
    t.equal(response.json().error, 'invalid_token');
    t.same(await introspect(app, DEMO.cli, token), { active: false });
  });

  t.test('security.md W09: a refresh token unused for 30 days is dead', async (t) => {
    const { app, clock } = await testApp(t);
    const first = await obtainTokens(app);
    clock.advance(30 * DAY - SECOND);
    const second = (await refresh(app, DEMO.cli, first.refresh_token)).json<Tokens>();
    t.ok(second.refresh_token, 'used in time, the idle time begins anew');
    clock.advance(30 * DAY - SECOND);
    const third = (await refresh(app, DEMO.cli, second.refresh_token)).json<Tokens>();
    clock.advance(30 * DAY + SECOND);
    refused(t, await refresh(app, DEMO.cli, third.refresh_token), 400, 'invalid_grant');
  });

  t.test('security.md W09: 90 days after the approval everything ends, however often it was rotated', async (t) => {
    const { app, clock } = await testApp(t);
    const approvedAt = clock.now;
    let tokens = await obtainTokens(app);
    for (const day of [20, 40, 60, 80, 89]) {
      clock.now = approvedAt + day * DAY;
      const response = await refresh(app, DEMO.cli, tokens.refresh_token);
      t.equal(response.statusCode, 200, `day ${day}`);
      tokens = response.json<Tokens>();
    }
    clock.now = approvedAt + 90 * DAY - 60 * SECOND;
    tokens = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
    t.equal(tokens.expires_in, 60, 'no access token outlives the grant');
    const seen = await introspect(app, DEMO.cli, tokens.refresh_token);
    t.equal(seen.exp, Math.floor((approvedAt + 90 * DAY) / SECOND), 'nor does a refresh token');
    clock.now = approvedAt + 90 * DAY + SECOND;
    refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant');
    t.notOk(await alive(app, tokens.access_token));
  });

  t.test('E-17: both ends are configuration', async (t) => {
    const { app, clock } = await testApp(t, { env: { REFRESH_IDLE_DAYS: '2', REFRESH_ABSOLUTE_DAYS: '3' } });
    const first = await obtainTokens(app);
    clock.advance(2 * DAY - SECOND);
    const second = (await refresh(app, DEMO.cli, first.refresh_token)).json<Tokens>();
    clock.advance(DAY - SECOND);
    t.equal((await refresh(app, DEMO.cli, second.refresh_token)).statusCode, 200);
    const third = (await refresh(app, DEMO.cli, second.refresh_token)).json<Tokens>();
    clock.advance(3 * SECOND);
    refused(t, await refresh(app, DEMO.cli, third.refresh_token), 400, 'invalid_grant');
  });
});

t.test('security.md W35: whoever is no longer in good standing gets nothing', async (t) => {
  const { app, edit, row } = await fileApp(t);
  const browser = new Browser(app);
  const member = "person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";
  const losses: readonly (readonly [string, string, string])[] = [
    [
      'a suspended membership',
      `update memberships set status = 'suspended' where ${member}`,
      `update memberships set status = 'active' where ${member}`,
    ],
    [
      'a removed membership',
      `update memberships set status = 'removed' where ${member}`,
      `update memberships set status = 'active' where ${member}`,
    ],
    [
      'a disabled person',
      "update people set active = 0 where id = 'usr_demo_ana'",
      "update people set active = 1 where id = 'usr_demo_ana'",
    ],
    [
      'a disabled school',
      "update sites set active = 0 where id = 'site_demo_riverside'",
      "update sites set active = 1 where id = 'site_demo_riverside'",
    ],
  ];
  for (const [what, lose, regain] of losses) {
    t.test(`E-18: ${what} is invalid_grant at the refresh and ends the grant for good`, async (t) => {
      const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
      t.equal(edit(lose), 1);
      t.notOk(await alive(app, tokens.access_token), 'the access token is dead at once');
      refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant');
      t.equal(row('select revoked_by from grants order by id desc limit 1').revoked_by, 'operator');
      t.equal(edit(regain), 1);
      refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant', 'afterwards too');
      t.notOk(await alive(app, tokens.access_token), 'afterwards too');
    });

    t.test(`CVE-2026-9798: ${what} cannot redeem a code issued before`, async (t) => {
      const code = await authorize(app, DEMO.cli, {}, { browser });
      t.equal(edit(lose), 1);
      refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
      t.equal(edit(regain), 1);
    });
  }

  t.test('E(j): tokens of a disabled client are dead at once, and it is invalid_client everywhere', async (t) => {
    const tokens = await obtainTokens(app, DEMO.webApp, {}, { browser });
    const code = await authorize(app, DEMO.webApp, {}, { browser });
    t.equal(edit('update clients set active = 0 where id = ?', DEMO.webApp.id), 1);
    t.notOk(await alive(app, tokens.access_token));
    refused(t, await refresh(app, DEMO.webApp, tokens.refresh_token), 401, 'invalid_client', 'refresh');
    refused(t, await exchange(app, DEMO.webApp, code), 401, 'invalid_client', 'exchange');
    for (const url of ['/api/oauth/introspect', '/api/oauth/revoke']) {
      const fields = { token: tokens.access_token, client_id: DEMO.webApp.id, client_secret: DEMO.webApp.secret };
      refused(t, await postForm(app, url, fields), 401, 'invalid_client', url);
    }
    edit('update clients set active = 1 where id = ?', DEMO.webApp.id);
  });

  t.test('RFC 6749 §2.3.1: only who has the secret learns that a client is disabled', async (t) => {
    edit('update clients set active = 0 where id = ?', DEMO.webApp.id);
    const describe = async (secret: string): Promise<string> =>
      (await refresh(app, { ...DEMO.webApp, secret }, 'rt_1.x')).json().error_description;
    t.match(await describe(DEMO.webApp.secret), /disabled/);
    t.notMatch(await describe('cs_wrong'), /disabled/);
    edit('update clients set active = 1 where id = ?', DEMO.webApp.id);
  });

  t.test('security.md W39: a lower role narrows the next refresh and the token at hand', async (t) => {
    const ruth = { email: 'ruth@riverside.example' };
    const scope = 'openid courses:read courses:write members:write';
    const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, ruth);
    t.equal(tokens.scope, scope);
    const role = (name: string): number =>
      edit('update memberships set role = ? where person_id = ?', name, 'usr_demo_ruth');
    role('staff');
    t.equal((await introspect(app, DEMO.adminTool, tokens.access_token)).scope, 'openid courses:read courses:write');
    role('instructor');
    const lower = (await refresh(app, DEMO.adminTool, tokens.refresh_token)).json<Tokens>();
    t.equal(lower.scope, 'openid courses:read');
    role('owner');
    t.equal((await introspect(app, DEMO.adminTool, tokens.access_token)).scope, scope, 'and back');
  });

  t.test('E(c): a role that can give nothing of the grant any more is invalid_grant', async (t) => {
    const ruth = { email: 'ruth@riverside.example' };
    const tokens = await obtainTokens(app, DEMO.adminTool, { scope: 'members:write' }, ruth);
    const code = await authorize(app, DEMO.adminTool, { scope: 'members:write' }, ruth);
    edit("update memberships set role = 'staff' where person_id = 'usr_demo_ruth'");
    refused(t, await refresh(app, DEMO.adminTool, tokens.refresh_token), 400, 'invalid_grant');
    refused(t, await exchange(app, DEMO.adminTool, code), 400, 'invalid_grant');
    edit("update memberships set role = 'owner' where person_id = 'usr_demo_ruth'");
  });

  t.test('E-30: while a secret is being replaced, both are good', async (t) => {
    const previous = 'cs_the-one-before';
    const hash = createHash('sha256').update(previous).digest();
    const replace = 'update clients set previous_secret_hash = ?, previous_secret_ends_at = ? where id = ?';
    edit(replace, hash, app.clock() + 1, DEMO.webApp.id);
    for (const secret of [DEMO.webApp.secret, previous]) {
      const client = { ...DEMO.webApp, secret };
      t.equal((await exchange(app, client, await authorize(app, client, {}, { browser }))).statusCode, 200);
    }
    edit('update clients set previous_secret_hash = null where id = ?', DEMO.webApp.id);
    refused(t, await refresh(app, { ...DEMO.webApp, secret: previous }, 'rt_1.x'), 401, 'invalid_client');
  });

  t.test(
    'E-16, E-19: the database holds no token, and its grace copy opens with the presented token only',
    async (t) => {
      const a = await obtainTokens(app, DEMO.cli, {}, { browser });
      const b = (await refresh(app, DEMO.cli, a.refresh_token)).json<Tokens>();
      const idOf = (token: string): number => Number(/^rt_(\d+)/.exec(token)?.[1]);
      const { hash } = row('select hash from tokens where id = ?', idOf(a.refresh_token));
      const { grace_copy: copy } = row('select grace_copy from tokens where id = ?', idOf(b.refresh_token));
      if (!Buffer.isBuffer(copy) || !Buffer.isBuffer(hash)) throw new TypeError('no grace copy');
      const secretOfB = b.refresh_token.split('.')[1] ?? '';
      t.notOk(copy.includes(secretOfB));
      t.notOk(copy.includes(Buffer.from(secretOfB, 'base64url')));
      t.same(
        hash,
        createHash('sha256')
          .update(a.refresh_token.split('.')[1] ?? '')
          .digest(),
        'a hash of the secret part',
      );
      t.ok(copy.length > 12 + 16, 'nonce, tag, ciphertext');
      t.test('E-19: a copy that was tampered with is never answered', async (t) => {
        const bent = Buffer.from(copy);
        bent.writeUInt8(bent.readUInt8(20) ^ 1, 20);
        edit('update tokens set grace_copy = ? where id = ?', bent, idOf(b.refresh_token));
        const response = await refresh(app, DEMO.cli, a.refresh_token);
        t.not(response.statusCode, 200);
        t.notMatch(response.body, /rt_/);
      });
    },
  );
});

t.test('spec 2.5, OpenID Connect Core §2: the ID token', async (t) => {
  const { app, clock, logs } = await testApp(t);
  const exchangeFor = (overrides: Fields, client: TestClient = DEMO.cli, email = 'ana@riverside.example') =>
    obtainTokens(app, client, overrides, { email });

  t.test('spec 2.5, E-23: all claims with openid, profile and email', async (t) => {
    const tokens = await exchangeFor({});
    const claims = await claimsOf(app, clock.now, DEMO.cli, tokens);
    const now = Math.floor(clock.now / SECOND);
    t.same(claims, {
      iss: BASE,
      sub: 'usr_demo_ana',
      org_id: 'site_demo_riverside',
      roles: ['member', 'student'],
      email: 'ana@riverside.example',
      email_verified: true,
      name: 'Ana Lima',
      aud: DEMO.cli.id,
      iat: now,
      exp: now + 600,
      at_hash: createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url'),
      nonce: 'n-1',
    });
    const { keys } = (await app.inject('/.well-known/jwks.json')).json();
    t.same(decodeProtectedHeader(tokens.id_token ?? ''), { alg: 'ES256', kid: keys[0].kid, typ: 'JWT' });
    const { iss: _i, aud: _a, iat: _t, exp: _e, at_hash: _h, nonce: _n, ...person } = claims;
    t.same((await userinfo(app, tokens.access_token)).json(), person, 'spec 2.6: the same values at UserInfo');
  });

  t.test('OpenID Connect Core §5.4: each identity scope opens its own claims', async (t) => {
    const opened: readonly (readonly [string, readonly string[]])[] = [
      ['openid', []],
      ['openid email', ['email', 'email_verified']],
      ['openid profile', ['name']],
      ['openid account:read', []],
    ];
    for (const [scope, claims] of opened) {
      const payload = await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({ scope }));
      const always = ['iss', 'sub', 'org_id', 'roles', 'aud', 'iat', 'exp', 'at_hash', 'nonce'];
      t.same(Object.keys(payload).sort(), [...always, ...claims].sort(), scope);
    }
  });

  t.test('spec 5.6: without openid there is no ID token', async (t) => {
    const tokens = await exchangeFor({ scope: 'profile email account:read' });
    t.notOk('id_token' in tokens);
  });

  t.test('OpenID Connect Core §2: nonce only when it was sent, byte for byte', async (t) => {
    const none = await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({ nonce: undefined }));
    t.notOk('nonce' in none);
    for (const nonce of ['a b+c/d=%26', '"quoted" \\ back', 'ünïcödé 学校', 'x'.repeat(500)]) {
      t.equal((await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({ nonce }))).nonce, nonce);
    }
  });

  t.test('OpenID Connect Core §2: auth_time only when max_age was sent, and it is the sign-in', async (t) => {
    const browser = new Browser(app);
    const signedInAt = Math.floor(clock.now / SECOND);
    await authorize(app, DEMO.cli, {}, { browser });
    clock.advance(120 * SECOND);
    const tokens = await obtainTokens(app, DEMO.cli, { max_age: '3600' }, { browser });
    const claims = await claimsOf(app, clock.now, DEMO.cli, tokens);
    t.equal(claims.auth_time, signedInAt);
    t.equal(claims.iat, signedInAt + 120);
    t.notOk('auth_time' in (await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({}))));
  });

  t.test('E-23: roles follow the membership; student follows the enrollment', async (t) => {
    const roles: readonly (readonly [string, TestClient, string[]])[] = [
      ['ruth@riverside.example', DEMO.adminTool, ['owner']],
      ['ivan@riverside.example', DEMO.adminTool, ['instructor']],
      ['noor@schools.example', DEMO.adminTool, ['staff']],
      ['ben@riverside.example', DEMO.cli, ['member', 'student']],
    ];
    for (const [email, client, expected] of roles) {
      const tokens = await exchangeFor({ scope: 'openid' }, client, email);
      t.same((await claimsOf(app, clock.now, client, tokens)).roles, expected, email);
    }
  });

  t.test('spec 5.6: a changed token does not verify', async (t) => {
    const tokens = await exchangeFor({});
    const [header = '', payload = '', signature = ''] = (tokens.id_token ?? '').split('.');
    const forged = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'usr_demo_ruth' };
    const token = `${header}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`;
    await t.rejects(claimsOf(app, clock.now, DEMO.cli, { ...tokens, id_token: token }), {
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
    await t.rejects(claimsOf(app, clock.now + 601 * SECOND, DEMO.cli, tokens), { code: 'ERR_JWT_EXPIRED' });
  });

  t.test('RFC 9068 is not used: an ID token is no access token', async (t) => {
    const { id_token: idToken = '' } = await exchangeFor({});
    const response = await userinfo(app, idToken);
    t.equal(response.statusCode, 401);
    t.equal(response.json().error, 'invalid_token');
  });

  t.test('security.md D: refusals are logged with their reason', (t) => {
    t.match(logs.join(''), /"reason":"token_unknown"/);
    t.end();
  });
});

t.test('CVE-2024-29892: what a person calls themself changes no other claim', async (t) => {
  const { app, clock, edit } = await fileApp(t);
  const name = '{"iss":"https://evil.example","sub":"usr_demo_ruth"}","aud":"x';
  edit('update people set name = ? where id = ?', name, 'usr_demo_ana');
  const claims = await claimsOf(app, clock.now, DEMO.cli, await obtainTokens(app));
  t.match(claims, { iss: BASE, sub: 'usr_demo_ana', aud: DEMO.cli.id, name });
  edit("update people set name = '' where id = 'usr_demo_ana'");
  const nameless = await claimsOf(app, clock.now, DEMO.cli, await obtainTokens(app));
  t.notOk('name' in nameless, 'OpenID Connect Core §5.3.2: an empty value is left out');
});

t.test('spec 5.6: while signing is off, the exchange gives no ID token', async (t) => {
  const { app } = await testApp(t, { env: { ID_TOKEN_SIGNING: 'off' } });
  const tokens = await obtainTokens(app);
  t.notOk('id_token' in tokens);
  t.equal((await userinfo(app, tokens.access_token)).json().sub, 'usr_demo_ana', 'UserInfo stands in');
});

t.test('E-38: 120 requests a minute per client and address', async (t) => {
  const { app, clock } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const ask = (client: TestClient = DEMO.cli, remoteAddress = '198.51.100.1', token = 'rt_1.x') =>
    app.inject({
      method: 'POST',
      url: TOKEN,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: encode({ grant_type: 'refresh_token', client_id: client.id, refresh_token: token }),
    });
  for (let i = 0; i < 120; i += 1) {
    const { statusCode } = await ask();
    if (statusCode !== 400) t.fail(`request ${i + 1} is ${statusCode}`);
  }
  const response = await ask();
  refused(t, response, 429, 'temporarily_unavailable');
  t.match(response.headers['retry-after'], /^([1-9]|[1-5]\d|60)$/);
  t.match(response.headers, { 'ratelimit-limit': '120', 'ratelimit-remaining': '0', 'ratelimit-reset': /^\d+$/ });
  t.equal(response.headers['access-control-allow-origin'], '*');
  t.equal((await ask(DEMO.notebook)).statusCode, 400, 'another client is not held up');
  t.equal((await ask(DEMO.cli, '198.51.100.2')).statusCode, 400, 'nor another address');
  clock.advance(60 * SECOND);
  t.equal((await ask()).statusCode, 400, 'a minute later it goes on');

  t.test('E-38: people who share a vendor’s address are counted by grant', async (t) => {
    const vendor = { id: 'c_vendor_claude', redirectUri: '', secret: undefined };
    for (let i = 0; i < 200; i += 1) {
      const { statusCode } = await ask(vendor, '198.51.100.9', `rt_${i + 1}.x`);
      if (statusCode !== 400) t.fail(`request ${i + 1} is ${statusCode}`);
    }
    for (let i = 0; i < 120; i += 1) await ask(vendor, '198.51.100.9', 'rt_7.x');
    t.equal((await ask(vendor, '198.51.100.9', 'rt_7.x')).statusCode, 429, 'one grant alone is');
  });
});

t.test(
  'security.md F11: PostgreSQL stores no NUL, so a value that holds one is unknown, not a fault of ours',
  async (t) => {
    const postgres = await throwawayPostgres(t);
    if (postgres === undefined) return t.comment(NO_POSTGRES);
    const { app, logs } = await testApp(t, { databaseUrl: await postgres.createDatabase() });
    for (const id of ['\0', `${DEMO.cli.id}\0`, `\0${DEMO.cli.id}`]) {
      const fields = { grant_type: 'refresh_token', client_id: id, refresh_token: 'rt_1.x', token: 'x' };
      for (const url of [TOKEN, '/api/oauth/revoke', '/api/oauth/introspect']) {
        refused(t, await postForm(app, url, fields), 401, 'invalid_client', url);
      }
    }
    const { body } = await postForm(app, '/api/oauth/introspect', { token: '\0', client_id: DEMO.cli.id });
    t.same(JSON.parse(body), { active: false });
    for (const url of [
      '/oauth/continue/%00',
      '/oauth/logout?client_id=%00&post_logout_redirect_uri=x',
      '/setup?token=%00',
    ]) {
      t.not((await app.inject(url)).statusCode, 500, url);
    }
    t.notMatch(logs.join(''), /"level":50/);
  },
);
