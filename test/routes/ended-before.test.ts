/** What an operator ends for everybody at once, such as after a backup was restored. */
import t from 'tap';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  authorize,
  authorizeUrl,
  DEMO,
  exchange,
  introspect,
  makeVerifier,
  obtainTokens,
  refresh,
  userinfo,
} from '../support/oauth-client.ts';
import { withPassword } from '../support/second-factor.ts';

const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';
const VENDOR = { id: 'c_vendor_claude', redirectUri: 'https://claude.ai/api/mcp/auth_callback', secret: undefined };
const READ_COURSES = { scope: 'openid courses:read', resource: undefined };
const MINUTE = 60_000;

t.test(
  'all that was issued before a time ends for every reader, and nothing that was issued later [W36, CVE-2026-8922]',
  async (t) => {
    const { app, clock } = await testApp(t);
    const old = { browser: new Browser(app), tokens: await obtainTokens(app, DEMO.portal) };
    await withPassword(old.browser, ANA);
    const code = await authorize(app, DEMO.cli);
    const owner = new Browser(app);
    await authorize(app, VENDOR, READ_COURSES, { browser: owner, email: 'ruth@riverside.example' });
    clock.advance(MINUTE);
    const time = clock.now;
    const young = { browser: new Browser(app), tokens: await obtainTokens(app, DEMO.portal, {}, { email: BEN }) };
    await withPassword(young.browser, BEN);
    const isIn = async ({ browser }: typeof old): Promise<boolean> =>
      (await browser.get('/account')).url === '/account';
    t.strictSame([await isIn(old), await isIn(young)], [true, true]);

    const event = { event: 'access_ended' as const, at: clock.now, target: 'operator/Ola' };
    const { sessions, grants } = await app.revocation.endBefore(time, event);
    t.ok(sessions >= 2 && grants >= 3, `${sessions} sessions, ${grants} grants`);
    t.strictSame([await isIn(old), await isIn(young)], [false, true]);
    for (const [{ tokens }, active] of [
      [old, false],
      [young, true],
    ] as const) {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        t.equal((await introspect(app, DEMO.portal, token)).active, active);
      }
      t.equal((await userinfo(app, tokens.access_token)).statusCode, active ? 200 : 401);
      t.equal((await refresh(app, DEMO.portal, tokens.refresh_token)).statusCode, active ? 200 : 400);
    }
    t.equal((await exchange(app, DEMO.cli, code)).statusCode, 400, 'a code that was not redeemed');
    await withPassword(owner, 'ruth@riverside.example');
    const asked = await owner.get(authorizeUrl(VENDOR, makeVerifier(), READ_COURSES), { 'sec-fetch-site': 'none' });
    t.equal(asked.leavesFor, undefined, 'an app is not approved silently afterwards');
    t.strictSame(await app.revocation.endBefore(time, event), { sessions: 0, grants: 0 }, 'nothing is left');
  },
);

t.test('more than one batch ends', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, housekeeping: false });
  await obtainTokens(app, DEMO.portal);
  const many = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)';
  const copied = 'person_id, authenticated_at, authenticated_by, last_seen_at, expires_at, user_agent';
  await file.run(
    `${many} insert into sessions (id, hash, ${copied}) select 'ses_copy_' || i, ${`cast('hash ' || i as ${app.config.databaseUrl.startsWith('file:') ? 'blob' : 'bytea'})`}, ${copied} from (select * from sessions limit 1) as one, n`,
  );
  clock.advance(1);
  const at = clock.now;
  t.match(await app.revocation.endBefore(at, { event: 'access_ended', at }), { sessions: 1101, grants: 1 });
  t.equal(await file.read('select count(*) from sessions where ended_at is null'), 0);
  t.equal(await file.read("select count(*) from audit_events where event = 'access_ended' and site_id is null"), 1);
});
