/** What a school decides about second factors, and what its owners do for those who lost theirs. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { PASSWORD } from '../support/app.ts';
import { challengeOf, devicePasskey } from '../support/authenticator.ts';
import { Browser, type Page } from '../support/browser.ts';
import { CHIE, NOOR, RUTH } from '../support/interaction.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ADMIN = '/admin/riverside';
const HOUR = 3_600_000;
// Browsers tie passkeys to a domain.
const ORIGIN = 'http://localhost:3000';
const questionIn = ({ body }: Page, does: string): string =>
  challengeOf(
    (new RegExp(`data-passkey="([^"]*)" data-passkey-does="${does}"`).exec(body)?.[1] ?? '{}').replaceAll(
      '&quot;',
      '"',
    ),
  );

t.test('an owner decides who needs a second factor at the school, and shows their own for it', async (t) => {
  const { app, clock } = await withEmails(t);
  const [ruth, noor] = [await signedIn(app, RUTH), await signedIn(app, NOOR)];
  const settings = await noor.get(`${ADMIN}/settings`);
  t.equal(settings.status, 403, 'staff do not manage the school');
  const phone = await setUpApp(ruth, clock);
  const confirm = await ruth.submit(await ruth.get(`${ADMIN}/settings`), '/settings/second-factor', { level: 'staff' });
  t.match(said(confirm), 'owners, administrators and staff');
  t.equal((await ruth.submit(confirm, '/second-factor/staff', { password: PASSWORD })).status, 400);
  t.equal((await noor.get(ADMIN)).url, ADMIN, 'not decided yet');
  const saved = await ruth.submit(confirm, '/second-factor/staff', { password: PASSWORD, code: phone.next() });
  t.match(said(saved), 'Saved.');
  t.match((await noor.get(ADMIN)).url, '/account/second-factor/new?', 'at once');
  t.equal((await ruth.get(ADMIN)).url, ADMIN);
});

t.test('a method of signing in that this version does not know counts as one factor', async (t) => {
  const { app, clock, file } = await withEmails(t);
  const [ruth, noor] = [await signedIn(app, RUTH), await signedIn(app, NOOR)];
  const phone = await setUpApp(ruth, clock);
  const confirm = await ruth.submit(await ruth.get(`${ADMIN}/settings`), '/settings/second-factor', { level: 'staff' });
  await ruth.submit(confirm, '/second-factor/staff', { password: PASSWORD, code: phone.next() });
  const id = await file.read('select id from people where email = ?', NOOR);
  for (const method of ['provider', 'passkey_of_a_newer_version', '']) {
    await file.edit('update sessions set authenticated_by = ? where person_id = ?', method, String(id));
    t.match((await noor.get(ADMIN)).url, '/account/second-factor/new?', `"${method}"`);
  }
  await file.edit('update sessions set authenticated_by = ? where person_id = ?', 'passkey', String(id));
  t.equal((await noor.get(ADMIN)).url, ADMIN, 'a passkey is two factors');
});

t.test('an owner resets a lost second factor a day later, unless the person prevents it', async (t) => {
  const { app, clock, mailbox, file } = await withEmails(t);
  const [ruth, chie] = [await signedIn(app, RUTH), await signedIn(app, CHIE)];
  const id = await file.read('select id from people where email = ?', CHIE);
  const member = `${ADMIN}/members/${id}`;
  const path = `${member}/second-factor`;
  const offers = async (browser: Browser, page = member) =>
    linksOf(await browser.get(page)).includes(`${page}/second-factor`);
  t.equal(await offers(ruth), false, 'she has none yet');
  await setUpApp(chie, clock);
  await mailbox.next();
  t.equal(await offers(ruth), true);
  const approve = async () => ruth.submit(await ruth.get(path), path, { password: PASSWORD });

  t.match(
    said(await approve()),
    /between Nov 22, 2026, \d+:00\sAM WET and Nov 29, 2026, \d+:00\sAM WET removes the second factor, unless Chie \S+ keeps it\. After that the reset lapses/u,
  );
  const message = await mailbox.next();
  t.equal(message.to, CHIE);
  t.match(
    said(await ruth.get(`${ADMIN}/audit`)),
    /Ruth Adler ordered a reset of the second factor of Chie \S+, for a sign-in with the password between Nov 22, 2026, \d+:00\sAM WET and Nov 29, 2026, \d+:00\sAM WET\. This reset is still pending\. Nov/u,
  );
  const anybody = new Browser(app);
  const keep = await anybody.get(pathOf(message.link));
  t.match(said(await anybody.submit(keep, '/second-factor/keep')), 'stays as it is');
  t.equal((await anybody.get(pathOf(message.link))).status, 404, 'the link asks for nothing that has happened');
  t.equal(
    (await anybody.submit(keep, '/second-factor/keep', { once: '' })).status,
    404,
    'there is nothing left to prevent',
  );
  clock.advance(25 * HOUR);
  const asked = await withPassword(new Browser(app), CHIE);
  t.match(said(asked), 'Two-factor sign-in');

  const again = await signedIn(app, RUTH);
  await again.submit(await again.get(path), path, { password: PASSWORD });
  await mailbox.nextTo(CHIE);
  clock.advance(23 * HOUR);
  t.match(said(await withPassword(new Browser(app), CHIE)), 'Two-factor sign-in', 'not yet');
  clock.advance(2 * HOUR);
  const own = new Browser(app);
  t.match((await withPassword(own, CHIE)).url, '/account');
  const done = await mailbox.nextTo(CHIE);
  t.equal(done.subject, 'Your second factor was reset');
  t.match(done.text, 'Riverside Academy had ordered a reset');
  t.match(said(await own.get('/account/activity')), 'that Riverside Academy ordered was carried out');
  t.equal((await chie.get('/account')).url.startsWith('/sign-in'), true, 'older sessions have ended');
  t.equal(await file.read("select count(*) from audit_events where event = 'second_factor_removed'"), 1);

  const other = await signedIn(app, RUTH);
  t.match(
    said(await other.get(`${ADMIN}/audit?event=second_factor_removed`)),
    /The reset of Chie \S+’s second factor took effect when Chie \S+ signed in with the password\./,
  );
  const nothing = await other.get(path);
  t.equal(nothing.status, 409, 'there is nothing to reset');
  t.ok(linksOf(nothing).includes(member), 'and the page leads back to the member');
  t.equal(await offers(other), false);
  const noor = await signedIn(app, NOOR);
  await setUpApp(noor, clock);
  const noorId = await file.read('select id from people where email = ?', NOOR);
  t.equal((await other.get(`${ADMIN}/members/${noorId}/second-factor`)).status, 409, 'who also runs another school');
  t.equal(await offers(other, `${ADMIN}/members/${noorId}`), false);
  t.equal((await noor.get(path)).status, 403, 'staff cannot');
});

t.test('whoever lacks the second factor that is demanded can add a passkey, and goes on with it', async (t) => {
  const { app, mailbox } = await withEmails(t, { env: { BASE_URL: ORIGIN, SECOND_FACTOR: 'admins' } });
  const device = devicePasskey(ORIGIN);
  const ruth = new Browser(app, ORIGIN);
  const setUp = await withPassword(ruth, RUTH);
  t.match(said(setUp), textFor('en').secondFactor.withPasskeyText);
  t.match(setUp.body, 'class="qr"', 'beside the app');
  const add = linksOf(setUp).find((href) => href.startsWith('/account/passkeys/new')) ?? '';
  const ask = await ruth.get(add);
  const wrong = await ruth.submit(ask, '/passkeys/new', { password: 'not this' });
  const create = await ruth.submit(wrong, '/passkeys/new', { password: PASSWORD });
  const passkey = device.attest(questionIn(create, 'create'));
  const signIn = await ruth.submit(create, '/account/passkeys', { name: 'Key', passkey });
  await mailbox.next();
  t.match(signIn.url, '/sign-in?', 'adding it is no sign-in with it');
  const answer = device.assert(questionIn(signIn, 'get'));
  t.equal(
    (await ruth.submit(signIn, '/sign-in', { passkey: answer })).url,
    ADMIN,
    'and then to where she wanted to go',
  );
  const elsewhere = await ruth.get('/account/passkeys/new?next=https://evil.example/');
  t.notMatch(elsewhere.body, 'evil.example');
});

t.test('no passkey is offered where none can be used', async (t) => {
  const { app } = await withEmails(t, { env: { SECOND_FACTOR: 'admins' } });
  const setUp = await withPassword(new Browser(app), RUTH);
  t.match(setUp.body, 'class="qr"');
  t.notMatch(setUp.body, '/account/passkeys/new');
});

t.test('where two factors are demanded, the password alone neither removes a passkey nor adds an app', async (t) => {
  const { app, clock, mailbox } = await withEmails(t, { env: { BASE_URL: ORIGIN } });
  const device = devicePasskey(ORIGIN);
  const ruth = new Browser(app, ORIGIN);
  await withPassword(ruth, RUTH);
  const ask = await ruth.get('/account/passkeys/new');
  const create = await ruth.submit(ask, '/passkeys/new', { password: PASSWORD });
  const passkey = device.attest(questionIn(create, 'create'));
  await ruth.submit(create, '/account/passkeys', { name: 'Key', passkey });
  await mailbox.next();
  await app.school.secondFactorDemands.set(RIVERSIDE.id, 'admins', {
    event: 'second_factor_demand_changed',
    at: clock.now,
    siteId: RIVERSIDE.id,
  });

  t.match((await ruth.get(ADMIN)).url, '/sign-in?', 'she has a factor, so she signs in with it');
  const removal = /\/account\/passkeys\/[\w-]+\/remove/.exec((await ruth.get('/account/sign-in')).body)?.[0] ?? '';
  const removed = await ruth.submit(await ruth.get(removal), removal, { password: PASSWORD });
  t.equal(removed.status, 400, 'the password does not remove it');
  const setUp = await ruth.get('/account/second-factor/new');
  t.notMatch(setUp.body, 'class="qr"', 'nor does it add an app beside it');

  const browser = new Browser(app, ORIGIN);
  const step = await withPassword(browser, RUTH);
  t.match(said(step), 'Please confirm with one of your passkeys');
  t.equal((await browser.submit(step, '/sign-in', { code: '123456' }).catch(() => step)).url, '/sign-in');
  const answer = device.assert(questionIn(step, 'get'));
  t.equal((await browser.submit(step, '/sign-in', { passkey: answer })).url, ADMIN);
  t.equal((await browser.get(ADMIN)).url, ADMIN);

  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: RUTH });
  const reset = await browser.get(pathOf((await mailbox.next()).link.replace(ORIGIN, 'http://127.0.0.1:3000')));
  t.match(said(reset), textFor('en').recovery.reset.endsApps);
  await browser.submit(reset, '/password/reset', { new_password: 'seven quiet rivers', someone_else: 'yes' });
  const after = await withPassword(new Browser(app, ORIGIN), RUTH, 'seven quiet rivers');
  t.match(said(after), 'Please confirm with one of your passkeys', 'a link in a mail does not take it away');
});
