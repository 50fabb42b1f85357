/** What a device may answer to the questions for a passkey, and what makes its answer worth nothing. */
import t, { type Test } from 'tap';
import { PASSWORD } from '../support/app.ts';
import { challengeOf, type DevicePasskey, devicePasskey, type Gesture } from '../support/authenticator.ts';
import { Browser, formsOf, type Page } from '../support/browser.ts';
import { type AppWithEmails, withEmails } from '../support/with-emails.ts';

const ANA = 'ana@riverside.example';
// A browser ties passkeys to a domain.
const ORIGIN = 'http://localhost:3000';
const NEW = '/account/passkeys/new';
const MAX_ID_BYTES = 1023;
const TEN_MINUTES = 600_000;

interface Setting extends AppWithEmails {
  /** Where the person ends who adds the passkey of a device, after giving the password. */
  add(device: DevicePasskey, gesture?: Gesture): Promise<Page>;
}

async function setting(t: Test): Promise<Setting> {
  const test = await withEmails(t, { env: { BASE_URL: ORIGIN } });
  const browser = new Browser(test.app, ORIGIN);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  return {
    ...test,
    async add(device, gesture) {
      const page = await browser.submit(await browser.get(NEW), NEW, { password: PASSWORD });
      const passkey = device.attest(challengeIn(page, 'create'), gesture);
      return browser.submit(page, '/account/passkeys', { name: 'Laptop', passkey });
    },
  };
}

const challengeIn = ({ body }: Page, does: string): string => {
  const question = new RegExp(`data-passkey="([^"]*)" data-passkey-does="${does}"`).exec(body)?.[1] ?? '{}';
  return challengeOf(question.replaceAll('&quot;', '"'));
};

/** Answers the question of the sign-in page in a browser of its own. */
async function signIn({ app }: Setting, answerTo: (challenge: string) => string): Promise<Page> {
  const browser = new Browser(app, ORIGIN);
  const page = await browser.get('/sign-in');
  const csrf = formsOf(page.body)
    .flatMap(({ fields }) => fields)
    .find(([name]) => name === 'csrf')?.[1];
  return browser.post('/sign-in', [
    ['csrf', csrf ?? ''],
    ['passkey', answerTo(challengeIn(page, 'get'))],
  ]);
}

const ADDED = /done=passkey_added/;
const REFUSED = /done=passkey_refused/;

t.test(
  'a passkey counts only if its device has verified the person, not just their presence [WebAuthn §6.1]',
  async (t) => {
    const test = await setting(t);
    const device = devicePasskey(ORIGIN);
    t.match((await test.add(device, { isVerified: false })).url, REFUSED);
    t.match((await test.add(device)).url, ADDED);
    const unverified = await signIn(test, (challenge) => device.assert(challenge, { isVerified: false }));
    t.equal(unverified.status, 400);
    t.equal((await signIn(test, (challenge) => device.assert(challenge))).url, '/account/schools/riverside');
  },
);

t.test('a signature counter that does not increase is refused, unless it stays zero [WebAuthn §6.1.1]', async (t) => {
  const test = await setting(t);
  const [counting, other] = [devicePasskey(ORIGIN), devicePasskey(ORIGIN)];
  await test.add(counting, { counter: 5 });
  await test.add(other);
  const status = async (device: DevicePasskey, counter: number): Promise<number> =>
    (await signIn(test, (challenge) => device.assert(challenge, { counter }))).status;
  const statuses: number[] = [];
  for (const counter of [5, 6, 6, 4, 0, 9]) statuses.push(await status(counting, counter));
  t.strictSame(statuses, [400, 200, 400, 400, 400, 200]);
  t.strictSame([await status(other, 0), await status(other, 0)], [200, 200], 'a device that does not count');
});

