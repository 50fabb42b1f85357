import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { outcomeOf, pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const NEW = 'seven quiet rivers';
const { mail, password, shell } = textFor('en');

const change = async (browser: Browser, fields: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get('/account/sign-in'), '/account/sign-in', fields);

t.test('a password change ends every other session of the person, and an e-mail reports it [W36]', async (t) => {
  const { app, file, mailbox } = await withEmails(t);
  const [browser, other] = [await signedIn(app, ANA), await signedIn(app, ANA)];
  const stranger = await signedIn(app, 'ben@riverside.example');
  const tokens = await obtainTokens(app, DEMO.portal);
  const copy = browser.copy();
  t.equal((await copy.get('/account')).url, '/account');
  const page = await change(browser, { password: PASSWORD, new_password: NEW });
  t.equal(page.url, '/account/sign-in?done=password');
  t.match(page.body, password.done);
  t.equal((await browser.get('/account')).url, '/account', 'this one goes on');
  t.match((await copy.get('/account')).url, /^\/sign-in/, 'but not with a copy of its cookie from before');
  t.match((await other.get('/account')).url, /^\/sign-in/);
  t.equal((await stranger.get('/account')).url, '/account', 'others are not concerned');
  t.equal((await userinfo(app, tokens.access_token)).statusCode, 200, 'apps stay connected');
  t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
  t.equal(await outcomeOf(app, ANA, PASSWORD), 'wrong_credentials');
  const message = await mailbox.next();
  t.equal(message.to, ANA);
  t.equal(message.subject, mail.password_changed.subject);
  t.match(message.text, 'Password and passkeys', 'it says where the passkeys are');
  t.equal(await file.read("select count(*) from audit_events where event = 'password_changed'"), 1);
});

t.test('a password change needs the current password, and wrong attempts are throttled [W37]', async (t) => {
  const { app, file } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  for (let n = 0; n < 10; n += 1) {
    const page = await change(browser, { password: n === 0 ? '' : `wrong password ${n}`, new_password: NEW });
    t.equal(page.status, 400);
    t.match(page.body, shell.confirm.wrong);
  }
  const late = await change(browser, { password: PASSWORD, new_password: NEW });
  t.equal(late.status, 429);
  t.equal(late.headers['retry-after'], '30');
  t.match(late.body, /Too many attempts\. Nothing was changed; please try again in 30 seconds\./);
  t.match(late.body, shell.confirm.throttled({ span: '30 seconds' }));
  t.equal(await file.read("select count(*) from audit_events where event = 'password_changed'"), 0);
});

t.test(
  'the current password is no new one, and what a person typed twice tells nobody whether it is right',
  async (t) => {
    const { app, file } = await withEmails(t);
    const browser = await signedIn(app, ANA);
    for (const same of [PASSWORD, 'seven loud rivers']) {
      const page = await change(browser, { password: same, new_password: same });
      t.equal(page.status, 400);
      t.match(page.body, password.problems.unchanged);
    }
    t.equal(await file.read("select count(*) from audit_events where event = 'password_changed'"), 0);
    t.equal((await browser.get('/account')).url, '/account');
  },
);

t.test('a new password that is too short, too long, too common or close to a name is refused [W29]', async (t) => {
  const { app } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  const { problems } = password;
  for (const [bad, problem] of [
    ['', problems.required],
    ['k7-Quz!pw', problems.too_short],
    ['x1-'.repeat(43), problems.too_long],
    ['Basketball1987!', problems.too_common],
    ['ana.lima.2026', problems.too_close],
    ['schoolgate2026', problems.too_close],
  ] as const) {
    const page = await change(browser, { password: PASSWORD, new_password: bad });
    t.equal(page.status, 400, bad);
    t.match(page.body, `id="new_password-error">${problem}`);
  }
  const spaced = `  ${NEW} `;
  t.equal((await change(browser, { password: PASSWORD, new_password: spaced })).status, 200);
  t.equal(await outcomeOf(app, ANA, spaced), 'signed_in', 'taken exactly as typed');
  t.equal(await outcomeOf(app, ANA, NEW), 'wrong_credentials');
});

t.test('a password change ends outstanding password reset links [W32]', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const browser = new Browser(app);
  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
  const reset = pathOf((await mailbox.next()).link);
  await change(await signedIn(app, ANA), { password: PASSWORD, new_password: NEW });
  t.equal((await browser.get(reset)).status, 404);
});

t.test('neither the old nor the new password appears in the log or on a page [F17]', async (t) => {
  const { app, logs } = await withEmails(t, { env: { LOG_LEVEL: 'trace' } });
  const browser = await signedIn(app, ANA);
  const wrong = 'not the password at all';
  const pages = [
    await change(browser, { password: wrong, new_password: NEW }),
    await change(browser, { password: PASSWORD, new_password: 'short' }),
    await change(browser, { password: PASSWORD, new_password: NEW }),
  ];
  for (const secret of [PASSWORD, NEW, wrong]) {
    t.notMatch(logs.join(''), secret);
    for (const { body } of pages) t.notMatch(body, secret);
  }
});
