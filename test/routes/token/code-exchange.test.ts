import t from 'tap';
import { BASE, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  type Authorization,
  authorize,
  DEMO,
  exchange,
  type Fields,
  introspect,
  makeVerifier,
  obtainTokens,
  type TestClient,
  type Tokens,
} from '../../support/oauth-client.ts';
import { refused, refusedAndStillGood } from '../../support/token-endpoint.ts';

t.test('the binding of an authorization code', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const newCode = (client: TestClient = DEMO.cli, overrides: Fields = {}): Promise<Authorization> =>
    authorize(app, client, overrides, { browser });

  const cases: readonly (readonly [string, Fields, readonly [number, string], string])[] = [
    ['the client_id of another client', { client_id: DEMO.notebook.id }, [400, 'invalid_grant'], '[RFC 6749 §4.1.3]'],
    [
      'another redirect_uri',
      { redirect_uri: 'http://127.0.0.1:49152/oauth/callback' },
      [400, 'invalid_grant'],
      '[RFC 6749 §4.1.3]',
    ],
    [
      'a redirect_uri with another port than the one requested',
      { redirect_uri: 'http://127.0.0.1:49153/callback' },
      [400, 'invalid_grant'],
      '[RFC 6749 §4.1.3]',
    ],
    ['a missing redirect_uri', { redirect_uri: undefined }, [400, 'invalid_request'], '[RFC 6749 §4.1.3]'],
    ['a missing code', { code: undefined }, [400, 'invalid_request'], '[RFC 6749 §4.1.3]'],
    [
      'a wrong code_verifier',
      { code_verifier: makeVerifier() },
      [400, 'invalid_grant'],
      '[RFC 7636 §4.6, ASVS 10.4.6]',
    ],
    ['a missing code_verifier', { code_verifier: undefined }, [400, 'invalid_grant'], '[RFC 7636 §4.6, ASVS 10.4.6]'],
    ['an empty code_verifier', { code_verifier: '' }, [400, 'invalid_grant'], '[RFC 7636 §4.6]'],
    ['a code_verifier of 42 characters', { code_verifier: 'a'.repeat(42) }, [400, 'invalid_grant'], '[RFC 7636 §4.1]'],
    [
      'a code_verifier of 129 characters',
      { code_verifier: 'a'.repeat(129) },
      [400, 'invalid_grant'],
      '[RFC 7636 §4.1]',
    ],
    [
      'a code_verifier with a space',
      { code_verifier: `${'a'.repeat(43)} b` },
      [400, 'invalid_grant'],
      '[RFC 7636 §4.1]',
    ],
    ['another resource', { resource: 'https://other.example' }, [400, 'invalid_target'], '[RFC 8707 §2.2]'],
    ['another resource beside ours', { resource: [BASE, `${BASE}/x`] }, [400, 'invalid_target'], '[RFC 8707 §2.2]'],
    [
      'a missing resource that was requested before',
      { resource: undefined },
      [400, 'invalid_target'],
      '[RFC 8707 §2.2]',
    ],
    ['an empty resource, as one left out,', { resource: '' }, [400, 'invalid_target'], '[RFC 8707 §2]'],
    ['a code that is sent twice', { code: ['ac_1.x', 'ac_1.x'] }, [400, 'invalid_request'], '[RFC 6749 §3.2]'],
  ];
  for (const [what, bend, outcome, proves] of cases) {
    t.test(`${what} is refused with ${outcome[1]} and leaves the code redeemable ${proves}`, (t) =>
      refusedAndStillGood(t, app, browser, { bend, outcome }),
    );
  }

  t.test('unknown parameters are ignored, even repeated ones [RFC 6749 §3.2]', async (t) => {
    const code = await newCode();
    const response = await exchange(app, DEMO.cli, code, { audience: 'x', foo: ['1', '2'], constructor: 'x' });
    t.equal(response.statusCode, 200, response.body);
  });

  t.test('every spelling of the resource is accepted at the exchange [E-10]', async (t) => {
    const spellings = [`${BASE}/`, `${BASE}/mcp`, `${BASE}/mcp/`, `${BASE}/account/graphql`, BASE.toUpperCase()];
    for (const resource of [...spellings, `${BASE}/mcp?auth=member`]) {
      const response = await exchange(app, DEMO.cli, await newCode(), { resource });
      t.equal(response.statusCode, 200, resource);
    }
    const response = await exchange(app, DEMO.cli, await newCode(), { resource: [BASE, `${BASE}/mcp`] });
    t.equal(response.statusCode, 200, 'several, all ours');
  });

  t.test(
    'a truncated, altered or foreign code is invalid_grant, and the original stays redeemable [RFC 6749 §4.1.3]',
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

t.test('a request without resource needs none at the exchange, and may send this server’s [E-10]', async (t) => {
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

t.test(
  'the token response has the documented members and the scope as requested [RFC 6749 §5.1, E-16, H4.7]',
  async (t) => {
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
      'authorization_expires_in',
      'expires_in',
      'id_token',
      'org_id',
      'refresh_token',
      'refresh_token_timeout',
      'scope',
      'token_type',
    ]);
    t.match(body, { token_type: 'Bearer', expires_in: 900, org_id: 'site_demo_riverside' });
    t.equal(body.scope, scope, 'spelled and ordered as asked');
    t.match(body.access_token, /^at_\d+\.[A-Za-z0-9_-]{43}$/);
    t.match(body.refresh_token, /^rt_\d+\.[A-Za-z0-9_-]{43}$/);

    t.test('scopes that the person cannot grant are omitted, and the response shows it [RFC 6749 §3.3]', async (t) => {
      const tokens = await obtainTokens(
        app,
        DEMO.adminTool,
        { scope: 'openid courses:read courses:write' },
        { email: 'ivan@riverside.example' },
      );
      t.equal(tokens.scope, 'openid courses:read');
    });
  },
);
