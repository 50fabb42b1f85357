import t from 'tap';
import { BASE, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import {
  authorize,
  DEMO,
  type Fields,
  introspect,
  MEMBER_SCOPE,
  obtainTokens,
  refresh,
  type TestClient,
  type Tokens,
  userinfo,
} from '../../support/oauth-client.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

t.test('the refresh token grant', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const fresh = (client: TestClient = DEMO.cli): Promise<Tokens> => obtainTokens(app, client, {}, { browser });

  for (const [kind, client] of [
    ['public', DEMO.cli],
    ['confidential', DEMO.webApp],
  ] as const) {
    t.test(
      `the refresh token of a ${kind} client is rotated and keeps scope and site [OAuth 2.1 §4.3.1, spec 4]`,
      async (t) => {
        const first = await fresh(client);
        const response = await refresh(app, client, first.refresh_token);
        t.equal(response.statusCode, 200);
        t.equal(response.headers['cache-control'], 'no-store');
        const second = response.json<Tokens>();
        t.not(second.refresh_token, first.refresh_token);
        t.not(second.access_token, first.access_token);
        t.match(second, { token_type: 'Bearer', expires_in: 3600, scope: MEMBER_SCOPE, org_id: first.org_id });
        t.notOk('id_token' in second, 'no ID token');
        t.ok(await alive(app, second.access_token));
        t.ok(await alive(app, first.access_token), 'the earlier access token lives on until it expires');
        t.same(await introspect(app, client, first.refresh_token), { active: false }, 'the retired one is inactive');
      },
    );
  }

  const misuse: readonly (readonly [string, TestClient, Fields, readonly [number, string]])[] = [
    ['the client_id of another client', DEMO.cli, { client_id: DEMO.notebook.id }, [400, 'invalid_grant']],
    ['no client_id', DEMO.cli, { client_id: undefined }, [401, 'invalid_client']],
    ['a secret of a public client', DEMO.cli, { client_secret: 'x' }, [401, 'invalid_client']],
    ['no secret of a confidential client', DEMO.webApp, { client_secret: undefined }, [401, 'invalid_client']],
    ['a wrong secret', DEMO.webApp, { client_secret: 'cs_wrong' }, [401, 'invalid_client']],
    ['no refresh_token', DEMO.cli, { refresh_token: undefined }, [400, 'invalid_request']],
    ['a wider scope', DEMO.cli, { scope: 'openid courses:read' }, [400, 'invalid_scope']],
    ['a scope of the client that was not granted', DEMO.cli, { scope: 'account:write' }, [400, 'invalid_scope']],
    ['an unknown scope', DEMO.cli, { scope: 'openid nonsense' }, [400, 'invalid_scope']],
    ['another resource', DEMO.cli, { resource: 'https://other.example' }, [400, 'invalid_target']],
    ['a relative resource', DEMO.cli, { resource: 'mcp' }, [400, 'invalid_target']],
    ['a resource with a fragment', DEMO.cli, { resource: `${BASE}#x` }, [400, 'invalid_target']],
  ];
  for (const [what, client, bend, [status, error]] of misuse) {
    t.test(`a refresh with ${what} is ${error} and leaves the refresh token valid [RFC 6749 §6]`, async (t) => {
      const { refresh_token: token } = await fresh(client);
      refused(t, await refresh(app, client, token, bend), status, error);
      t.equal((await refresh(app, client, token)).statusCode, 200);
    });
  }

  t.test('an access token, a code or an altered token is no refresh token [E-16]', async (t) => {
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

  t.test('a narrower scope narrows the new access token alone [RFC 6749 §6]', async (t) => {
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

  t.test('offline_access is accepted at a refresh, and not returned [E-11]', async (t) => {
    const { refresh_token: token } = await fresh();
    const response = await refresh(app, DEMO.cli, token, { scope: `${MEMBER_SCOPE} offline_access` });
    t.equal(response.json<Tokens>().scope, MEMBER_SCOPE);
  });

  t.test(
    'any spelling of resource is accepted; redirect_uri and unknown parameters are ignored [E-18, H4.8]',
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
