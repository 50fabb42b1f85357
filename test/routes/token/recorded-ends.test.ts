import t, { type Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { temporaryFolder, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { authorize, DEMO, exchange, obtainTokens, postForm, refresh, type Tokens } from '../../support/oauth-client.ts';
import { during } from '../../support/standing.ts';
import { alive } from '../../support/token-endpoint.ts';

const MINUTE = 60_000;
const RIVERSIDE = "person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";

t.test('every end of a grant or token is recorded once, with its cause, person and origin', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const browser = new Browser(app);
  const fresh = (): Promise<Tokens> => obtainTokens(app, DEMO.cli, {}, { browser });
  const revoke = (token: string) => postForm(app, '/api/oauth/revoke', { token, client_id: DEMO.cli.id });

  /** The grant that was made last has ended, or one of its tokens has. */
  const recorded = async (t: Test, event: string, by: string | null): Promise<void> => {
    const grant = await file.row('select id, revoked_by, revoked_at from grants order by id desc limit 1');
    t.equal(grant?.revoked_by, by, 'what ended the grant');
    if (by !== null) t.equal(Number(grant?.revoked_at), clock.now, 'when');
    const events = await file.rows(
      'select * from audit_events where event = ? and target = ?',
      event,
      String(grant?.id),
    );
    t.equal(events.length, 1, 'recorded once');
    t.match(events[0], {
      client_id: DEMO.cli.id,
      person_id: 'usr_demo_ana',
      site_id: 'site_demo_riverside',
      ip: '127.0.0.1',
      user_agent: 'lightMyRequest',
      request_id: /./,
    });
    t.equal(Number(events[0]?.at), clock.now);
  };

  t.test('a code that is used twice is a code_replay [OAuth 2.1 §7.5]', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    await exchange(app, DEMO.cli, code);
    clock.advance(MINUTE);
    for (let i = 0; i < 2; i += 1) await exchange(app, DEMO.cli, code);
    await recorded(t, 'code_replay', 'code_replay');
  });

  t.test('a refresh token that is used twice is a refresh_reuse [E-19]', async (t) => {
    const { refresh_token: token } = await fresh();
    const rotated = await refresh(app, DEMO.cli, token);
    await refresh(app, DEMO.cli, rotated.json<Tokens>().refresh_token);
    clock.advance(MINUTE);
    for (let i = 0; i < 2; i += 1) await refresh(app, DEMO.cli, token);
    await recorded(t, 'refresh_reuse', 'refresh_reuse');
  });

  t.test('a grant that ends because its person was disabled is a grant_revoked by the operator [E-18]', async (t) => {
    const { refresh_token: token } = await fresh();
    const membership = (status: string) => [`update memberships set status = ? where ${RIVERSIDE}`, status] as const;
    await during(file, membership('suspended'), membership('active'), () => refresh(app, DEMO.cli, token));
    await recorded(t, 'grant_revoked', 'operator');
  });

  t.test('revoking a refresh token ends the grant, revoking an access token ends only that token [E-28]', async (t) => {
    const first = await fresh();
    await revoke(first.refresh_token);
    await recorded(t, 'token_revoked', 'client');
    const second = await fresh();
    await revoke(second.access_token);
    await recorded(t, 'token_revoked', null);
    const after = await file.rows("select after as state from audit_events where event = 'token_revoked' order by id");
    t.strictSame(
      after.map(({ state }) => state),
      [null, '{"accessTokenOnly":true}'],
    );
  });
});

t.test('the first late repeat of each refresh token is recorded, and only that [RFC 9700 §4.14.2]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const recorded = async (): Promise<number> =>
    Number(await file.read("select count(*) from audit_events where event = 'refresh_repeated'"));
  const next = async (token: string): Promise<string> => {
    const response = await refresh(app, DEMO.cli, token);
    t.equal(response.statusCode, 200, response.body);
    return response.json<Tokens>().refresh_token;
  };
  const browser = new Browser(app);
  const { refresh_token: a } = await obtainTokens(app, DEMO.cli, {}, { browser });
  const b = await next(a);
  clock.advance(30_000);
  t.equal(await next(a), b);
  t.equal(await recorded(), 0, 'not within the grace period, to its last moment');
  clock.advance(1);
  t.equal(await next(a), b);
  t.equal(await recorded(), 1, 'a thief who stops now has left this');
  const seen = await file.row("select * from audit_events where event = 'refresh_repeated'");
  const grant = await file.row('select id, revoked_at from grants order by id desc limit 1');
  t.match(seen, { client_id: DEMO.cli.id, person_id: 'usr_demo_ana', site_id: 'site_demo_riverside', ip: '127.0.0.1' });
  t.strictSame([seen?.target, grant?.revoked_at], [String(grant?.id), null], 'the connection goes on');

  for (let times = 0; times < 5; times += 1) {
    clock.advance(MINUTE);
    t.equal(await next(a), b);
  }
  t.equal(await recorded(), 1, 'a client that always sends its first token fills no log');

  const c = await next(b);
  clock.advance(MINUTE);
  const other = await next(b);
  t.not(other, c, 'what was itself given out late gives another successor');
  t.equal(await recorded(), 2);
  for (let times = 0; times < 5; times += 1) {
    clock.advance(MINUTE);
    t.not(await next(b), other);
  }
  t.equal(await recorded(), 2, 'once as well');

  const page = await browser.get('/account/activity');
  t.match(page.body, textFor('en').events.refresh_repeated.you, 'the person sees it');
});

t.test('of late repeats at the same moment, one is recorded, and all get the successor [E-51]', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });
  const { refresh_token: token } = await obtainTokens(app);
  const rotated = await refresh(app, DEMO.cli, token);
  clock.advance(MINUTE);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(app, DEMO.cli, token)));
  const successor = rotated.json<Tokens>().refresh_token;
  for (const answer of answers) t.equal(answer.json<Tokens>().refresh_token, successor, answer.body);
  t.equal(Number(await file.read("select count(*) from audit_events where event = 'refresh_repeated'")), 1);
});

t.test('a refresh at another origin is refused, and ends nothing at its own [spec 5.4]', async (t) => {
  const options = { databaseUrl: databaseFile(t).url, dataDir: temporaryFolder(t) };
  const first = await testApp(t, options);
  const tokens = await obtainTokens(first.app);
  const moved = await testApp(t, { ...options, env: { BASE_URL: 'http://localhost:3000' } });
  t.equal((await refresh(moved.app, DEMO.cli, tokens.refresh_token)).statusCode, 400);
  t.match(moved.logs.join(''), /"reason":"token_of_another_origin"/);
  t.ok(await alive(first.app, tokens.access_token));
  t.equal((await refresh(first.app, DEMO.cli, tokens.refresh_token)).statusCode, 200);
});
