/** What somebody who has the password, the mailbox or an open browser can do about the second factor of another. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { HARBOUR, RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { CHIE, csrfOf, isConsent, open, RUTH, requestOf } from '../support/interaction.ts';
import { DEMO } from '../support/oauth-client.ts';
import { codeAt, secretOn, setUpApp, withPassword } from '../support/second-factor.ts';
import { said } from '../support/signed-in.ts';
import { signedIn, withEmails } from '../support/with-emails.ts';
import { withPasskeys } from '../support/with-passkeys.ts';

const ADMIN = '/admin/riverside';
const [HOUR, DAY] = [3_600_000, 86_400_000];
const { mail } = textFor('en');
const STEP = 'Two-factor sign-in';

t.test('whoever only reads the e-mail does not take settled passkeys by way of a young app', async (t) => {
  const { clock, browser, linkIn, addPasskey, byPasskey } = await withPasskeys(t, { env: { SECOND_FACTOR: 'admins' } });
  const first = browser();
  await withPassword(first, RUTH);
  const device = await addPasskey(t, first);
  clock.advance(8 * DAY);
  await setUpApp(await byPasskey(t, device), clock);

  const thief = browser();
  const [one, two] = ['seven quiet rivers', 'another quiet river'];
  await thief.submit(await thief.get('/password/forgot'), '/password/forgot', { email: RUTH });
  const reset = await thief.get(await linkIn(mail.reset_password));
  await thief.submit(reset, '/password/reset', { new_password: one, someone_else: 'yes' });
  await thief.submit(await thief.get(await linkIn(mail.password_changed)), '/not-me');
  const again = await thief.get(await linkIn(mail.reset_password));
  await thief.submit(again, '/password/reset', { new_password: two, someone_else: 'yes' });
  const page = await withPassword(browser(), RUTH, two);
  t.match(said(page), 'Please confirm with one of your passkeys');
});

t.test('whoever signs in with a passkey has not lost the second factor, so an approved reset ends', async (t) => {
  const { clock, browser, file, addPasskey, byPasskey } = await withPasskeys(t);
  const [ruth, chie] = [browser(), browser()];
  await withPassword(ruth, RUTH);
  await withPassword(chie, CHIE);
  const device = await addPasskey(t, chie);
  await setUpApp(chie, clock);
  const id = await file.read('select id from people where email = ?', CHIE);
  const path = `${ADMIN}/members/${id}/second-factor`;
  const done = await ruth.submit(await ruth.get(path), path, { password: PASSWORD });
  t.match(said(done), 'A reset is ordered');
  await byPasskey(t, device);
  await byPasskey(t, device);
  const audit = said(await ruth.get(`${ADMIN}/audit?event=second_factor_reset_cancelled`));
  t.equal(audit.split('used the second factor, which cancelled its reset.').length, 2, 'once');
  clock.advance(25 * HOUR);
  t.match(said(await withPassword(browser(), CHIE)), STEP);
});

t.test('an approved reset has no effect on somebody who runs another school by then, or has left', async (t) => {
  const { app, clock, file } = await withEmails(t);
  const [ruth, chie] = [await signedIn(app, RUTH), await signedIn(app, CHIE)];
  await setUpApp(chie, clock);
  const id = String(await file.read('select id from people where email = ?', CHIE));
  const path = `${ADMIN}/members/${id}/second-factor`;
  const done = await ruth.submit(await ruth.get(path), path, { password: PASSWORD });
  t.match(said(done), 'A reset is ordered');
  const hugo = {
    siteId: HARBOUR.id,
    personId: 'usr_demo_hugo',
    role: 'owner' as const,
    now: clock.now,
    requestId: 'test',
  };
  await app.school.runOperation(app.school.operations.invite_member, hugo, { email: CHIE, role: 'admin' });
  await chie.submit(await chie.get('/account'), `/account/invitations/${HARBOUR.id}/accept`);
  t.equal((await chie.get('/admin/harbour')).status, 200);
  clock.advance(25 * HOUR);
  t.match(said(await withPassword(new Browser(app), CHIE)), STEP);

  await file.edit("update memberships set status = 'removed' where person_id = ? and site_id = ?", id, HARBOUR.id);
  await file.edit("update memberships set status = 'removed' where person_id = ? and site_id = ?", id, RIVERSIDE.id);
  t.match(said(await withPassword(new Browser(app), CHIE)), STEP, 'no longer of the school that approved it');
});

t.test('a secret shown before two factors were demanded does not stand in for the passkey afterwards', async (t) => {
  const { app, clock, browser, addPasskey } = await withPasskeys(t);
  const ruth = browser();
  await withPassword(ruth, RUTH);
  await addPasskey(t, ruth);
  const thief = browser();
  await withPassword(thief, RUTH);
  const shown = await thief.get('/account/second-factor/new');
  await app.school.secondFactorDemands.set(RIVERSIDE.id, 'admins', {
    event: 'second_factor_demand_changed',
    at: clock.now,
    siteId: RIVERSIDE.id,
  });
  await thief.submit(shown, '/account/second-factor', { code: codeAt(secretOn(shown), clock.now) });
  t.notOk((await thief.get(ADMIN)).url.startsWith(ADMIN));
});

t.test('setting up an app does not pass for the sign-in that a client asks for', async (t) => {
  const { app, clock } = await withEmails(t);
  const thief = await signedIn(app, RUTH);
  clock.advance(5 * 60_000);
  const page = await open(thief, DEMO.adminTool, { scope: 'openid courses:read', prompt: 'login' });
  t.match(page.body, '/sign-in"');
  await setUpApp(thief, clock);
  const after = await thief.get(requestOf(page));
  t.notOk(isConsent(after));
  t.match(after.body, '/sign-in"', 'the password is still asked for');
});

t.test('a form that was not shown does not extend a remembered consent without a recent second factor', async (t) => {
  const { app, clock, file } = await withEmails(t);
  await file.edit("update clients set scope = scope || ' courses:read students:read' where id = ?", DEMO.portal.id);
  const ruth = await signedIn(app, RUTH);
  await setUpApp(ruth, clock);
  const asked = { scope: 'openid courses:read students:read', prompt: 'select_account' };
  const account = await open(ruth, DEMO.portal, asked);
  const consent = await ruth.submit(account, '/account');
  t.ok(isConsent(consent), consent.url);
  const given = await ruth.submit(consent, '/decision', { decision: 'allow', scope: ['courses:read'] });
  t.ok(given.leavesFor?.searchParams.has('code'));

  clock.advance(HOUR);
  const later = await open(ruth, DEMO.portal, asked);
  const csrf = csrfOf(later, '/account');
  const request = requestOf(later);
  await app.inject({
    method: 'POST',
    url: `${request}/account`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://127.0.0.1:3000',
      cookie: [...ruth.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: new URLSearchParams({ csrf }).toString(),
  });
  await ruth.post(`${request}/decision`, [
    ['csrf', csrf],
    ['decision', 'allow'],
    ['scope', 'courses:read'],
    ['scope', 'students:read'],
  ]);
  t.notMatch(await file.read('select scope from grants order by id desc limit 1'), 'students:read');
});

t.test('a recovery code that somebody signs in again with is reported by e-mail', async (t) => {
  const { app, clock, mailbox } = await withEmails(t);
  const chie = await signedIn(app, CHIE);
  const { recoveryCodes } = await setUpApp(chie, clock);
  t.equal((await mailbox.next()).subject, mail.second_factor_added.subject);
  const path = '/account/second-factor/remove';
  await chie.submit(await chie.get(path), path, { password: PASSWORD, code: recoveryCodes[0] ?? '' });
  const subjects = (await mailbox.wait(2)).map(({ subject }) => subject);
  t.strictSame(subjects.sort(), [mail.recovery_code_used.subject, mail.second_factor_removed.subject].sort());
});
