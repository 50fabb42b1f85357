// slow
/** Somebody who has the password of a person and guesses at the second factor, and the ways that stay open meanwhile. */
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { SECOND_FACTOR_OVERALL as OVERALL, SECOND_FACTOR_PER_APP, SIGN_IN_OVERALL } from '../../schema/throttle.ts';
import { PASSWORD, type TestClock, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type App, codeAt, setUpApp, withPassword } from '../support/second-factor.ts';
import { said } from '../support/signed-in.ts';
import { withEmails } from '../support/with-emails.ts';
import { withPasskeys } from '../support/with-passkeys.ts';

const ANA = 'ana@riverside.example';
const { mail, secondFactor, shell, signIn } = textFor('en');
const DAY = 86_400_000;
const STEP_UP = '/account/sessions/end-others';

const personId = 'usr_demo_ana';

/** A code that is not valid at any time near. */
function wrongCode({ secret }: App, { now }: TestClock): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) => codeAt(secret, now + ms));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
}

interface Guessing {
  clock: TestClock;
  phone: App;
  password?: string;
}

/** Guesses until no code is judged any more. @returns how many were, and the last page */
async function guessToTheEnd(thief: Browser, { clock, phone, password = PASSWORD }: Guessing) {
  let judged = 0;
  for (let asked = await withPassword(thief, ANA, password), attempts = 0; attempts < 1000; attempts += 1) {
    const page = await thief.submit(asked, '/sign-in', { code: wrongCode(phone, clock) });
    if (page.status === 403) return { judged, page };
    if (page.status === 400 && said(page).includes(secondFactor.wrongCode)) judged += 1;
    else if (page.status === 429) clock.advance(Number(page.headers['retry-after']) * 1000);
    if (!page.body.includes('name="second"')) asked = await withPassword(thief, ANA, password);
  }
  throw new Error(`guessing does not end: ${judged}`);
}

/** Uses up what strangers may fail at the password. */
async function guessPasswords({ throttle }: FastifyInstance): Promise<void> {
  const counter = { kind: 'sign_in_strangers', subject: ANA, rule: SIGN_IN_OVERALL };
  for (let n = 0; n < SIGN_IN_OVERALL.limit; n += 1) await throttle.take(counter);
}

t.test('after a hundred strange failures the known browser is served at once, in every way', async (t) => {
  const { app, browser, clock, addPasskey, byPasskey } = await withPasskeys(t);
  const owner = browser();
  await withPassword(owner, ANA);
  const phone = await setUpApp(owner, clock);
  const device = await addPasskey(t, owner, { code: phone.next() });
  const thief = browser();
  const { judged, page } = await guessToTheEnd(thief, { clock, phone });
  t.equal(judged, 100);
  t.match(said(page), secondFactor.codesEnded({ recovers: true }), 'what to do instead');
  t.match(page.body, '<details open>', 'the field for recovery codes');

  /** A browser that is not signed in. */
  const fresh = (isKnown: boolean): Browser => {
    const made = browser();
    const known = owner.cookies.get('known');
    if (isKnown && known !== undefined) made.cookies.set('known', known);
    return made;
  };
  const stepUp = async (isKnown: boolean, proof: Record<string, string>): Promise<Page> => {
    const page = await owner.get(STEP_UP);
    const own = owner.copy();
    if (!isKnown) own.cookies.delete('known');
    const answered = await own.submit(page, STEP_UP, { password: PASSWORD, ...proof });
    for (const [name, value] of own.cookies) if (name !== 'known') owner.cookies.set(name, value);
    // It made strangers of all other browsers, and this page makes its own a known one.
    await owner.get('/account');
    return answered;
  };
  const second = async (isKnown: boolean, proof: Record<string, string>): Promise<Page> => {
    const made = fresh(isKnown);
    return made.submit(await withPassword(made, ANA), '/sign-in', proof);
  };
  const recovery = () => phone.recoveryCodes.pop() ?? '';
  const rows: [way: string, isKnown: boolean, run: () => Promise<Page>, served: RegExp | string][] = [
    ['password', true, () => withPassword(fresh(true), ANA), secondFactor.stepTitle],
    ['password', false, () => withPassword(fresh(false), ANA), secondFactor.stepTitle],
    ['code', true, () => second(true, { code: phone.next() }), ''],
    ['code', false, () => second(false, { code: phone.next() }), secondFactor.codesEnded({ recovers: true })],
    ['recovery code', true, () => second(true, { recovery_code: recovery() }), ''],
    ['recovery code', false, () => second(false, { recovery_code: recovery() }), ''],
    ['passkey', true, async () => (await byPasskey(t, device, fresh(true))).get('/account'), ''],
    ['passkey', false, async () => (await byPasskey(t, device, fresh(false))).get('/account'), ''],
    ['step-up by code', false, () => stepUp(false, { code: phone.next() }), shell.confirm.codes_ended],
    ['step-up by code', true, () => stepUp(true, { code: phone.next() }), ''],
    ['step-up by recovery code', false, () => stepUp(false, { code: recovery() }), ''],
    ['code after all of these', false, () => second(false, { code: phone.next() }), ''],
  ];
  for (const [way, isKnown, run, expected] of rows) {
    const page = await run();
    const name = `${way}, ${isKnown ? 'known' : 'unknown'} browser: ${page.status} ${page.url}`;
    if (expected === '') t.match(page.url, /^\/account/, name);
    else t.match(said(page), expected, name);
  }

  await guessPasswords(app);
  t.match(
    said(await withPassword(fresh(false), ANA)),
    signIn.newBrowserThrottled({ span: '30 seconds', recovers: true }),
    'password, unknown',
  );
  t.match(said(await withPassword(fresh(true), ANA)), secondFactor.stepTitle, 'password, known');
  t.equal((await second(true, { code: phone.next() })).url, '/account/schools/riverside', 'code, known');
  await byPasskey(t, device, fresh(false));
  for (const language of LANGUAGES) {
    const { codesEnded } = textFor(language).secondFactor;
    t.not(
      codesEnded({ recovers: true }),
      codesEnded({ recovers: false }),
      `without e-mail no new password: ${language}`,
    );
  }
});

