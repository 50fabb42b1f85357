import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser, formsOf } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  ANA,
  afterSignIn,
  CHIE,
  csrfOf,
  guess,
  isConsent,
  isSignIn,
  open,
  post,
  READ_COURSES,
  RUTH,
  requestOf,
  VENDOR,
  wentWithError,
} from '../../support/interaction.ts';
import { authorize, DEMO } from '../../support/oauth-client.ts';
import { disable } from '../../support/standing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

t.test('signing in with e-mail and password', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url });

  t.test(
    'a wrong password, an unknown account and a disabled one get exactly the same answer [ASVS 6.3.8, F16]',
    async (t) => {
      await disable(file, 'people', 'usr_demo_ben');
      const browser = new Browser(app);
      const page = await open(browser);
      // E-mails of one length, because the page shows what was typed.
      const tries = [
        { email: ANA, password: 'wrong-password-1' },
        { email: 'bob@riverside.example', password: 'wrong-password-2' },
        { email: 'ben@riverside.example', password: 'wrong-password-3' },
        { email: 'ben@riverside.example', password: PASSWORD },
        { email: ANA, password: '' },
        { email: ANA, password: `${PASSWORD} ` },
        { email: ANA, password: PASSWORD.toUpperCase() },
        { email: ANA, password: `${PASSWORD}${'x'.repeat(200)}` },
      ];
      const answers = [];
      for (const fields of tries) {
        const { statusCode, headers, body } = await guess(app, browser, page, fields, { remoteAddress: '192.0.2.77' });
        const { 'x-request-id': _, date: __, ...rest } = headers;
        answers.push({ statusCode, headers: rest, body: body.replaceAll(fields.email, 'E') });
      }
      for (const answer of answers) t.strictSame(answer, answers[0]);
      t.equal(answers[0]?.statusCode, 400);
      t.match(answers[0]?.body, textFor('en').signIn.wrongCredentials);
      t.notOk('set-cookie' in (answers[0]?.headers ?? {}));
    },
  );

  t.test(
    'after a failed sign-in the form keeps the e-mail, escaped, and never the password [ASVS 14.2.1]',
    async (t) => {
      const browser = new Browser(app);
      const email = 'x"><b>@school.example';
      const page = await browser.submit(await open(browser), '/sign-in', { email, password: 'canary-password' });
      t.match(page.body, 'value="x&quot;&gt;&lt;b&gt;@school.example"');
      t.notMatch(page.body, 'canary-password');
      t.equal(formsOf(page.body)[0]?.fields.find(([name]) => name === 'password')?.[1], '');
    },
  );

  t.test(
    'the e-mail is matched regardless of case and surrounding spaces, the password only exactly [ASVS 6.2.8]',
    async (t) => {
      const browser = new Browser(app);
      const page = await browser.submit(await open(browser), '/sign-in', {
        email: '  ANA@Riverside.EXAMPLE ',
        password: PASSWORD,
      });
      t.ok(isConsent(page));
    },
  );

  t.test(
    'credentials are answered with a 303 redirect to the request on our own origin [RFC 9700 §4.12]',
    async (t) => {
      const browser = new Browser(app);
      const page = await open(browser);
      const response = await guess(app, browser, page, { email: ANA, password: PASSWORD });
      t.equal(response.statusCode, 303);
      t.equal(response.headers.location, requestOf(page));
      t.equal(response.headers['cache-control'], 'no-store');
    },
  );

  t.test('a sign-in starts a new session and ends the one the browser had before [ASVS 7.2.4]', async (t) => {
    const browser = new Browser(app);
    browser.cookies.set('sid', 'planted-by-somebody-else-0000000000000000000');
    await afterSignIn(browser, ANA);
    const first = browser.cookies.get('sid') ?? '';
    t.match(first, /^[A-Za-z0-9_-]{43}$/, 'not the planted one');
    clock.advance(1000);
    const again = await open(browser, DEMO.cli, { prompt: 'login' });
    await browser.submit(again, '/sign-in', { email: ANA, password: PASSWORD });
    const second = browser.cookies.get('sid') ?? '';
    t.match(second, /^[A-Za-z0-9_-]{43}$/);
    t.not(second, first);

    browser.cookies.set('sid', first);
    t.ok(isSignIn(await open(browser)), 'the earlier session is dead');
    browser.cookies.set('sid', second);
    t.ok(isConsent(await open(browser)));
  });

  t.test('the CSRF token changes at sign-in, and the one issued before is refused [CVE-2023-29020, W58]', async (t) => {
    const browser = new Browser(app);
    const before = await open(browser);
    const after = await browser.submit(before, '/sign-in', { email: ANA, password: PASSWORD });
    const old = csrfOf(before, '/sign-in');
    t.not(csrfOf(after, '/decision'), old);
    const response = await post(app, browser, `${requestOf(after)}/decision`, { csrf: old, decision: 'allow' });
    t.equal(response.statusCode, 403);
    t.match(response.body, textFor('en').message.session_changed.title);

    clock.advance(1000);
    const third = await browser.submit(await browser.get(`${requestOf(after)}`), '/decision', { decision: 'deny' });
    wentWithError(t, third, 'access_denied', 'the request itself is not hurt');
  });

  t.test('without a sign-in no form makes a decision or sends a response to the client [ASVS 2.3.1]', async (t) => {
    const browser = new Browser(app);
    const page = await open(browser);
    const csrf = csrfOf(page, '/sign-in');
    for (const name of ['decision', 'site', 'account', 'switch']) {
      const response = await post(app, browser, `${requestOf(page)}/${name}`, {
        csrf,
        decision: 'allow',
        site: 'site_demo_riverside',
        scope: 'account:read',
      });
      t.equal(response.statusCode, 303, name);
      t.equal(response.headers.location, requestOf(page));
    }
    t.ok(isSignIn(await browser.get(requestOf(page))));
  });

  t.test('an empty form, or one without a content type, makes no decision [CVE-2026-49443]', async (t) => {
    const browser = new Browser(app);
    const page = await afterSignIn(browser, ANA);
    for (const name of ['sign-in', 'account', 'switch', 'site', 'decision', 'cancel']) {
      t.equal((await post(app, browser, `${requestOf(page)}/${name}`, {})).statusCode, 403, name);
      const bare = { 'content-type': undefined };
      const response = await post(app, browser, `${requestOf(page)}/${name}`, {}, { headers: bare });
      t.ok(response.statusCode >= 400 && response.statusCode < 500, `${name}: ${response.statusCode}`);
    }
    const decision = { csrf: csrfOf(page, '/decision') };
    t.equal((await post(app, browser, `${requestOf(page)}/decision`, decision)).statusCode, 400);
    t.equal((await post(app, browser, `${requestOf(page)}/decision`, { ...decision, decision: 'x' })).statusCode, 400);
    t.ok(isConsent(await browser.get(requestOf(page))), 'still undecided');
  });

  t.test(
    'sessions of members end after 14 idle days or 30 in all, those of operators after 12 hours [E-17, W33]',
    async (t) => {
      const member = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser: member });
      const operator = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser: operator, email: RUTH });
      const isIn = async (browser: Browser) => !isSignIn(await open(browser, DEMO.portal));
      const start = clock.now;
      const at = (ms: number) => clock.advance(start + ms - clock.now);

      at(12 * HOUR - 1);
      t.ok(await isIn(operator));
      at(12 * HOUR);
      t.notOk(await isIn(operator), 'however busy it was');

      const idle = new Browser(app);
      await authorize(app, DEMO.portal, {}, { browser: idle, email: CHIE });
      at(13 * DAY);
      t.ok(await isIn(member));
      at(15 * DAY);
      t.ok(await isIn(member), 'it was used in between');
      t.notOk(await isIn(idle), 'it was not');
      at(28 * DAY);
      t.ok(await isIn(member));
      at(30 * DAY);
      t.notOk(await isIn(member));
    },
  );
});

t.test(
  'a session older than half a day approves no operator scopes, even if it began as that of a member',
  async (t) => {
    const file = databaseFile(t);
    const { app, clock } = await testApp(t, { databaseUrl: file.url });
    const browser = new Browser(app);
    t.ok(isConsent(await afterSignIn(browser, ANA)), 'as a member, for thirty days');
    await file.edit("update memberships set role = 'admin' where person_id = 'usr_demo_ana'");
    const operatorScopes = (more = {}) => open(browser, VENDOR, { ...READ_COURSES, ...more });
    t.ok(isConsent(await operatorScopes()));
    clock.advance(12 * HOUR);
    t.ok(isConsent(await open(browser)), 'the session itself goes on');
    const again = await operatorScopes();
    t.ok(isSignIn(again));
    wentWithError(t, await operatorScopes({ prompt: 'none' }), 'login_required');
    const page = await browser.submit(again, '/sign-in', { email: ANA, password: PASSWORD });
    t.ok(isConsent(page), 'after signing in again it goes on');
  },
);
