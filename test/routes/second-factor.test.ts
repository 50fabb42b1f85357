import t from 'tap';
import { PASSWORD, type TestApp, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { afterSignIn, CHIE, csrfOf, isConsent, open, READ_COURSES, RUTH, VENDOR } from '../support/interaction.ts';
import { codeAt, recoveryCodesOn, secretOn, setUpApp, withPassword } from '../support/second-factor.ts';
import { said, signedIn } from '../support/signed-in.ts';
import { pathOf, withEmails } from '../support/with-emails.ts';

const STEP = 'Two-factor sign-in';
const ADMIN = '/admin/riverside';

/** Whether the browser is signed in. */
/** Where members of one school land. */
const HOME = '/account/schools/riverside';
const isIn = async (browser: Browser): Promise<boolean> => (await browser.get('/account')).url === '/account';

t.test(
  'a person with an authenticator app signs in with its code, each of which works once [RFC 6238 §5.2]',
  async (t) => {
    const { app, clock, logs } = await testApp(t);
    const first = await signedIn(app, CHIE);
    const elsewhere = await signedIn(app, CHIE);
    const phone = await setUpApp(first, clock);
    t.equal(phone.secret.length, 32, '160 bits');
    t.equal(phone.recoveryCodes.length, 10);
    t.equal(await isIn(first), true, 'the session goes on');
    t.equal(await isIn(elsewhere), false, 'what the password alone opened has ended');

    const browser = new Browser(app);
    const asked = await withPassword(browser, CHIE);
    t.equal(asked.status, 200);
    t.match(said(asked), STEP);
    t.equal(await isIn(browser), false, 'the password alone opens nothing');
    const used = codeAt(phone.secret, clock.now);
    t.equal((await browser.submit(asked, '/sign-in', { code: used })).status, 400, 'the code that set it up is used');
    const wrong = await browser.submit(asked, '/sign-in', { code: '12 34 5' });
    t.equal(wrong.status, 400);
    t.match(said(wrong), 'Wrong or already used code');
    t.equal(await isIn(browser), false);

    const code = phone.next();
    const done = await browser.submit(wrong, '/sign-in', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    t.equal(done.url, HOME, 'a space in the middle, as apps show it');

    const second = new Browser(app);
    const again = await withPassword(second, CHIE);
    t.equal((await second.submit(again, '/sign-in', { code })).status, 400, 'a code works once');
    const late = codeAt(phone.secret, clock.now + 90_000);
    t.equal((await second.submit(again, '/sign-in', { code: late })).status, 400, 'three steps ahead');
    const early = codeAt(phone.secret, clock.now + 30_000);
    t.equal((await second.submit(again, '/sign-in', { code: early })).url, HOME, 'one step ahead');
    t.notMatch(logs.join(''), phone.secret);
  },
);

t.test('what follows the password belongs to one browser, one state of the credentials and ten minutes', async (t) => {
  const { app, clock } = await testApp(t);
  const chie = await signedIn(app, CHIE);
  const phone = await setUpApp(chie, clock);
  const browser = new Browser(app);
  const asked = await withPassword(browser, CHIE);
  const sealed = /name="second" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';

  const thief = new Browser(app);
  const page = await thief.get('/sign-in');
  const stolen = { csrf: csrfOf(page, '/sign-in'), second: sealed, code: phone.next() };
  t.match(said(await thief.post('/sign-in', Object.entries(stolen))), 'This sign-in has expired', 'another browser');
  const forged = { second: `${sealed.slice(0, -4)}AAAA`, code: phone.next() };
  t.match(said(await browser.submit(asked, '/sign-in', forged)), 'This sign-in has expired', 'a changed seal');
  t.equal(await isIn(thief), false);

  clock.advance(10 * 60_000);
  t.match(said(await browser.submit(asked, '/sign-in', { code: phone.next() })), 'This sign-in has expired');

  const fresh = await withPassword(browser, CHIE);
  await chie.submit(await chie.get('/account/sessions/end-others'), '/end-others', {
    password: PASSWORD,
    code: phone.next(),
  });
  t.match(
    said(await browser.submit(fresh, '/sign-in', { code: phone.next() })),
    'This sign-in has expired',
    'signed out everywhere',
  );
  t.equal(await isIn(browser), false);
});

t.test('a recovery code is accepted in either field, and a wrong one is called that', async (t) => {
  const { app, clock } = await withEmails(t);
  const phone = await setUpApp(await signedIn(app, CHIE), clock);
  const [code = ''] = phone.recoveryCodes;
  const browser = new Browser(app);
  const asked = await withPassword(browser, CHIE);
  const field = /<input[^>]* name="code"[^>]*>/.exec(asked.body)?.[0] ?? '';
  t.ok(Number(/maxlength="(\d+)"/.exec(field)?.[1]) >= code.length, 'it is not cut off');
  t.equal((await browser.submit(asked, '/sign-in', { code })).url, HOME);

  const other = new Browser(app);
  const step = await withPassword(other, CHIE);
  for (const given of [{ code }, { recovery_code: code }, { recovery_code: '123' }]) {
    const again = await other.submit(step, '/sign-in', given);
    t.equal(again.status, 400);
    t.match(said(again), 'This recovery code is wrong or was already used. Check your typing, or use another one.');
    t.match(again.body, '<details open>');
    t.match(again.body, /name="recovery_code"[^>]* aria-describedby="problem"/);
    t.notMatch(again.body, /name="code"[^>]* aria-describedby="[^"]*problem"/);
  }
  const wrong = await other.submit(step, '/sign-in', { code: '123456' });
  t.match(said(wrong), 'Please wait for the next one.');
  t.match(wrong.body, '<details>');
});

t.test('a recovery code works once, new ones replace the old, and guessing slows down', async (t) => {
  const { app, clock, mailbox } = await withEmails(t);
  const chie = await signedIn(app, CHIE);
  const phone = await setUpApp(chie, clock);
  const [code = ''] = phone.recoveryCodes;
  const browser = new Browser(app);
  const asked = await withPassword(browser, CHIE);
  const typed = ` ${code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
  t.equal((await browser.submit(asked, '/sign-in', { recovery_code: typed })).url, HOME);
  const other = new Browser(app);
  const next = await withPassword(other, CHIE);
  t.equal((await other.submit(next, '/sign-in', { recovery_code: code })).status, 400, 'it was used');
  t.match(said(await chie.get('/account/sign-in')), '9 recovery codes left');

  const path = '/account/second-factor/recovery-codes';
  const bare = await chie.submit(await chie.get(path), path, { password: PASSWORD });
  t.equal(bare.status, 400, 'the password is not enough');
  const made = await chie.submit(await chie.get(path), path, { password: PASSWORD, code: phone.next() });
  const [, replaced = ''] = phone.recoveryCodes;
  t.equal((await other.submit(next, '/sign-in', { recovery_code: replaced })).status, 400, 'it was replaced');
  const subjects = (await mailbox.wait(3)).map(({ subject }) => subject);
  t.strictSame(subjects.toSorted(), [
    'A recovery code was used',
    'New recovery codes were created',
    'Two-factor sign-in was turned on',
  ]);
  const [latest = ''] = recoveryCodesOn(made);

  let status = 400;
  for (let guesses = 0; guesses < 12 && status === 400; guesses += 1) {
    status = (await other.submit(next, '/sign-in', { code: String(guesses).padStart(6, '0') })).status;
  }
  t.equal(status, 429);
  const right = { code: codeAt(phone.secret, clock.now + 30_000) };
  const blocked = await other.submit(next, '/sign-in', right);
  t.equal(blocked.status, 429, 'a right one has to wait too');
  t.ok(Number(blocked.headers['retry-after']) > 0);
  t.equal(
    (await other.submit(next, '/sign-in', { recovery_code: latest })).url,
    HOME,
    'but no recovery code, which nobody can guess',
  );
});

t.test('a new password keeps the second factor, and turning it off needs the second factor', async (t) => {
  const { app, clock, mailbox } = await withEmails(t);
  const phone = await setUpApp(await signedIn(app, CHIE), clock);
  t.equal((await mailbox.next()).subject, 'Two-factor sign-in was turned on');
  const browser = new Browser(app);
  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: CHIE });
  const reset = await browser.get(pathOf((await mailbox.next()).link));
  const signIn = await browser.submit(reset, '/password/reset', {
    new_password: 'a-wholly-different-phrase',
    someone_else: 'yes',
  });
  t.equal(signIn.url, '/sign-in?done=password_reset&school=site_demo_riverside');
  const asked = await withPassword(browser, CHIE, 'a-wholly-different-phrase');
  t.match(said(asked), STEP);
  t.equal((await browser.submit(asked, '/sign-in', { code: phone.next() })).url, HOME);

  const remove = '/account/second-factor/remove';
  const password = 'a-wholly-different-phrase';
  t.equal((await browser.submit(await browser.get(remove), remove, { password })).status, 400);
  t.equal((await browser.submit(await browser.get(remove), remove, { password, code: '000000' })).status, 400);
  const removed = await browser.submit(await browser.get(remove), remove, { password, code: phone.next() });
  t.match(said(removed), 'Two-factor sign-in is off.');
  t.equal((await withPassword(new Browser(app), CHIE, password)).url, HOME);
});

const demanding = (t: Parameters<typeof testApp>[0]): Promise<TestApp> =>
  testApp(t, { env: { SECOND_FACTOR: 'admins' } });

t.test('where two factors are demanded, nobody runs a school without them', async (t) => {
  const { app, clock } = await demanding(t);
  const ruth = await signedIn(app, RUTH);
  t.equal((await ruth.get('/account')).status, 200, 'the own account is open');
  const stopped = await ruth.get(`${ADMIN}/members`);
  t.match(stopped.url, '/account/second-factor/new?');
  t.match(said(stopped), 'Your school requires two-factor sign-in');
  const consent = await open(ruth, VENDOR, READ_COURSES);
  t.match(consent.url, '/account/second-factor/new?');

  const secret = secretOn(consent);
  const wrong = await ruth.submit(consent, '/account/second-factor', { code: '000000' });
  t.equal(wrong.status, 400);
  t.equal(secretOn(wrong), secret, 'the same secret is shown again');
  const codes = await ruth.submit(wrong, '/account/second-factor', { code: codeAt(secret, clock.now) });
  t.equal(recoveryCodesOn(codes).length, 10);
  const next = /href="(\/oauth\/continue\/[^"]+)"/.exec(codes.body)?.[1] ?? '';
  t.equal(isConsent(await ruth.get(next)), true, 'the request goes on');
  t.equal((await ruth.get(`${ADMIN}/members`)).url, `${ADMIN}/members`);

  clock.advance(15 * 60_000);
  t.match((await ruth.get(next)).body, '/sign-in"', 'who decides about operator scopes has shown it lately');
  t.equal((await ruth.get(`${ADMIN}/members`)).status, 200);
  t.equal(
    isConsent(await afterSignIn(new Browser(app), CHIE, undefined, { scope: 'openid' })),
    true,
    'members need none',
  );
});
