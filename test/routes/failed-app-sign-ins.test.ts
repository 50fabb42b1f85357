/** Failed sign-ins to the apps of a school, as the school reads them, and as the person does. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { SECOND_FACTOR_PER_ACCOUNT, SIGN_IN_PER_ACCOUNT } from '../../schema/throttle.ts';
import { PASSWORD, type TestApp, testApp } from '../support/app.ts';
import { challengeOf, devicePasskey } from '../support/authenticator.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import {
  ANA,
  CHIE,
  csrfOf,
  guess,
  MILA,
  NOOR,
  open,
  READ_COURSES,
  RUTH,
  requestOf,
  VENDOR,
} from '../support/interaction.ts';
import { DEMO, type TestClient } from '../support/oauth-client.ts';
import { setUpApp } from '../support/second-factor.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';
import { withEmails } from '../support/with-emails.ts';

const LOG = '/admin/riverside/audit?event=sign_in_failed';
const ACTIVITY = '/account/activity';
const WRONG = 'not the password';
const { activity, audit, events } = textFor('en');

/** The sentences of the log of the school about failed sign-ins, the newest first. */
async function logged({ app }: Pick<TestApp, 'app'>, log = LOG): Promise<(string | undefined)[]> {
  const page = await (await signedIn(app, log === LOG ? RUTH : 'hugo@harbour.example')).get(log);
  return [...page.body.matchAll(/\/audit\/\d+">([^<]*)</g)].map(([, sentence]) => sentence);
}

async function fails(t: Test, { app }: TestApp, email: string, client: TestClient = DEMO.cli): Promise<void> {
  const browser = new Browser(app);
  const page = await open(browser, client, client === VENDOR ? READ_COURSES : {});
  t.equal((await guess(app, browser, page, { email, password: WRONG })).statusCode, 400, email);
}

t.test('a school reads which member failed to sign in to which app, and how', async (t) => {
  const test = await testApp(t);
  await fails(t, test, ANA);
  const sentence = 'A sign-in of Ana Lima to Demo CLI failed: wrong password.';
  t.strictSame(await logged(test), [sentence]);
  const owner = await signedIn(test.app, RUTH);
  const page = await owner.get(LOG);
  t.match(page.body, `<option value="sign_in_failed" selected>${audit.filter.failedSignIns}</option>`);
  t.match(said(page), audit.lead);
  t.match(said(await owner.get('/admin/riverside/audit?person=ana@riverside.example')), sentence);
  const [entry = ''] = linksOf(page).filter((href) => /\/audit\/\d+$/.test(href));
  t.match(said(await owner.get(entry)), `${audit.facts.concerns} Ana Lima`, 'whoever it was');
  owner.headers['accept-language'] = 'ja';
  t.match(said(await owner.get(LOG)), 'Ana LimaのDemo CLIへのログインに失敗しました：パスワードが正しくありません。');

  const ana = await signedIn(test.app, ANA);
  const own = said(await ana.get(ACTIVITY));
  t.match(own, new RegExp(`${events.sign_in_failed.you} .{1,60} Wrong password · .* · Demo CLI · Riverside Academy`));
  t.match(own, new RegExp(`${events.sign_in.you} .{1,99} With your password`), 'and how she got in');
});

t.test('a school does not learn which addresses have accounts, nor what its members do elsewhere', async (t) => {
  const file = databaseFile(t);
  const test = await testApp(t, { databaseUrl: file.url });
  const { app } = test;
  for (const email of ['nobody@riverside.example', MILA, 'hugo@harbour.example']) await fails(t, test, email);
  const browser = new Browser(app);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: WRONG });
  await fails(t, test, NOOR, VENDOR);
  t.strictSame(await logged(test), [], 'no member, no app, and a member of two schools of whom nobody knows which');
  t.strictSame(await logged(test, '/admin/harbour/audit?event=sign_in_failed'), []);
  await fails(t, test, ANA, VENDOR);
  t.equal((await logged(test)).length, 1, 'of the only school of a member');
  for (const [email, change] of [
    [CHIE, "update memberships set status = 'suspended' where person_id = 'usr_demo_chie'"],
    ['ben@riverside.example', "update people set active = false where id = 'usr_demo_ben'"],
  ] as const) {
    await file.edit(change);
    await fails(t, test, email);
  }
  t.equal((await logged(test)).length, 1, 'neither suspended members nor disabled accounts');
});

