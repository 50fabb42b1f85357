/** Adding and removing passkeys, and what a new password does to them. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { PASSWORD } from '../support/app.ts';
import { attest, challengeOf, devicePasskey } from '../support/authenticator.ts';
import { Browser, type Page } from '../support/browser.ts';
import { changedMeanwhile } from '../support/standing.ts';
import { type AppWithEmails, outcomeOf, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const NEW = 'seven quiet rivers';
// A browser ties passkeys to a domain.
const ORIGIN = 'http://localhost:3000';
const ADD = '/account/passkeys/new';
const { mail, passkeys, recovery, shell } = textFor('en');

type Signed = AppWithEmails & { browser: Browser };

async function signedIn(t: Test): Promise<Signed> {
  const test = await withEmails(t, { env: { BASE_URL: ORIGIN } });
  const browser = new Browser(test.app, ORIGIN);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  return { ...test, browser };
}

const questionIn = ({ body }: Page, does: string): string =>
  (new RegExp(`data-passkey="([^"]*)" data-passkey-does="${does}"`).exec(body)?.[1] ?? '{}').replaceAll('&quot;', '"');

const shownWho = async (browser: Browser, password = PASSWORD): Promise<Page> =>
  browser.submit(await browser.get(ADD), ADD, { password });

async function add(browser: Browser, name: string, transports?: string[]): Promise<Page> {
  const page = await shownWho(browser);
  const passkey = attest(challengeOf(questionIn(page, 'create')), ORIGIN, transports);
  return browser.submit(page, '/account/passkeys', { name, passkey });
}

const removalIn = ({ body }: Page): string => /\/account\/passkeys\/[\w-]+\/remove/.exec(body)?.[0] ?? 'no link';

const count = ({ file }: Signed): Promise<unknown> => file.read('select count(*) from passkeys');
const events = ({ file }: Signed, event: string): Promise<unknown> =>
  file.read('select count(*) from audit_events where event = ? and person_id = ?', event, 'usr_demo_ana');

t.test('a passkey is added only after the password is given again, and an e-mail reports it [W37]', async (t) => {
  const test = await signedIn(t);
  const { browser, mailbox } = test;
  t.notMatch((await browser.get('/account/sign-in')).body, 'data-passkey', 'nothing to answer without the password');
  const wrong = await shownWho(browser, 'not the password');
  t.equal(wrong.status, 400);
  t.match(wrong.body, shell.confirm.wrong);
  t.notMatch(wrong.body, 'data-passkey-does="create"');

  const added = await add(browser, 'Blue <b> laptop');
  t.equal(added.url, '/account/sign-in?done=passkey_added');
  t.match(added.body, passkeys.notices.added);
  const message = await mailbox.next();
  t.equal(message.to, ANA);
  t.equal(message.subject, mail.passkey_added.subject);
  t.match(message.text, 'Blue <b> laptop');
  t.ok(message.link.startsWith(`${ORIGIN}/not-me?token=ml_`), message.link);

  const remove = await browser.get(removalIn(added));
  await browser.submit(remove, '/remove', { password: PASSWORD });
  t.equal((await mailbox.next()).subject, mail.passkey_removed.subject);
  t.equal(await count(test), 0);
});

t.test('a passkey is named after the browser, and a section without a button says why', async (t) => {
  const { browser } = await signedIn(t);
  const name = async (): Promise<string | undefined> =>
    /<input id="name"[^>]* value="([^"]*)"/.exec((await shownWho(browser)).body)?.[1];
  t.equal(await name(), passkeys.suggestedName, 'of a program that nobody knows');
  browser.headers = { ...browser.headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
  t.equal(await name(), 'Firefox on Linux');

  const { app } = await withEmails(t);
  const elsewhere = new Browser(app);
  await elsewhere.submit(await elsewhere.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  const { body } = await elsewhere.get('/account/sign-in');
  t.match(body, passkeys.unavailable);
  t.notMatch(body, passkeys.noneText);
});

t.test('a passkey with an id of any length up to 1023 bytes can be added and removed [WebAuthn §6.5.1]', async (t) => {
  const test = await signedIn(t);
  const { browser } = test;
  for (const idBytes of [16, 75, 76, 1023]) {
    const page = await shownWho(browser);
    const passkey = devicePasskey(ORIGIN, idBytes).attest(challengeOf(questionIn(page, 'create')));
    const added = await browser.submit(page, '/account/passkeys', { name: `${idBytes} bytes`, passkey });
    t.equal(added.url, '/account/sign-in?done=passkey_added', `${idBytes} bytes`);
    const remove = await browser.get(removalIn(added));
    t.equal(remove.status, 200, `${idBytes} bytes`);
    await browser.submit(remove, '/remove', { password: PASSWORD });
    t.equal(await count(test), 0);
  }
});

t.test('only a challenge issued after the password was given adds a passkey, once [WebAuthn §13.4.3]', async (t) => {
  const test = await signedIn(t);
  const { app, browser, file } = test;
  const page = await shownWho(browser);
  const session = String(await file.read("select id from sessions where person_id = 'usr_demo_ana'"));
  const stolen = challengeOf(await app.people.passkeys.askForSignIn(session));
  const other = await browser.submit(page, '/account/passkeys', { name: 'Eve', passkey: attest(stolen, ORIGIN) });
  t.equal(other.url, '/account/sign-in?done=passkey_refused');
  t.equal(await count(test), 0, 'a question that anybody in this session is asked is none');
  t.equal(await events(test, 'passkey_refused'), 1);

  const passkey = attest(challengeOf(questionIn(page, 'create')), ORIGIN);
  t.match((await browser.submit(page, '/account/passkeys', { name: 'One', passkey })).url, 'passkey_added');
  const again = attest(challengeOf(questionIn(page, 'create')), ORIGIN);
  t.match((await browser.submit(page, '/account/passkeys', { name: 'Two', passkey: again })).url, 'passkey_refused');
  t.equal(await count(test), 1);
});

t.test('a challenge from before a new password or a removed passkey adds none', async (t) => {
  const test = await signedIn(t);
  const { browser } = test;
  const answer = async (page: Page): Promise<string> => {
    const passkey = attest(challengeOf(questionIn(page, 'create')), ORIGIN);
    return (await browser.submit(page, '/account/passkeys', { name: 'Late', passkey })).url;
  };
  const early = await shownWho(browser);
  const settings = await browser.get('/account/sign-in');
  await browser.submit(settings, '/account/sign-in', { password: PASSWORD, new_password: NEW });
  t.match(await answer(early), 'passkey_refused', 'the password that was given is no longer the password');
  t.match(await answer(await shownWho(browser, NEW)), 'passkey_added');

  const beside = await shownWho(browser, NEW);
  const removal = await browser.get(removalIn(await browser.get('/account/sign-in')));
  await browser.submit(removal, '/remove', { password: NEW });
  t.match(await answer(beside), 'passkey_refused');
  t.equal(await count(test), 0);
});

t.test('an end that another node commits while a passkey is verified prevents it', async (t) => {
  const test = await signedIn(t);
  const { browser, file } = test;
  // The last that is read before the passkey is stored.
  const last = 'from "passkeys" where "passkeys"."id"';
  for (const [what, change] of Object.entries({
    'a new password': "update people set credentials_version = credentials_version + 1 where id = 'usr_demo_ana'",
    'the end of the session': "update sessions set ended_at = 1 where person_id = 'usr_demo_ana'",
  })) {
    const page = await shownWho(browser);
    const passkey = attest(challengeOf(questionIn(page, 'create')), ORIGIN);
    await changedMeanwhile(file, [change], last, () =>
      // Without the value for which the form is looked up first, which waits for the other node in SQLite.
      browser.submit(page, '/account/passkeys', { name: 'Late', passkey, once: '' }),
    );
    t.equal(await count(test), 0, what);
  }
  t.equal(await events(test, 'passkey_refused'), 2);
});

t.test('of the transports a browser reports for a passkey only known ones are kept [WebAuthn §5.8.4]', async (t) => {
  const test = await signedIn(t);
  await add(test.browser, 'Phone', ['hybrid', 'a\0b', 'x'.repeat(5000)]);
  t.equal(await test.file.read('select transports from passkeys'), '["hybrid"]');
  const origin = { ip: '192.0.2.1' };
  t.match(await test.app.people.passkeys.signIn('{"id":"a\\u0000b"}', 'b', origin), { outcome: 'wrong_credentials' });
});

t.test('a password reset by e-mail removes all passkeys if somebody else may have added one [W36]', async (t) => {
  for (const keeps of [false, true]) {
    const test = await signedIn(t);
    const { app, browser, mailbox } = test;
    await add(browser, 'One');
    await add(browser, 'Two');
    await mailbox.wait(2);
    const other = new Browser(app, ORIGIN);
    await other.submit(await other.get('/password/forgot'), '/password/forgot', { email: ANA });
    const reset = await other.get((await mailbox.next()).link.slice(ORIGIN.length));
    t.match(reset.body, recovery.reset.endsAccess);
    await other.submit(reset, '/password/reset', { new_password: NEW, ...(keeps ? {} : { someone_else: 'yes' }) });
    t.equal(await outcomeOf(app, ANA, NEW), 'signed_in');
    t.equal(await count(test), keeps ? 2 : 0);
    t.equal(await events(test, 'passkey_removed'), keeps ? 0 : 2);
    t.match((await mailbox.next()).text, 'Password and passkeys', 'the letter says where they are');
  }
});

t.test('a server whose host is an IP address has no page for adding passkeys', async (t) => {
  const { app } = await withEmails(t);
  const browser = new Browser(app);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  t.equal((await browser.get(ADD)).status, 404);
});
