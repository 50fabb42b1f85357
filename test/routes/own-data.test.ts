/** What people download of their own data, and how they delete their account. */
import t from 'tap';
import { textFor, timeSpan } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { PASSWORD } from '../support/app.ts';
import { attest, challengeOf } from '../support/authenticator.ts';
import { Browser } from '../support/browser.ts';
import { ANA, RUTH } from '../support/interaction.ts';
import { DEMO, obtainTokens, refresh } from '../support/oauth-client.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ID = 'usr_demo_ana';
const DAY = 86_400_000;
const { mail, ownData, shell } = textFor('en');

t.test('people download all that is stored about them, after their password, five times a day', async (t) => {
  const { app, clock, file } = await withEmails(t);
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
  t.match(refused, { status: 429, headers: { 'retry-after': '86400' } });
  t.match(said(refused), /Too many requests.*five times a day.*Please try again in about 24 hours\./);
  t.ok(linksOf(refused).includes('/account/profile'));
  const again = await ana.get('/account/export');
  for (const language of LANGUAGES) {
    ana.headers['accept-language'] = language;
    const page = await ana.submit(again, '/account/export', { password: PASSWORD });
    const text = textFor(language);
    const { exportedTooOften } = text.ownData;
    t.match(said(page), exportedTooOften({ span: timeSpan(text, 86_400) }), language);
    t.match(timeSpan(text, 86_389), /24 ?(?:hours|Stunden|horas|時間|小時)/, language);
    t.match(timeSpan(text, 30), /30 ?(?:seconds|Sekunden|segundos|秒)/, language);
  }
  ana.headers['accept-language'] = 'en';
  clock.now += 20 * 3_600_000;
  await ana.submit(await ana.get('/sign-in?again=1'), '/sign-in', { email: ANA, password: PASSWORD });
  t.match(said(await download()), 'in about 4 hours');
  clock.now += 3 * 3_600_000 + 1_800_000;
  t.match(said(await download()), 'in 30 minutes');
  clock.now += 1_800_000;
  t.equal((await download()).status, 200);
  const events = "event = 'account_exported' and person_id = 'usr_demo_ana'";
  t.equal(await file.read(`select count(*) from audit_events where ${events}`), 6);
});

t.test('an account that its person deletes is gone at once: sessions, tokens and the sign-in', async (t) => {
  const { app, file, clock, mailbox } = await withEmails(t);
  const ana = await signedIn(app, ANA);
  const elsewhere = await signedIn(app, ANA);
  const tokens = await obtainTokens(app, DEMO.cli);
  const asking = await ana.get('/account/delete');
  t.match(said(asking), /This can’t be undone.*Riverside.*records of orders/s);
  t.equal((await ana.submit(asking, '/account/delete', { password: 'wrong' })).status, 400);
  t.equal(await file.read(`select count(*) from people where email_key = '${ANA}'`), 1);
  const done = await ana.submit(asking, '/account/delete', { password: PASSWORD });
  t.equal(done.status, 200);
  t.match(said(done), 'Your account has been deleted');

  for (const browser of [ana, elsewhere]) t.not((await browser.get('/account')).url, '/account');
  t.match((await refresh(app, DEMO.cli, tokens.refresh_token)).json(), { error: 'invalid_grant' });
  const info = { url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } };
  t.equal((await app.inject(info)).statusCode, 401);
  const again = await elsewhere.submit(await elsewhere.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  t.not(again.url, '/account');
  t.equal(await file.read(`select count(*) from people where id = '${ID}' and erased_at is not null`), 1);
  const told = await mailbox.wait(2);
  await app.outbox.sendDue();
  t.equal(await file.read('select count(*) from outbox'), 0, 'no e-mail waits');
  const [last, ...more] = [...told, ...mailbox.take()].filter(({ to }) => to === ANA);
  t.match(last, { subject: mail.account_deleted.subject, text: /this cannot be undone/ });
  t.strictSame(more, [], 'others are told of the places that are free now');
  t.ok(Number(await file.read(`select count(*) from orders where person_id = '${ID}'`)) > 0, 'bookkeeping is kept');
  const ruth = await signedIn(app, RUTH);
  t.match(said(await ruth.get('/admin/riverside/members?q=ana')), 'No members found');
  clock.now += 60_000;
  const own = await ruth.get('/account/delete');
  t.equal(own.status, 409);
  t.match(said(own), /only owner.*make another member an owner/s);
});