t.test(
  'a passkey that is backed up, or no longer, still signs in, if it may be at all [WebAuthn §6.1.3]',
  async (t) => {
    const test = await setting(t);
    const mayBeBackedUp = true;
    const synced = devicePasskey(ORIGIN);
    t.match((await test.add(synced, { mayBeBackedUp })).url, ADDED);
    const statuses: number[] = [];
    for (const gesture of [
      { mayBeBackedUp, isBackedUp: true },
      { mayBeBackedUp },
      { mayBeBackedUp, isBackedUp: true },
      { isBackedUp: true },
    ]) {
      statuses.push((await signIn(test, (challenge) => synced.assert(challenge, gesture))).status);
    }
    t.strictSame(statuses, [200, 200, 200, 400], 'a copy of what cannot be copied is none');
    const contradictory = devicePasskey(ORIGIN);
    t.match((await test.add(contradictory, { isBackedUp: true })).url, REFUSED);
  },
);

t.test(
  'a passkey signs in with or without the handle of its person, and never with that of another [WebAuthn §7.2]',
  async (t) => {
    const test = await setting(t);
    const device = devicePasskey(ORIGIN);
    await test.add(device);
    for (const userHandle of [undefined, null, '', Buffer.from('usr_demo_ana').toString('base64url')]) {
      const page = await signIn(test, (challenge) => {
        const answer = JSON.parse(device.assert(challenge));
        return JSON.stringify({ ...answer, response: { ...answer.response, userHandle } });
      });
      t.equal(page.url, '/account/schools/riverside', String(userHandle));
    }
    for (const userHandle of [Buffer.from('usr_demo_ruth').toString('base64url'), 'x', 5]) {
      const { status } = await signIn(test, (challenge) => {
        const answer = JSON.parse(device.assert(challenge));
        return JSON.stringify({ ...answer, response: { ...answer.response, userHandle } });
      });
      t.equal(status, 400, String(userHandle));
    }
  },
);

t.test('the response to a passkey challenge is accepted for ten minutes [WebAuthn §7.2]', async (t) => {
  const test = await setting(t);
  const device = devicePasskey(ORIGIN);
  await test.add(device);
  const answerAfter = (ms: number): Promise<Page> =>
    signIn(test, (challenge) => {
      test.clock.advance(ms);
      return device.assert(challenge);
    });
  t.equal((await answerAfter(TEN_MINUTES - 1)).url, '/account/schools/riverside');
  t.equal((await answerAfter(TEN_MINUTES)).status, 400);
});

t.test('a passkey id that is not base64url is not looked up [WebAuthn §5.1]', async (t) => {
  const test = await setting(t);
  const { passkeyStore } = test.app.people;
  const { find } = passkeyStore;
  const asked: string[] = [];
  passkeyStore.find = (id) => {
    asked.push(id);
    return find(id);
  };
  const named = (id: unknown) => signIn(test, (challenge) => JSON.stringify({ ...answerOf(challenge), id }));
  const answerOf = (challenge: string): object => JSON.parse(devicePasskey(ORIGIN).assert(challenge));
  for (const id of ['a\0b', 'a b', 'a+b/', 'YQ==', 'ü', '', "' or 1=1", ['a', 'b'], {}]) {
    t.equal((await named(id)).status, 400, JSON.stringify(id));
  }
  t.strictSame(asked, []);
  t.equal((await named('abc')).status, 400);
  t.strictSame(asked, ['abc'], 'an id that could be one is looked up');
});

t.test('a passkey id has at most 1,023 bytes [WebAuthn §6.5.1]', async (t) => {
  const test = await setting(t);
  const [longest, tooLong] = [devicePasskey(ORIGIN, MAX_ID_BYTES), devicePasskey(ORIGIN, MAX_ID_BYTES + 1)];
  t.match((await test.add(longest)).url, ADDED);
  t.equal((await signIn(test, (challenge) => longest.assert(challenge))).url, '/account/schools/riverside');
  t.match((await test.add(tooLong)).url, REFUSED);
  t.equal(await test.file.read('select count(*) from passkeys'), 1);
});