t.test('a wrong code and a wrong recovery code are said as such', async (t) => {
  const test = await testApp(t);
  const { app, clock } = test;
  const chie = await signedIn(app, CHIE);
  const phone = await setUpApp(chie, clock);
  const browser = new Browser(app);
  const asked = await browser.submit(await open(browser), '/sign-in', { email: CHIE, password: PASSWORD });
  const again = await browser.submit(asked, '/sign-in', { code: '000 000' });
  t.equal(again.status, 400);
  const recovery = [...(phone.recoveryCodes[0] ?? '')].reverse().join('');
  t.equal((await browser.submit(again, '/sign-in', { recovery_code: recovery })).status, 400);
  const [second, first, ...more] = await logged(test);
  t.match(first, /^A sign-in of Chie .* to Demo CLI failed: wrong code\.$/);
  t.match(second, /^A sign-in of Chie .* to Demo CLI failed: wrong recovery code\.$/);
  t.strictSame(more, []);
  const own = said(await chie.get(ACTIVITY));
  t.match(own, activity.failedMethods.totp);
  t.match(own, activity.failedMethods.recovery_code);
});

const challengeIn = ({ body }: Page, does: string): string => {
  const question = new RegExp(`data-passkey="([^"]*)" data-passkey-does="${does}"`).exec(body)?.[1] ?? '{}';
  return challengeOf(question.replaceAll('&quot;', '"'));
};

t.test('a passkey that is not accepted is told to its owner and the school, some times a day at most', async (t) => {
  // A browser ties passkeys to a domain.
  const origin = 'http://localhost:3000';
  const { app } = await withEmails(t, { env: { BASE_URL: origin } });
  const ana = new Browser(app, origin);
  await ana.submit(await ana.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  const device = devicePasskey(origin);
  const add = await ana.submit(await ana.get('/account/passkeys/new'), '/account/passkeys/new', { password: PASSWORD });
  await ana.submit(add, '/account/passkeys', { name: 'Laptop', passkey: device.attest(challengeIn(add, 'create')) });

  const browser = new Browser(app, origin);
  const page = await open(browser, DEMO.cli, { resource: undefined, scope: 'openid' });
  const answer = (passkey: string): Promise<Page> =>
    browser.post(`${requestOf(page)}/sign-in`, Object.entries({ csrf: csrfOf(page, '/sign-in'), passkey }));
  t.equal((await answer(devicePasskey(origin).assert('another', {}))).status, 400, 'a passkey of nobody');
  for (let n = 0; n < SECOND_FACTOR_PER_ACCOUNT.limit + 3; n += 1) {
    t.equal((await answer(device.assert('another', {}))).status, 400);
  }
  const ruth = new Browser(app, origin);
  await ruth.submit(await ruth.get('/sign-in'), '/sign-in', { email: RUTH, password: PASSWORD });
  const sentence = 'A sign-in of Ana Lima to Demo CLI failed: the passkey was not accepted.';
  t.equal(said(await ruth.get(LOG)).split(sentence).length - 1, SECOND_FACTOR_PER_ACCOUNT.limit);
  t.match(said(await ana.get(ACTIVITY)), activity.failedMethods.passkey);
});

t.test('a guesser causes as many entries in the log of a school as guesses are judged', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const page = await open(browser);
  const statuses: number[] = [];
  for (let n = 0; n < SIGN_IN_PER_ACCOUNT.limit + 5; n += 1) {
    statuses.push((await guess(app, browser, page, { email: ANA, password: WRONG })).statusCode);
  }
  t.equal(statuses.filter((status) => status === 429).length, 5);
  t.equal((await logged({ app })).length, SIGN_IN_PER_ACCOUNT.limit);
});