async function withApp(t: Test) {
  const service = await withEmails(t);
  const owner = new Browser(service.app);
  await withPassword(owner, ANA);
  const phone = await setUpApp(owner, service.clock);
  t.equal((await service.mailbox.next()).subject, mail.second_factor_added.subject);
  return { ...service, owner, phone };
}

t.test('a new password lets new browsers enter codes again, but not for ever', async (t) => {
  const { app, clock, file, mailbox, phone } = await withApp(t);
  let password = PASSWORD;
  const byMail = async (browser: Browser, next: string): Promise<void> => {
    // There are three such letters an hour.
    clock.advance(3_600_000);
    await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
    for (let link = ''; link === ''; ) {
      const message = await mailbox.next();
      if (message.subject === mail.reset_password.subject) link = message.link;
      if (link === '') continue;
      const { pathname, search } = new URL(link);
      await browser.submit(await browser.get(pathname + search), '/password/reset', { new_password: next });
    }
    password = next;
  };
  /** Counts so many wrong codes in new browsers. */
  const fail = async (times: number): Promise<void> => {
    const version = (await app.people.persons.find(personId))?.credentialsVersion;
    const added = await file.read('select created_at from authenticators');
    const inSuccession = { kind: 'second_factor_strangers', subject: `${personId} ${version}`, rule: OVERALL };
    const inAll = { kind: 'second_factor_app', subject: `${personId} ${added}`, rule: SECOND_FACTOR_PER_APP };
    for (let n = 0; n < times; n += 1) await app.throttle.take(inSuccession, inAll);
  };
  await fail(95);
  t.equal((await guessToTheEnd(new Browser(app), { clock, phone })).judged, 5);
  const back = new Browser(app);
  await byMail(back, 'seven quiet rivers');
  const asked = await withPassword(back, ANA, password);
  t.equal(
    (await back.submit(asked, '/sign-in', { code: phone.next() })).url,
    '/account/schools/riverside',
    'the owner is back',
  );

  // Whoever reads the e-mail gains nothing by the link, either: it makes the browser no known one for codes.
  const reader = new Browser(app);
  const judged = [];
  for (const next of ['another quiet river', 'one more quiet river', 'the last quiet river']) {
    await byMail(reader, next);
    await fail(95);
    judged.push((await guessToTheEnd(reader, { clock, phone, password })).judged);
  }
  t.strictSame(judged, [5, 5, 0]);
  t.equal(SECOND_FACTOR_PER_APP.limit, 300);
  clock.advance(SECOND_FACTOR_PER_APP.windowMs);
  const later = new Browser(app);
  const page = await withPassword(later, ANA, password);
  t.equal(
    (await later.submit(page, '/sign-in', { code: phone.next() })).url,
    '/account/schools/riverside',
    'for a year',
  );
});

