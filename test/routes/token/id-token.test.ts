import { createHash } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import t from 'tap';
import { BASE, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { authorize, DEMO, type Fields, obtainTokens, type TestClient, userinfo } from '../../support/oauth-client.ts';
import { claimsOf } from '../../support/token-endpoint.ts';

const SECOND = 1000;

t.test('the ID token', async (t) => {
  const { app, clock, logs } = await testApp(t);
  const exchangeFor = (overrides: Fields, client: TestClient = DEMO.cli, email = 'ana@riverside.example') =>
    obtainTokens(app, client, overrides, { email });

  t.test(
    'openid, profile and email return all claims, with the same values at UserInfo [spec 2.5, spec 2.6, E-23]',
    async (t) => {
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
      t.same((await userinfo(app, tokens.access_token)).json(), person, 'the same values at UserInfo');
    },
  );

  t.test('each identity scope returns its own claims [OpenID Connect Core §5.4]', async (t) => {
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

  t.test('without the openid scope there is no ID token [spec 5.6]', async (t) => {
    const tokens = await exchangeFor({ scope: 'profile email account:read' });
    t.notOk('id_token' in tokens);
  });

  t.test('nonce is present only if it was sent, byte for byte [OpenID Connect Core §2]', async (t) => {
    const none = await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({ nonce: undefined }));
    t.notOk('nonce' in none);
    for (const nonce of ['a b+c/d=%26', '"quoted" \\ back', 'ünïcödé 学校', 'x'.repeat(500)]) {
      t.equal((await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({ nonce }))).nonce, nonce);
    }
  });

  t.test(
    'auth_time is present only if max_age was sent, and is the time of the sign-in [OpenID Connect Core §2]',
    async (t) => {
      const browser = new Browser(app);
      const signedInAt = Math.floor(clock.now / SECOND);
      await authorize(app, DEMO.cli, {}, { browser });
      clock.advance(120 * SECOND);
      const tokens = await obtainTokens(app, DEMO.cli, { max_age: '3600' }, { browser });
      const claims = await claimsOf(app, clock.now, DEMO.cli, tokens);
      t.equal(claims.auth_time, signedInAt);
      t.equal(claims.iat, signedInAt + 120);
      t.notOk('auth_time' in (await claimsOf(app, clock.now, DEMO.cli, await exchangeFor({}))));
    },
  );

  t.test('roles follow the membership, and student follows the enrollment [E-23]', async (t) => {
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

  t.test('a changed or expired ID token does not verify [spec 2.5]', async (t) => {
    const tokens = await exchangeFor({});
    const [header = '', payload = '', signature = ''] = (tokens.id_token ?? '').split('.');
    const forged = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'usr_demo_ruth' };
    const token = `${header}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`;
    await t.rejects(claimsOf(app, clock.now, DEMO.cli, { ...tokens, id_token: token }), {
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
    await t.rejects(claimsOf(app, clock.now + 601 * SECOND, DEMO.cli, tokens), { code: 'ERR_JWT_EXPIRED' });
  });

  t.test('an ID token is not accepted as an access token', async (t) => {
    const { id_token: idToken = '' } = await exchangeFor({});
    const response = await userinfo(app, idToken);
    t.equal(response.statusCode, 401);
    t.equal(response.json().error, 'invalid_token');
  });

  t.test('a refused token is logged with the reason', (t) => {
    t.match(logs.join(''), /"reason":"token_unknown"/);
    t.end();
  });
});

t.test(
  'the name that a person chooses changes no other claim [CVE-2024-29892, OpenID Connect Core §5.3.2, W54]',
  async (t) => {
    const file = databaseFile(t);
    const { app, clock } = await testApp(t, { databaseUrl: file.url });
    const name = '{"iss":"https://evil.example","sub":"usr_demo_ruth"}","aud":"x';
    await file.edit('update people set name = ? where id = ?', name, 'usr_demo_ana');
    const claims = await claimsOf(app, clock.now, DEMO.cli, await obtainTokens(app));
    t.match(claims, { iss: BASE, sub: 'usr_demo_ana', aud: DEMO.cli.id, name });
    await file.edit("update people set name = '' where id = 'usr_demo_ana'");
    const nameless = await claimsOf(app, clock.now, DEMO.cli, await obtainTokens(app));
    t.notOk('name' in nameless, 'an empty value is left out');
  },
);

t.test('while signing is switched off, the exchange returns no ID token [spec 5.6]', async (t) => {
  const { app } = await testApp(t, { env: { ID_TOKEN_SIGNING: 'off' } });
  const tokens = await obtainTokens(app);
  t.notOk('id_token' in tokens);
  t.equal((await userinfo(app, tokens.access_token)).json().sub, 'usr_demo_ana', 'UserInfo stands in');
});