t.test('an account whose address was changed lately is not deleted until the owner could have undone it', async (t) => {
  const { app, clock, file, mailbox } = await withEmails(t);
  const mallory = await signedIn(app, ANA);
  const email = 'mallory@elsewhere.example';
  const isErased = () => file.read(`select count(*) from people where id = '${ID}' and erased_at is not null`);
  const early = await mallory.get('/account/delete');
  await mallory.submit(await mallory.get('/account/profile'), '/profile/email', { email, password: PASSWORD });
  const confirming = (await mailbox.wait(2)).find(({ subject }) => subject === mail.new_email.subject);
  await mallory.submit(await mallory.get(pathOf(confirming?.link ?? '')), '/email/confirm');
  t.equal((await mailbox.next()).to, ANA);

  const page = await mallory.get('/account/delete');
  t.equal(page.status, 409);
  t.match(said(page), /was changed recently. Until .* WET, /);
  t.match(page.body, ownData.toProfile);
  const sent = await mallory.submit(early, '/account/delete', { password: PASSWORD });
  t.equal(sent.status, 409, 'nor by a form of before');
  t.equal(await isErased(), 0);

  clock.advance(7 * DAY + 1000);
  const again = await signedIn(app, email);
  const done = await again.submit(await again.get('/account/delete'), '/account/delete', { password: PASSWORD });
  t.equal(done.status, 200, said(done));
  t.equal(await isErased(), 1);
  t.equal((await mailbox.next()).to, email);
});

t.test('an operator who erases an account tells it at its former address too', async (t) => {
  const { app, mailbox, clock, file } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  const email = 'ana@new.example';
  await browser.submit(await browser.get('/account/profile'), '/profile/email', { email, password: PASSWORD });
  const confirming = (await mailbox.wait(2)).find(({ subject }) => subject === mail.new_email.subject);
  await browser.submit(await browser.get(pathOf(confirming?.link ?? '')), '/email/confirm');
  await mailbox.next();
  const person = await app.people.persons.find(ID);
  if (person === undefined) throw new Error('no person');
  t.ok(await app.people.accountErasure.erase(person, { at: clock.now, target: 'operator/Ola' }, { locale: 'de' }));
  // A third one tells of a place that is free now.
  const last = (await mailbox.wait(3)).filter(({ to }) => to === ANA || to === email);
  t.strictSame(new Set(last.map(({ to }) => to)), new Set([ANA, email]));
  t.strictSame(new Set(last.map(({ subject }) => subject)), new Set([textFor('de').mail.account_deleted.subject]));
  t.equal(await file.read(`select count(*) from mail_links where person_id = '${ID}'`), 0);
});

t.test('whoever has a passkey shows it before the account is deleted: the password alone is too little', async (t) => {
  const origin = 'http://localhost:3000';
  const { app, clock, file } = await withEmails(t, { env: { BASE_URL: origin } });
  const ana = new Browser(app, origin);
  const enter = async (browser: Browser) =>
    browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  await enter(ana);
  const adding = await ana.submit(await ana.get('/account/passkeys/new'), '/account/passkeys/new', {
    password: PASSWORD,
  });
  const question = /data-passkey="([^"]*)" data-passkey-does="create"/.exec(adding.body)?.[1] ?? '';
  const passkey = attest(challengeOf(question.replaceAll('&quot;', '"')), origin);
  await ana.submit(adding, '/account/passkeys', { name: 'Laptop', passkey });

  clock.advance(DAY);
  const thief = new Browser(app, origin);
  await enter(thief);
  const tried = await thief.submit(await thief.get('/account/delete'), '/account/delete', { password: PASSWORD });
  t.equal(tried.status, 400);
  t.match(tried.body, shell.confirm.needs_passkey);
  t.equal(await file.read(`select count(*) from people where id = '${ID}' and erased_at is not null`), 0);
});
