/** How the people who run the platform help with an account on pages, and who cannot. */
import t from 'tap';
import { CALLERS } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { challengeOf, devicePasskey } from '../support/authenticator.ts';
import { Browser, type Page } from '../support/browser.ts';
import type { DatabaseFile } from '../support/database-edit.ts';
import { ANA, NOOR, RUTH } from '../support/interaction.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { setUpApp, withPassword } from '../support/second-factor.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { signedIn, withEmails } from '../support/with-emails.ts';

const ADMIN = '/admin/riverside';
const ACCOUNTS = `${ADMIN}/accounts`;
const ID = CALLERS.member.id;
const PAGE = `${ACCOUNTS}/${ID}`;
const ACTIONS = [
  'disable',
  'enable',
  'sign-out',
  'end-connections',
  'send-reset',
  'undo-email',
  'reset-second-factor',
] as const;
type Action = (typeof ACTIONS)[number];
// Browsers tie passkeys to a domain.
const ORIGIN = 'http://localhost:3000';

/** As if the address of the account had been another one until now. */
const addFormerAddress = (file: DatabaseFile, now: number): Promise<void> =>
  file.edit(
    `insert into mail_links (hash, purpose, person_id, email, reserved_key, created_at, expires_at)
     values (?, 'restore_email', ?, 'ana@old.example', 'ana@old.example', ?, ?)`,
    Buffer.alloc(32, 1),
    ID,
    now,
    now + 3_600_000,
  );