t.test('the fifth wrong code behind a right password is told by e-mail, once a day', async (t) => {
  const { app, clock, mailbox, phone } = await withApp(t);
  const thief = new Browser(app);
  const guess = async (times: number) => {
    for (let n = 0; n < times; ) {
      const page = await thief.submit(await withPassword(thief, ANA), '/sign-in', { code: wrongCode(phone, clock) });
      if (page.status === 429) clock.advance(Number(page.headers['retry-after']) * 1000);
      else n += 1;
    }
    await app.outbox.sendDue();
    return mailbox.take().filter(({ subject }) => subject === mail.wrong_codes.subject);
  };
  t.equal((await guess(4)).length, 0);
  const [message] = await guess(1);
  t.equal(message?.to, ANA);
  t.match(message?.link, '/not-me?token=');
  t.equal((await guess(9)).length, 0, 'not again');
  clock.advance(DAY);
  t.equal((await guess(1)).length, 1, 'but on another day');

  const { pathname, search } = new URL(message?.link ?? '');
  const owner = new Browser(app);
  await owner.submit(await owner.get(pathname + search), '/not-me');
  t.match(said(await withPassword(thief, ANA)), signIn.wrongCredentials, 'the link ends it');
});

t.test('recovery codes have a limit of their own, for a network', async (t) => {
  const { app, clock, phone } = await withApp(t);
  const thief = new Browser(app);
  const asked = await withPassword(thief, ANA);
  const wrong = { recovery_code: '0000-0000-0000-0000-0000-0000' };
  const statuses = [];
  for (let n = 0; n < 11; n += 1) statuses.push((await thief.submit(asked, '/sign-in', wrong)).status);
  t.strictSame(statuses, [...Array(10).fill(400), 429]);
  t.equal((await thief.submit(asked, '/sign-in', { code: wrongCode(phone, clock) })).status, 400, 'codes are judged');
  const other = await thief.submit(asked, '/sign-in', { recovery_code: phone.recoveryCodes[0] ?? '' });
  t.equal(other.status, 429, 'a right one waits too');
  const person = await app.people.persons.find(personId);
  if (person === undefined) throw new Error('Ana is missing');
  const elsewhere = { headers: {}, id: 'test', ip: '198.51.100.7' };
  const result = await app.people.secondFactor.verify(person, phone.recoveryCodes[0] ?? '', elsewhere, 'en');
  t.equal(result.outcome, 'verified', 'but not in another network');
});

t.test('the end of guessing holds over two nodes, for guesses at the same time', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { databaseUrl: file.url, nodes: 2 });
  const owner = new Browser(app);
  await withPassword(owner, ANA);
  const phone = await setUpApp(owner, clock);
  const person = await app.people.persons.find(personId);
  const counter = {
    kind: 'second_factor_strangers',
    subject: `${personId} ${person?.credentialsVersion}`,
    rule: OVERALL,
  };
  for (let n = 0; n < OVERALL.limit - 5; n += 1) await app.throttle.take(counter);
  const thief = new Browser(app);
  const asked = await withPassword(thief, ANA);
  const code = wrongCode(phone, clock);
  // Without its one-time value, the form is no copy that waits for the answer to the first.
  const guess = () => thief.copy().submit(asked, '/sign-in', { code, once: '' });
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  const counted = (status: number) => answers.filter((page) => page.status === status).length;
  t.strictSame([counted(400), counted(403)], [5, 15]);
  const known = new Browser(app);
  known.cookies.set('known', owner.cookies.get('known') ?? '');
  const page = await known.submit(await withPassword(known, ANA), '/sign-in', { code: phone.next() });
  t.equal(page.url, '/account/schools/riverside');
});
