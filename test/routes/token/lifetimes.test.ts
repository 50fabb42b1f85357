import t from 'tap';
import { testApp } from '../../support/app.ts';
import {
  authorize,
  DEMO,
  exchange,
  introspect,
  obtainTokens,
  refresh,
  type Tokens,
  userinfo,
} from '../../support/oauth-client.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

t.test('an authorization code is valid for 60 seconds [E-17, W07, ASVS 10.4.3]', async (t) => {
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
  t.test('a clock that is set back does not revive a redeemed code [F08]', async (t) => {
    const code = await authorize(app);
    t.equal((await exchange(app, DEMO.cli, code)).statusCode, 200);
    clock.advance(-3600 * SECOND);
    refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant');
  });
});

t.test('the lifetime of tokens', async (t) => {
  t.test('an access token expires after its 3600 s [E-17]', async (t) => {
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

  t.test('a refresh token that is unused for 30 days expires [W09]', async (t) => {
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

  t.test('a grant ends 90 days after approval, however often its token was rotated [W09, ASVS 10.4.8]', async (t) => {
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

  t.test('each answer says to the second how long its refresh token and the grant last [E-53]', async (t) => {
    const { app, clock } = await testApp(t);
    const { refresh_token_expiration_types_supported: types } = (
      await app.inject('/.well-known/oauth-authorization-server')
    ).json<Record<string, unknown>>();
    t.strictSame(types, ['authorization', 'token_timeout']);
    const approvedAt = clock.now;
    const endsIn = () => Math.floor((approvedAt + 90 * DAY - clock.now) / SECOND);
    let tokens = await obtainTokens(app);
    t.match(tokens, { refresh_token_timeout: (30 * DAY) / SECOND, authorization_expires_in: (90 * DAY) / SECOND });
    const asked = await introspect(app, DEMO.cli, tokens.access_token);
    t.notOk('refresh_token_timeout' in asked || 'authorization_expires_in' in asked, 'not of an access token');

    clock.advance(5 * DAY + 1);
    const first = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
    clock.advance(DAY);
    const again = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
    t.equal(again.refresh_token, first.refresh_token);
    t.equal(again.refresh_token_timeout, (29 * DAY) / SECOND, 'what is left of it, if it was given out before');
    for (const _ of [1, 2]) {
      const seen = await introspect(app, DEMO.cli, again.refresh_token);
      t.equal(seen.refresh_token_timeout, (29 * DAY) / SECOND, 'a look does not renew it');
      t.equal(seen.authorization_expires_in, endsIn());
    }
    tokens = again;
    for (const day of [20, 45, 70]) {
      clock.now = approvedAt + day * DAY + 999;
      tokens = (await refresh(app, DEMO.cli, tokens.refresh_token)).json<Tokens>();
      t.equal(tokens.authorization_expires_in, endsIn(), `day ${day}`);
      t.equal(tokens.refresh_token_timeout, Math.min((30 * DAY) / SECOND, endsIn()), 'never longer than the grant');
    }
    clock.advance(tokens.refresh_token_timeout * SECOND);
    t.equal((await introspect(app, DEMO.cli, tokens.refresh_token)).refresh_token_timeout, 0, 'the last second');
    clock.advance(SECOND);
    refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant', 'and not one more');
  });

  t.test('the idle and the absolute lifetime of a grant are configurable [E-17]', async (t) => {
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
