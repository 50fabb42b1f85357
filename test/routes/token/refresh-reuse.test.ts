import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  DEMO,
  type Fields,
  MEMBER_SCOPE,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
} from '../../support/oauth-client.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

t.test('rotation and reuse of refresh tokens', async (t) => {
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

  t.test('a rotated token within 30 s gives the same successor again and a new access token [E-19, H1]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    for (const seconds of [0, 10, 20]) {
      clock.advance(seconds * SECOND);
      const again = await next(a.refresh_token);
      t.equal(again.refresh_token, b.refresh_token);
      t.not(again.access_token, b.access_token);
      t.equal(again.scope, MEMBER_SCOPE);
      t.equal(again.expires_in, 3600);
      t.notOk('id_token' in again);
      t.ok(await alive(app, again.access_token));
    }
    t.equal((await refresh(app, DEMO.cli, b.refresh_token)).statusCode, 200, 'B is still good');
  });

  t.test('a rotated token that is used again 31 s later ends the whole token family [E-19, ASVS 10.4.5]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    clock.advance(31 * SECOND);
    const seen = logs.length;
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    t.match(logs.slice(seen).join(''), /"reason":"refresh_reuse"/, 'the log says why');
    await familyDead(t, a, b);
  });

  t.test('a rotated token that is used after its own expiry ends the whole token family too [E-19]', async (t) => {
    const a = await fresh();
    clock.advance(20 * DAY);
    const b = await next(a.refresh_token);
    clock.advance(11 * DAY);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    await familyDead(t, b);
  });

  t.test('a rotated token whose successor was rotated too ends the family even within 30 s [E-19]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const c = await next(b.refresh_token);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    await familyDead(t, a, b, c);
  });

  t.test('a successor that is rotated in turn has a grace period of its own [E-19]', async (t) => {
    const b = await next((await fresh()).refresh_token);
    const c = await next(b.refresh_token);
    t.equal((await next(b.refresh_token)).refresh_token, c.refresh_token);
  });

  t.test('another client gets nothing for a rotated token, and ends nothing [E-19]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    refused(t, await refresh(app, DEMO.notebook, a.refresh_token), 400, 'invalid_grant');
    t.ok(await alive(app, b.access_token));
    t.equal((await refresh(app, DEMO.cli, b.refresh_token)).statusCode, 200);
  });

  t.test('a rotated token with a wrong secret part ends nothing [E-19]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const [head] = a.refresh_token.split('.');
    clock.advance(60 * SECOND);
    refused(t, await refresh(app, DEMO.cli, `${head}.${makeVerifier()}`), 400, 'invalid_grant');
    t.ok(await alive(app, b.access_token));
  });

  t.test('a rotated token with a wider scope or another resource ends nothing [RFC 9700 §4.14.2]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token, { scope: 'courses:read' }), 400, 'invalid_scope');
    refused(t, await refresh(app, DEMO.cli, a.refresh_token, { resource: 'https://x.example' }), 400, 'invalid_target');
    t.ok(await alive(app, b.access_token));
  });

  t.test('a narrower scope narrows the new access token alone in the grace period too [RFC 6749 §6]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    const again = await next(a.refresh_token, { scope: 'openid' });
    t.equal(again.scope, 'openid');
    t.equal(again.refresh_token, b.refresh_token);
    t.equal((await next(b.refresh_token)).scope, MEMBER_SCOPE);
  });

  t.test('parallel uses of one refresh token all receive the same successor [E-19]', async (t) => {
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

  t.test('after a revocation the grace period returns no token [RFC 7009 §2.1]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    await postForm(app, '/api/oauth/revoke', { token: b.refresh_token, client_id: DEMO.cli.id });
    await familyDead(t, a, b);
  });
});

t.test('with REFRESH_GRACE_SECONDS=0 there is no grace period [E-19]', async (t) => {
  const { app, clock } = await testApp(t, { env: { REFRESH_GRACE_SECONDS: '0' } });
  const a = await obtainTokens(app);
  const b = (await refresh(app, DEMO.cli, a.refresh_token)).json<Tokens>();
  clock.advance(1);
  refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
  refused(t, await refresh(app, DEMO.cli, b.refresh_token), 400, 'invalid_grant', 'the family is dead');
});

t.test(
  'the database holds no token, and its grace copy opens with the presented token only [E-16, E-19]',
  async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url });
    const a = await obtainTokens(app);
    const b = (await refresh(app, DEMO.cli, a.refresh_token)).json<Tokens>();
    const idOf = (token: string): number => Number(/^rt_(\d+)/.exec(token)?.[1]);
    const hash = await file.read('select hash from tokens where id = ?', idOf(a.refresh_token));
    const copy = await file.read('select grace_copy from tokens where id = ?', idOf(b.refresh_token));
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
    t.test('a grace copy that was tampered with is never returned [E-19]', async (t) => {
      const bent = Buffer.from(copy);
      bent.writeUInt8(bent.readUInt8(20) ^ 1, 20);
      await file.edit('update tokens set grace_copy = ? where id = ?', bent, idOf(b.refresh_token));
      const response = await refresh(app, DEMO.cli, a.refresh_token);
      t.not(response.statusCode, 200);
      t.notMatch(response.body, /rt_/);
    });
  },
);
