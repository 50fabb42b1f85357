/** What people download of their own data, and how they delete their account. */
import t from 'tap';
import { PASSWORD } from '../support/app.ts';
import { ANA, RUTH } from '../support/interaction.ts';
import { DEMO, obtainTokens, refresh } from '../support/oauth-client.ts';
import { said } from '../support/signed-in.ts';
import { signedIn, withLetters } from '../support/with-letters.ts';

const ID = 'usr_demo_ana';

t.test('people download all that is stored about them, after their password, five times a day', async (t) => {
  const { app, file } = await withLetters(t);
  const ana = await signedIn(app, ANA);
  t.match((await ana.get('/account/profile')).body, '"/account/export"');
  const asking = await ana.get('/account/export');
  t.equal((await ana.submit(asking, '/account/export', { password: 'not the password' })).status, 400);
  const download = async () => ana.submit(await ana.get('/account/export'), '/account/export', { password: PASSWORD });
  const page = await download();
  t.equal(page.status, 200);
  const { tables, ...head } = JSON.parse(page.body);
  t.match(head, { format: 'schoolgate-account/1', personId: ID });
  t.match(tables.people, [{ id: ID, email: ANA, name: 'Ana Lima' }]);
  t.match(tables.memberships[0], { siteId: String, role: 'member', joinedAt: /^\d{4}-.*Z$/ });
  t.ok(tables.enrollments.length > 0);
  t.ok(tables.watchPositions.length > 0);
  t.ok(tables.auditEvents.some(({ event }: { event: string }) => event === 'sign_in'));
  t.notMatch(page.body, /argon2|hash"|secret|"note"/i);
  t.notMatch(page.body, RUTH, 'nothing of others');
  for (let n = 2; n <= 5; n += 1) t.equal((await download()).status, 200, `${n}`);
  const refused = await download();
  t.equal(refused.status, 429);
  t.match(said(refused), 'Too many requests');
  const events = "event = 'account_exported' and person_id = 'usr_demo_ana'";
  t.equal(await file.read(`select count(*) from audit_events where ${events}`), 5);
});

t.test('an account that its person deletes is gone at once: sessions, tokens and the sign-in', async (t) => {
  const { app, file, clock } = await withLetters(t);
  const ana = await signedIn(app, ANA);
  const elsewhere = await signedIn(app, ANA);
  const tokens = await obtainTokens(app, DEMO.cli);
  const asking = await ana.get('/account/delete');
  t.match(said(asking), /nobody can undo it.*Riverside.*records of orders/s);
  t.equal((await ana.submit(asking, '/account/delete', { password: 'wrong' })).status, 400);
  t.equal(await file.read(`select count(*) from people where email_key = '${ANA}'`), 1);
  const done = await ana.submit(asking, '/account/delete', { password: PASSWORD });
  t.equal(done.status, 200);
  t.match(said(done), 'Your account is deleted');

  for (const browser of [ana, elsewhere]) t.not((await browser.get('/account')).url, '/account');
  t.match((await refresh(app, DEMO.cli, tokens.refresh_token)).json(), { error: 'invalid_grant' });
  const info = { url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } };
  t.equal((await app.inject(info)).statusCode, 401);
  const again = await elsewhere.submit(await elsewhere.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  t.not(again.url, '/account');
  t.equal(await file.read(`select count(*) from people where id = '${ID}' and erased_at is not null`), 1);
  t.equal(await file.read(`select count(*) from outbox`), 0, 'no letter waits');
  t.ok(Number(await file.read(`select count(*) from orders where person_id = '${ID}'`)) > 0, 'bookkeeping is kept');
  const ruth = await signedIn(app, RUTH);
  t.match(said(await ruth.get('/admin/riverside/members?q=ana')), /Nobody|No member/i);
  clock.now += 60_000;
  const own = await ruth.get('/account/delete');
  t.equal(own.status, 409);
  t.match(said(own), /only owner.*make another member an owner/s);
});
