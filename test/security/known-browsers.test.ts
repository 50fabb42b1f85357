// slow
/** Guessing at one account from many networks, and the browsers that it does not affect. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { SIGN_IN_OVERALL } from '../../schema/throttle.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { formOf } from '../support/page-form.ts';
import { pathOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
const BEN = 'ben@riverside.example';
const NOBODY = 'zoe@riverside.example';
const RIGHT = { email: ANA, password: PASSWORD };
const HOUR = 3_600_000;

const statusOf = ({ statusCode }: LightMyRequestResponse): number => statusCode;
const signInForm = (app: FastifyInstance, browser = new Browser(app)) => formOf(app, '/sign-in', browser, BASE);
const judged = (statuses: readonly number[]): number => statuses.filter((status) => status === 400).length;

/** The form in a browser that nobody is signed in to, and that may be known. */
async function browserWith(app: FastifyInstance, known: string | undefined) {
  const browser = new Browser(app);
  if (known !== undefined) browser.cookies.set('known', known);
  return signInForm(app, browser);
}

/** Ten guesses at an account from each of forty addresses. */
async function guessFromEverywhere(app: FastifyInstance, email = ANA): Promise<number[]> {
  const guess = await signInForm(app);
  const statuses = [];
  for (let address = 1; address <= 40; address += 1) {
    for (let n = 0; n < 10; n += 1) {
      statuses.push(statusOf(await guess({ email, password: `guess ${n}` }, `198.51.100.${address}`)));
    }
  }
  return statuses;
}

/** Uses up what strangers may fail at an account, as guesses from everywhere do. */
async function guessAtOnce(app: FastifyInstance, email = ANA): Promise<void> {
  const subject = { kind: 'sign_in_strangers', subject: email, rule: SIGN_IN_OVERALL };
  for (let n = 0; n < SIGN_IN_OVERALL.limit; n += 1) await app.throttle.take(subject);
}

t.test('of 400 guesses at one account from forty networks a hundred are judged [W28]', async (t) => {
  const { app, clock } = await testApp(t);
  const home = await browserWith(app, (await signedIn(app, ANA)).cookies.get('known'));

  t.equal(judged(await guessFromEverywhere(app)), 100);
  t.equal(statusOf(await home(RIGHT)), 303, 'the person gets in at once where the browser is known');
  const stranger = await signInForm(app);
  const refused = await stranger(RIGHT);
  t.equal(refused.statusCode, 429, 'a new browser waits');
  t.equal(refused.headers['retry-after'], '30');
  t.match(
    refused.body,
    textFor('en').signIn.newBrowserThrottled({ span: '30 seconds', recovers: true }),
    'and is told what to do',
  );
  t.equal(statusOf(await stranger({ email: BEN, password: PASSWORD })), 303, 'others do not');

  let delay = 0;
  for (const expected of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
    clock.advance((delay || 30) * 1000);
    t.equal(statusOf(await stranger({ ...RIGHT, password: 'wrong' }, `192.0.2.${expected % 250}`)), 400);
    delay = Number((await stranger(RIGHT)).headers['retry-after']);
    t.equal(delay, expected, 'the delay grows up to an hour');
  }
  clock.advance(HOUR);
  t.equal(statusOf(await stranger(RIGHT)), 303, 'and nobody is kept out for ever');
  t.equal(statusOf(await (await signInForm(app))({ ...RIGHT, password: 'wrong' })), 400, 'which resets the count');
  t.equal(statusOf(await (await signInForm(app))(RIGHT)), 303);
});

t.test('strangers wait for an account that does not exist as for one that does [ASVS 6.3.8]', async (t) => {
  const { app } = await testApp(t);
  t.equal(judged(await guessFromEverywhere(app, NOBODY)), 100);
  await guessAtOnce(app);
  const answers = [];
  for (const email of [ANA, NOBODY]) {
    const { statusCode, headers, body } = await (await signInForm(app))({ email, password: PASSWORD });
    answers.push({
      statusCode,
      wait: headers['retry-after'],
      body: body.replaceAll(email, '').replaceAll(/(?<=name="(?:csrf|once)" value=")[^"]*/g, ''),
    });
  }
  t.strictSame(answers[0], answers[1]);
  for (const language of LANGUAGES) {
    const { newBrowserThrottled } = textFor(language).signIn;
    t.not(
      newBrowserThrottled({ span: '90', recovers: true }),
      newBrowserThrottled({ span: '90', recovers: false }),
      `without e-mail no new password: ${language}`,
    );
  }
});

