/** Forms that arrive after their sender signed out, or in as another person. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { said, signedIn } from '../support/signed-in.ts';

const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';
const RUTH = 'ruth@riverside.example';
const { message, shell } = textFor('en');

const fieldsOf = (page: Page, actionEnd: string): string[][] | undefined =>
  formsOf(page.body).find(({ action }) => action.endsWith(actionEnd))?.fields;

/** Signs in with the cookies of a browser, as in another tab. */
async function signInElsewhere(browser: Browser, email: string): Promise<void> {
  browser.cookies.delete('sid');
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
}

t.test('what a person entered outlives the end of the session', async (t) => {
  const { app } = await testApp(t);
  const browser = await signedIn(app, ANA);
  const form = await browser.get('/account/profile');
  browser.cookies.delete('sid');

  const ended = await browser.submit(form, '/account/profile', { name: 'Ana "<b>" Lima' });
  t.equal(ended.status, 403);
  t.match(said(ended), shell.sendAgain.signedOut);
  t.strictSame(
    fieldsOf(ended, '/account/profile')?.filter(([name]) => name !== 'once'),
    [['name', 'Ana "<b>" Lima']],
  );
  const impatient = await browser.submit(ended, '/account/profile');
  t.match(said(impatient), shell.sendAgain.signedOut, 'before the sign-in it stays');

  await signInElsewhere(browser, ANA);
  const asked = await browser.submit(impatient, '/account/profile');
  t.equal(asked.status, 403, 'nothing is done without another look');
  t.match(said(asked), 'Ana Lima');
  const done = await browser.submit(asked, '/account/profile');
  t.equal(done.url, '/account/profile?done=name');
  t.match(done.body, 'value="Ana &quot;&lt;b&gt;&quot; Lima"');
});

t.test('a form is not sent as another person unless that person agrees', async (t) => {
  const { app } = await testApp(t);
  const browser = await signedIn(app, ANA);
  const form = await browser.get('/account/profile');
  await signInElsewhere(browser, BEN);
  const asked = await browser.submit(form, '/account/profile', { name: 'Of Ana' });
  t.match(said(asked), shell.sendAgain.signedIn);
  t.match(said(asked), BEN, 'the page names who would send it');
  t.notMatch((await browser.get('/account/profile')).body, 'Of Ana');
});

t.test('passwords, codes and the token of the form are not repeated', async (t) => {
  const { app } = await testApp(t);
  const browser = await signedIn(app, RUTH);
  browser.cookies.delete('sid');
  const secrets = { password: 'p4ssw0rd', new_password: 'n3w', code: '123456', passkey: '{}', recovery_code: 'r3c' };
  const ended = await browser.post('/account/sign-in', [
    ...Object.entries({ csrf: 't0ken', ...secrets }),
    ['note', 'one'],
    ['note', 'two'],
    ['__proto__', 'x'],
  ]);
  t.strictSame(
    fieldsOf(ended, '/account/sign-in')?.filter(([name]) => name === 'note'),
    [
      ['note', 'one'],
      ['note', 'two'],
    ],
  );
  for (const secret of [...Object.values(secrets), 't0ken']) t.notMatch(ended.body, `value="${secret}"`);
  const empty = await browser.post('/account/sign-in', [['csrf', 't0ken'], ...Object.entries(secrets)]);
  t.match(said(empty), message.page_too_old.title, 'where nothing else was entered');
});

t.test('a form of another site is refused and not repeated [RFC 6749 §10.12]', async (t) => {
  const { app } = await testApp(t);
  const browser = await signedIn(app, ANA);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const refused = await browser.post('/account/profile', [['name', 'Of evil']], foreign);
  t.equal(refused.status, 403);
  t.notMatch(refused.body, 'Of evil');
  const anonymous = await new Browser(app).post('/account/profile', [['name', 'Of evil']], foreign);
  t.notMatch(anonymous.body, 'Of evil');
});
