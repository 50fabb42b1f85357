import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  DEMO,
  type Fields,
  introspect,
  MEMBER_SCOPE,
  makeVerifier,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
  userinfo,
} from '../../support/oauth-client.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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

  t.test(
    'a rotated token that is used again 31 s after its successor was ends the whole token family [E-51, ASVS 10.4.5]',
    async (t) => {
      const a = await fresh();
      const b = await next(a.refresh_token);
      clock.advance(DAY);
      const c = await next(b.refresh_token);
      clock.advance(31 * SECOND);
      const seen = logs.length;
      refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
      t.match(logs.slice(seen).join(''), /"reason":"refresh_reuse"/, 'the log says why');
      await familyDead(t, a, b, c);
    },
  );

  t.test('a rotated token gives the same successor for seven days while nobody uses that [E-51]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    for (const time of [31 * SECOND, HOUR, 3 * DAY, 4 * DAY - HOUR - 31 * SECOND]) {
      clock.advance(time);
      const again = await next(a.refresh_token);
      t.equal(again.refresh_token, b.refresh_token);
      t.ok(await alive(app, again.access_token));
      t.equal((await introspect(app, DEMO.cli, a.refresh_token)).active, false, 'it is not the current one');
    }
    t.equal((await refresh(app, DEMO.cli, b.refresh_token)).statusCode, 200, 'B is still good');
  });

  t.test('presenting a rotated token again does not renew its seven days [E-51]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    clock.advance(7 * DAY);
    t.equal((await next(a.refresh_token)).refresh_token, b.refresh_token);
    clock.advance(1);
    const response = await refresh(app, DEMO.cli, a.refresh_token);
    refused(t, response, 400, 'invalid_grant');
    t.match(response.json().error_description, 'its replacement never used', 'it says what the client does wrong');
    await familyDead(t, a, b);
  });

  t.test('a rotated token outlives its own expiry, and never that of its grant [E-51]', async (t) => {
    const a = await fresh();
    clock.advance(29 * DAY);
    const b = await next(a.refresh_token);
    clock.advance(2 * DAY);
    t.equal((await next(a.refresh_token)).refresh_token, b.refresh_token);
    const c = await next(b.refresh_token);
    clock.advance(29 * DAY);
    const d = await next(c.refresh_token);
    clock.advance(29 * DAY);
    await next(d.refresh_token);
    clock.advance(2 * DAY);
    refused(t, await refresh(app, DEMO.cli, d.refresh_token), 400, 'invalid_grant');
  });

  t.test('the use of an access token of the successor is not its use [E-51]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    t.equal((await userinfo(app, b.access_token)).statusCode, 200);
    clock.advance(HOUR);
    t.equal((await next(a.refresh_token)).refresh_token, b.refresh_token);
  });

  t.test('answers that are lost one after the other, each for ten minutes, sign nobody out [E-51]', async (t) => {
    let current = await fresh();
    for (let times = 0; times < 12; times += 1) {
      const lost = [await next(current.refresh_token)];
      for (const _ of [1, 2]) {
        clock.advance(10 * MINUTE);
        lost.push(await next(current.refresh_token));
      }
      current = lost.at(-1) ?? current;
      t.ok(await alive(app, current.access_token));
    }
  });

  t.test('a predecessor that its client revokes ends the grant [RFC 7009 §2.1, E-51]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    clock.advance(DAY);
    await postForm(app, '/api/oauth/revoke', { token: a.refresh_token, client_id: DEMO.cli.id });
    await familyDead(t, a, b);
  });

  t.test('a client that has lost its secret gets nothing for a predecessor, and ends nothing [E-51]', async (t) => {
    const a = await obtainTokens(app, DEMO.portal, {}, { browser });
    const b = (await refresh(app, DEMO.portal, a.refresh_token)).json<Tokens>();
    clock.advance(DAY);
    const wrong = { id: DEMO.portal.id, redirectUri: DEMO.portal.redirectUri, secret: 'cs_forgotten' };
    refused(t, await refresh(app, wrong, a.refresh_token), 401, 'invalid_client');
    const again = await refresh(app, DEMO.portal, a.refresh_token);
    t.equal(again.json<Tokens>().refresh_token, b.refresh_token);
  });

  t.test('a rotated token that is used after its own expiry ends the whole token family too [E-19]', async (t) => {
    const a = await fresh();
    clock.advance(20 * DAY);
    const b = await next(a.refresh_token);
    clock.advance(11 * DAY);
    refused(t, await refresh(app, DEMO.cli, a.refresh_token), 400, 'invalid_grant');
    await familyDead(t, b);
  });

  t.test('for 30 s after its successor was used, a rotated token gives the same one [E-51]', async (t) => {
    const a = await fresh();
    const b = await next(a.refresh_token);
    clock.advance(DAY);
    const c = await next(b.refresh_token);
    clock.advance(30 * SECOND);
    t.equal((await next(a.refresh_token)).refresh_token, b.refresh_token);
    t.equal((await next(b.refresh_token)).refresh_token, c.refresh_token, 'which in turn gives its own');
    await next(c.refresh_token);
    clock.advance(1);
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

t.test('with both settings at 0, a rotated token is never good again [E-19, E-51]', async (t) => {
  const { app, clock } = await testApp(t, { env: { REFRESH_GRACE_SECONDS: '0', REFRESH_REPEAT_DAYS: '0' } });
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