t.test('the limit for an account holds over two nodes, and so does what makes a browser known', async (t) => {
  const { url } = databaseFile(t);
  const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  const [{ app: one }, { app: other }] = [
    await testApp(t, { databaseUrl: url, env }),
    await testApp(t, { databaseUrl: url, env }),
  ];
  const known = (await signedIn(one, ANA)).cookies.get('known');
  const guesses = await Promise.all([one, other].map(async (app) => signInForm(app)));
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, n) =>
      statusOf(
        (await guesses[n % 2]?.({ ...RIGHT, password: `guess ${n}` }, `198.51.100.${n}`)) as LightMyRequestResponse,
      ),
    ),
  );
  t.equal(judged(statuses), 100);
  t.equal(statusOf(await (await browserWith(other, known))(RIGHT)), 303);
});

async function isStranger(t: Test, app: FastifyInstance, known: string | undefined): Promise<boolean> {
  const status = statusOf(await (await browserWith(app, known))(RIGHT));
  t.ok(status === 303 || status === 429, String(status));
  return status === 429;
}

t.test('a stolen cookie of a known browser is no free pass', async (t) => {
  const { app, clock } = await testApp(t);
  const cookie = (await signedIn(app, ANA)).cookies.get('known');
  const ben = (await signedIn(app, BEN)).cookies.get('known');
  await guessAtOnce(app);

  t.equal(await isStranger(t, app, cookie), false);
  t.equal(await isStranger(t, app, ben), true, 'it is bound to the account');
  const [browser, mark] = cookie?.split('.') ?? [];
  t.equal(await isStranger(t, app, `${browser}.${ben?.split('.')[1]}`), true, 'a mark is bound to its browser');
  t.equal(await isStranger(t, app, `${browser}.${mark?.slice(0, -1)}`), true);
  t.equal(await isStranger(t, app, `${'x'.repeat(5000)}.${'.'.repeat(5000)}`), true);

  const thief = await browserWith(app, cookie);
  const statuses = [];
  for (let n = 0; n < 30; n += 1) {
    statuses.push(statusOf(await thief({ ...RIGHT, password: 'wrong' }, `198.51.100.${n}`)));
  }
  t.equal(judged(statuses), 10, 'its failures are counted, over all networks');
  const other = (await (await browserWith(app, cookie))(RIGHT)).statusCode;
  t.equal(other, 429, 'the stolen browser waits');
  clock.advance(30_000);
  t.equal(await isStranger(t, app, cookie), false, 'for half a minute at first');

  for (let n = 0; n < SIGN_IN_OVERALL.limit; n += 1) {
    await app.throttle.take({ kind: 'sign_in_known', subject: ANA, rule: SIGN_IN_OVERALL });
  }
  t.equal(await isStranger(t, app, cookie), true, 'all known browsers together have a hundred failures');
});

t.test('new credentials make other browsers strangers, but not the one in which they are set', async (t) => {
  const { app } = await testApp(t);
  const [here, there] = [await signedIn(app, ANA), await signedIn(app, ANA)];
  const before = there.cookies.get('known');
  const next = 'a password that is new';
  const form = await here.get('/account/sign-in');
  const fields = { new_password: next, password: PASSWORD };
  await here.submit(form, '/account/sign-in', fields);
  await guessAtOnce(app);
  const signIn = async (known: string | undefined) =>
    statusOf(await (await browserWith(app, known))({ email: ANA, password: next }));
  t.equal(await signIn(before), 429);
  t.equal(await signIn(here.cookies.get('known')), 303);
});

t.test('whoever sets a new password by a link gets in while strangers wait', async (t) => {
  const { app, mailbox } = await withEmails(t);
  await guessAtOnce(app);
  const browser = new Browser(app);
  await browser.submit(await browser.get('/password/forgot'), '/password/forgot', { email: ANA });
  const [message] = await mailbox.wait();
  const page = await browser.get(pathOf(message?.link ?? ''));
  const next = 'a password that is new';
  const signInPage = await browser.submit(page, '/password/reset', { new_password: next });
  const signedInPage = await browser.submit(signInPage, '/sign-in', { email: ANA, password: next });
  t.match(signedInPage.url, '/account');
});

t.test('a browser that two people use is known for both', async (t) => {
  const { app } = await testApp(t);
  const shared = await signedIn(app, ANA);
  shared.cookies.delete('sid');
  await shared.submit(await shared.get('/sign-in'), '/sign-in', { email: BEN, password: PASSWORD });
  await guessAtOnce(app);
  await guessAtOnce(app, BEN);
  const known = shared.cookies.get('known');
  t.equal(await isStranger(t, app, known), false);
  t.equal(statusOf(await (await browserWith(app, known))({ email: BEN, password: PASSWORD })), 303);
  t.equal(statusOf(await (await signInForm(app))({ email: BEN, password: PASSWORD })), 429);
});
