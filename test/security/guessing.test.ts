/** Guessing at passwords and passkeys: what it costs whoever guesses, and that it locks nobody out. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { SIGN_IN_PER_NETWORK } from '../../schema/throttle.ts';
import { inParallel } from '../faults/report.ts';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { formOf } from '../support/page-form.ts';

const ANA = 'ana@riverside.example';
const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';
const MINUTE = 60_000;

const counted = (answers: readonly LightMyRequestResponse[], status: number): number =>
  answers.filter(({ statusCode }) => statusCode === status).length;

t.test('of 200 simultaneous guesses at one account at most twelve are judged [F15]', async (t) => {
  const { app, clock } = await testApp(t);
  const signIn = await formOf(app, '/sign-in', new Browser(app), BASE);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => signIn({ email: ANA, password: `guess number ${n}` })),
  );
  const judged = counted(answers, 400);
  t.ok(judged > 0 && judged <= 12, `${judged} judged`);
  t.equal(judged + counted(answers, 429) + counted(answers, 503), 200, 'the others are told to wait');
  t.equal((await signIn({ email: ANA, password: PASSWORD })).statusCode, 429, 'the right one waits as well');
  t.equal((await signIn({ email: ANA, password: PASSWORD }, ELSEWHERE)).statusCode, 303, 'but not from elsewhere');
  clock.advance(15 * MINUTE);
  t.equal((await signIn({ email: ANA, password: PASSWORD })).statusCode, 303, 'nor for ever');
});

t.test(
  'of one guess at each of 10,000 accounts from one network 1,500 are judged, then one every 9 s [F15]',
  async (t) => {
    const { app, clock } = await testApp(t);
    const signIn = await formOf(app, '/sign-in', new Browser(app), BASE);
    // The first 1,450 of them are counted without a form, to save time; `npm run machine -- faults F15` sends them all.
    await failBefore(app, 1450);
    const statuses = new Map<number, number>();
    for (let n = 0; n < 200; n += 1) {
      const { statusCode } = await signIn({ email: `pupil${n}@riverside.example`, password: PASSWORD });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    t.strictSame(
      [...statuses],
      [
        [400, 50],
        [429, 150],
      ],
    );
    t.equal((await signIn({ email: ANA, password: PASSWORD }, ELSEWHERE)).statusCode, 303, 'others are not held up');
    clock.advance(15 * MINUTE);
    const later = [];
    for (let n = 0; n < 110; n += 1)
      later.push(await signIn({ email: `pupil${n}@riverside.example`, password: PASSWORD }));
    t.equal(counted(later, 400), 100, 'on average a hundred in a quarter of an hour');
  },
);

t.test('wrong passwords at a step-up count as failed sign-ins, and lock nobody out [W28]', async (t) => {
  const { app, clock } = await testApp(t);
  const browser = new Browser(app);
  const signIn = await formOf(app, '/sign-in', browser, BASE);
  for (const { name, value } of (await signIn({ email: ANA, password: PASSWORD })).cookies)
    browser.cookies.set(name, value);
  const again = await formOf(app, '/account/sessions/end-others', browser, BASE);
  for (let n = 0; n < 10; n += 1) t.equal((await again({ password: `guess ${n}` })).statusCode, 400);
  t.equal((await again({ password: PASSWORD })).statusCode, 429, 'even the right one');
  const fresh = { email: ANA, password: PASSWORD, once: '' };
  t.equal((await signIn(fresh)).statusCode, 429, 'at the other form too');
  t.equal((await again({ password: PASSWORD }, ELSEWHERE)).statusCode, 429, 'from another network too');
  const other = await formOf(app, '/sign-in', new Browser(app), BASE);
  t.equal((await other({ email: ANA, password: PASSWORD })).statusCode, 303, 'but not in another browser');
  clock.advance(15 * MINUTE);
  t.equal((await signIn({ email: ANA, password: PASSWORD })).statusCode, 303, 'after a quarter of an hour');
});

t.test('wrong passkey responses are throttled, and lock no one out [W28]', async (t) => {
  // A browser ties passkeys to a domain.
  const origin = 'http://localhost:3000';
  const { app, clock } = await testApp(t, { env: { BASE_URL: origin } });
  const signIn = await formOf(app, '/sign-in', new Browser(app, origin), origin);
  const forged = { passkey: JSON.stringify({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }) };
  await failBefore(app, 1490);
  for (let n = 0; n < 10; n += 1) t.equal((await signIn(forged)).statusCode, 400);
  const late = await signIn(forged);
  t.equal(late.statusCode, 429);
  t.ok(Number(late.headers['retry-after']) > 0);
  t.equal((await signIn({ email: ANA, password: PASSWORD })).statusCode, 429, 'the network has no more tries');
  t.equal((await signIn({ email: ANA, password: PASSWORD }, ELSEWHERE)).statusCode, 303, 'another has');
  clock.advance(15 * MINUTE);
  t.equal((await signIn({ email: ANA, password: PASSWORD })).statusCode, 303);
});

/** Counts failures of this network without a form, to save time, and no more at once than a pool has connections. */
async function failBefore(app: FastifyInstance, times: number): Promise<void> {
  await inParallel(Array.from({ length: times }), 8, () =>
    app.throttle.takeFrom('sign_in_network', HERE, SIGN_IN_PER_NETWORK),
  );
}