t.test('operators of the platform find accounts by name or e-mail address, and see what is known of one', async (t) => {
  const { app } = await withEmails(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const ruth = await signedIn(app, RUTH);
  await signedIn(app, ANA);
  t.ok(linksOf(await ruth.get(ADMIN)).includes(ACCOUNTS), 'the navigation leads there');

  const search = async (text: string): Promise<Page> => ruth.get(`${ACCOUNTS}?${new URLSearchParams({ q: text })}`);
  t.notMatch((await ruth.get(ACCOUNTS)).body, PAGE, 'nobody is listed before');
  for (const text of ['ANA@river', 'na lim']) t.match((await search(text)).body, `"${PAGE}"`, text);
  for (const text of ['%', '_', '\0', 'nobody at all']) t.match(said(await search(text)), 'No accounts found', text);

  const page = said(await ruth.get(PAGE));
  for (const part of [ID, 'Ana Lima', ANA, 'Status Active', 'Riverside Academy', 'Password Set up', 'Passkeys 0']) {
    t.match(page, part);
  }
  t.match(page, /Signed-in browsers .* Signed in .* Recent sign-ins New browser .* Sign-in /);
  t.match(page, /Connected apps None Previous e-mail addresses None/);
  t.notMatch(page, 'argon2');
  t.equal((await ruth.get(`${ACCOUNTS}/usr_nobody`)).status, 404);
  t.equal((await ruth.get(`${ACCOUNTS}/%00`)).status, 404);
});

t.test('operators of the platform export and erase an account, after their own password', async (t) => {
  const { app, file, mailbox } = await withEmails(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const ruth = await signedIn(app, RUTH);
  const ana = await signedIn(app, ANA);
  const act = async (action: 'export' | 'erase', password = PASSWORD): Promise<Page> =>
    ruth.submit(await ruth.get(`${PAGE}/${action}`), `${ID}/${action}`, { password });
  const isErased = () => file.read('select count(*) from people where id = ? and erased_at is not null', ID);
  const recorded = (event: string) =>
    file.read(
      'select count(*) from audit_events where event = ? and person_id = ? and target = ? and request_id is not null',
      event,
      ID,
      `operator/${CALLERS.owner.id}`,
    );

  t.equal((await act('export', 'not the password')).status, 400);
  t.equal(await recorded('account_exported'), 0);
  const document = JSON.parse((await act('export')).body);
  t.match(document, { personId: ID, tables: { people: [{ email: ANA }] } });
  t.notMatch(JSON.stringify(document), /argon2|hash"/);
  t.equal(await recorded('account_exported'), 1);

  t.equal((await act('erase', 'not the password')).status, 400);
  t.equal(await isErased(), 0);
  const done = await act('erase');
  t.match(said(done), 'Account deleted.');
  t.equal(await isErased(), 1);
  t.equal(await recorded('account_erased'), 1);
  t.not((await ana.get('/account')).url, '/account');
  // Somebody who waited for Ana's seat may be told before her.
  t.ok(await mailbox.nextTo(ANA));
  for (const action of ['erase', 'export', 'sign-out', 'enable']) {
    t.equal((await ruth.get(`${PAGE}/${action}`)).status, 404, `${action} of an erased account`);
  }
  const left = await ruth.get(PAGE);
  t.match(said(left), 'Status Deleted');
  t.notMatch(left.body, 'erased.invalid', 'what stands in the place of the address is no address');

  const only = `${ACCOUNTS}/${CALLERS.owner.id}`;
  for (const action of ['erase', 'export']) t.equal((await ruth.get(`${only}/${action}`)).status, 404, 'nobody’s own');
  const [head = ''] = (
    await file.rows("select person_id from memberships where role = 'owner' and site_id = 'site_demo_harbour'")
  ).map((row) => String(Object.values(row)[0]));
  const shown = await ruth.get(`${ACCOUNTS}/${head}`);
  t.match(said(shown), 'Delete the account Can’t be deleted: only owner of Harbour Music School. Hand the school over');
  t.notMatch(shown.body, `${head}/erase`);
  t.notMatch(said(await ruth.get(only)), 'Can’t be deleted', 'nor of their own');
  t.equal((await ruth.get(`${ACCOUNTS}/${head}/erase`)).status, 404, 'the only owner of a school');
});

t.test('operators of the platform help the owner of an account, after their own password [ASVS 7.4.5]', async (t) => {
  const { app, clock, file, mailbox } = await withEmails(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const ruth = await signedIn(app, RUTH);
  const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account')).url === '/account';
  const eventsOf = (event: string) =>
    file.read(
      `select count(*) from audit_events where event = '${event}' and person_id = ? and target = ?
         and site_id is null and ip is null and request_id is not null`,
      ID,
      `operator/${CALLERS.owner.id}`,
    );
  /** @returns the next page, when a wrong password has done nothing */
  const act = async (action: Action, event: string, path = `${PAGE}/${action}`): Promise<string> => {
    const asking = await ruth.get(path);
    t.match(said(asking), ANA, `${action} says whose account it is`);
    const before = await eventsOf(event);
    t.equal((await ruth.submit(asking, `${ID}/${action}`, { password: 'not the password' })).status, 400, action);
    t.equal(await eventsOf(event), before);
    const done = await ruth.submit(asking, `${ID}/${action}`, { password: PASSWORD });
    t.equal(done.status, 200, action);
    t.equal(await eventsOf(event), Number(before) + 1, `${action} is recorded`);
    return said(done);
  };

  const ana = await signedIn(app, ANA);
  t.match(await act('sign-out', 'sign_out'), 'Signed out of all browsers');
  t.equal(await isIn(ana), false);

  const { access_token } = await obtainTokens(app, DEMO.portal, {}, { email: ANA });
  const userinfo = async () =>
    (await app.inject({ url: '/api/oauth/userinfo', headers: { authorization: `Bearer ${access_token}` } })).statusCode;
  t.equal(await userinfo(), 200);
  t.match(await act('end-connections', 'grant_revoked'), 'ended at every school');
  t.equal(await userinfo(), 401);
  const log = said(await ruth.get('/admin/riverside/audit'));
  t.match(
    log,
    'The platform’s administrators ended all connections of Ana Lima: Demo Portal. Connections: 1',
    'its school too',
  );

  await setUpApp(await signedIn(app, ANA), clock);
  await mailbox.next();
  t.match(await act('reset-second-factor', 'second_factor_removed'), 'The password alone now opens the account');
  t.match(await mailbox.next(), { to: ANA, subject: 'Two-factor sign-in was turned off' });
  t.equal((await ruth.get(`${PAGE}/reset-second-factor`)).status, 404, 'there is nothing left to reset');

  t.match(await act('send-reset', 'password_reset_asked'), 'We’ve sent an e-mail with a password reset link.');
  const message = await mailbox.next();
  t.match(message, { to: ANA, link: '/password/reset?token=ml_' });
  t.match(message.text, 'The platform’s administrators have sent you a link.');
  t.notMatch(message.text, 'We got a request');

  const again = await signedIn(app, ANA);
  t.match(await act('disable', 'account_disabled'), 'Account disabled');
  t.equal(await isIn(again), false);
  t.match((await withPassword(new Browser(app), ANA)).status, 400, 'and nobody signs in');
  for (const action of ['disable', 'send-reset'] as const) t.equal((await ruth.get(`${PAGE}/${action}`)).status, 404);
  t.match(await act('enable', 'account_enabled'), 'Account enabled');
  t.equal((await ruth.get(`${PAGE}/enable`)).status, 404);
  const activity = said(await (await signedIn(app, ANA)).get('/account/activity'));
  t.match(activity, /Your account was disabled .{1,60} By the platform’s administrators/, 'the owner sees it too');
  t.match(activity, /The platform’s administrators ended your connection with Demo Portal .{1,60} Riverside Academy/);
  t.notMatch(activity, 'A connection was ended', 'once');

  t.equal((await ruth.get(`${PAGE}/undo-email?email=ana%40old.example`)).status, 404);
  await addFormerAddress(file, clock.now);
  const undo = linksOf(await ruth.get(PAGE)).find((link) => link.includes('undo-email')) ?? '';
  t.equal((await ruth.get(undo.replace('old', 'other'))).status, 404, 'an address that was never the account’s');
  t.match(await act('undo-email', 'email_restored', undo), 'Previous address restored');
  const [told, reset] = (await mailbox.wait(2)).sort((a, b) => b.to.length - a.to.length);
  t.match([told?.to, reset?.to].sort(), ['ana@old.example', ANA].sort());
  t.equal(await file.read('select password_hash from people where email = ?', 'ana@old.example'), null);
});

t.test('the pages of the platform ask for the password before they open an account, too', async (t) => {
  const { app, clock, file } = await withEmails(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const ruth = await signedIn(app, RUTH);
  await setUpApp(await signedIn(app, ANA), clock);
  await addFormerAddress(file, clock.now);
  const page = `/platform/accounts/${ID}`;
  const before = await file.rows('select credentials_version, email, active from people where id = ?', ID);
  for (const path of ['reset-second-factor', 'undo-email?email=ana%40old.example', 'enable']) {
    const isOfDisabled = path === 'enable';
    if (isOfDisabled) await file.run('update people set active = false where id = ?', ID);
    const [action = ''] = path.split('?');
    const asking = await ruth.get(`${page}/${path}`);
    t.equal((await ruth.submit(asking, `${ID}/${action}`, { password: 'not the password' })).status, 400, action);
    t.equal((await ruth.submit(asking, `${ID}/${action}`)).status, 400, `${action} without a password`);
    if (isOfDisabled) await file.run('update people set active = true where id = ?', ID);
    t.strictSame(
      await file.rows('select credentials_version, email, active from people where id = ?', ID),
      before,
      `${action} did nothing`,
    );
  }
  t.equal(await file.read('select count(*) from authenticators where person_id = ?', ID), 1);
});

t.test('a link to a new password goes to the address that the operator saw, or nowhere', async (t) => {
  const { app, file, mailbox } = await withEmails(t, { env: { PLATFORM_OPERATORS: RUTH } });
  const ruth = await signedIn(app, RUTH);
  const asking = await ruth.get(`${PAGE}/send-reset`);
  await file.edit("update people set email = 'eve@x.example', email_key = 'eve@x.example' where id = ?", ID);
  t.equal((await ruth.submit(asking, '/send-reset', { password: PASSWORD })).status, 404);
  t.strictSame(mailbox.take(), []);
});

t.test('only operators of the platform reach accounts, and never their own', async (t) => {
  const { app, file } = await withEmails(t, { env: { PLATFORM_OPERATORS: `${RUTH}, ${ANA}` } });
  const [ruth, noor, ana] = [await signedIn(app, RUTH), await signedIn(app, NOOR), await signedIn(app, ANA)];
  const paths = [ACCOUNTS, PAGE, ...ACTIONS.map((action) => `${PAGE}/${action}`)];
  const nothing = said(await noor.get(`${ADMIN}/members/usr_nobody`));
  const stranger = said(await ana.get(ADMIN));
  for (const path of paths) {
    const answer = await noor.get(path);
    t.equal(answer.status, 404, path);
    t.equal(said(answer), nothing, 'as if there were no such page');
    t.equal(said(await ana.get(path)), stranger, 'being named is not enough for somebody who runs no school');
  }
  t.notMatch((await noor.get(ADMIN)).body, ACCOUNTS);

  const asking = await ruth.get(`${PAGE}/disable`);
  const own = await ruth.get(`${ACCOUNTS}/${CALLERS.owner.id}`);
  t.match(said(own), 'This is your own account');
  t.notMatch(own.body, `${CALLERS.owner.id}/`, 'there is nothing to press');
  for (const action of ACTIONS) {
    t.equal((await ruth.get(`${ACCOUNTS}/${CALLERS.owner.id}/${action}`)).status, 404, action);
  }
  const csrf = /name="csrf" value="([^"]+)"/.exec(asking.body)?.[1] ?? '';
  const fields: [string, string][] = [
    ['csrf', csrf],
    ['password', PASSWORD],
  ];
  t.equal((await ruth.post(`${ACCOUNTS}/${CALLERS.owner.id}/disable`, fields)).status, 404);

  await file.edit('update people set email_verified = ? where id = ?', false, CALLERS.owner.id);
  t.equal((await ruth.get(ACCOUNTS)).status, 404, 'the address is no longer confirmed');
  t.equal((await ruth.submit(asking, '/disable', { password: PASSWORD })).status, 404);
  t.equal(await file.read('select count(*) from people where not active'), 0);

  const unnamed = await testApp(t);
  t.equal((await (await signedIn(unnamed.app, RUTH)).get(ACCOUNTS)).status, 404, 'without the setting, nobody may');
});

t.test('operators of the platform need two factors for accounts in any role, if anybody needs them', async (t) => {
  const env = { PLATFORM_OPERATORS: RUTH, SECOND_FACTOR: 'admins', BASE_URL: ORIGIN };
  const { app, clock, file, mailbox } = await withEmails(t, { env });
  await file.edit("update memberships set role = 'staff' where person_id = ?", CALLERS.owner.id);
  const ruth = new Browser(app, ORIGIN);
  await withPassword(ruth, RUTH);
  const asked = await ruth.get('/account/passkeys/new');
  t.equal((await ruth.get(ADMIN)).url, ADMIN, 'the password is enough for the role');
  t.match((await ruth.get(ACCOUNTS)).url, '/account/second-factor/new?');

  const thief = ruth.copy();
  const device = devicePasskey(ORIGIN);
  const create = await ruth.submit(asked, '/passkeys/new', { password: PASSWORD });
  const question = /data-passkey="([^"]*)" data-passkey-does="create"/.exec(create.body)?.[1] ?? '{}';
  const passkey = device.attest(challengeOf(question.replaceAll('&quot;', '"')));
  await ruth.submit(create, '/account/passkeys', { name: 'Key', passkey });
  await mailbox.next();
  t.match((await ruth.get(ACCOUNTS)).url, '/sign-in?', 'it has to be shown');
  const step = await withPassword(new Browser(app, ORIGIN), RUTH);
  t.match(said(step), 'Please confirm with one of your passkeys');
  t.notMatch((await thief.get('/account/second-factor/new')).body, 'class="qr"', 'the password adds no app beside it');

  await file.edit('delete from passkeys where person_id = ?', CALLERS.owner.id);
  const browser = new Browser(app, ORIGIN);
  await withPassword(browser, RUTH);
  await setUpApp(browser, clock);
  t.equal((await browser.get(ACCOUNTS)).url, ACCOUNTS);
  const asking = await browser.get(`${PAGE}/disable`);
  t.equal((await browser.submit(asking, '/disable', { password: PASSWORD })).status, 400, 'the code is missing');
  t.equal(await file.read('select count(*) from people where not active'), 0);
});
