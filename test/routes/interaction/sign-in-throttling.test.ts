// slow
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { SIGN_IN_PER_NETWORK } from '../../../schema/throttle.ts';
import { inParallel } from '../../faults/report.ts';
import { PASSWORD, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ANA, CHIE, guess, open } from '../../support/interaction.ts';

const MINUTE = 60_000;

/** In other tests passwords are cheap to verify; here they cost what they do in operation, so that guesses overlap. */
async function appWithCostlyPasswords(t: Test, file = databaseFile(t)): Promise<FastifyInstance> {
  const { app } = await testApp(t, { databaseUrl: file.url, costlyPasswords: true });
  await file.edit('update people set password_hash = ?', await app.people.passwords.hash(PASSWORD, 'test'));
  return app;
}

const HERE = '192.0.2.1';

/** Leaves a network only some of the failures that it may have. */
async function useUpNetwork(app: FastifyInstance, address: string, left: number): Promise<void> {
  await inParallel(Array.from({ length: SIGN_IN_PER_NETWORK.limit - left }), 8, () =>
    app.throttle.takeFrom('sign_in_network', address, SIGN_IN_PER_NETWORK),
  );
}

/** Keeps every place where a password is hashed or waits taken, until `release` is called. */
function fillPasswordQueue(app: FastifyInstance): () => Promise<void> {
  let isFull = true;
  const keepOnePlace = async (): Promise<void> => {
    while (isFull) await app.people.passwords.hash(PASSWORD, 'test');
  };
  const places = Array.from({ length: 1203 }, keepOnePlace);
  return async () => {
    isFull = false;
    await Promise.all(places);
  };
}

t.test('throttling of sign-ins', async (t) => {
  const wrong = { email: ANA, password: 'not-the-password' };
  const right = { email: ANA, password: PASSWORD };

  t.test('ten failures are free, then each attempt waits longer, on that network only [E-38, W28]', async (t) => {
    const { app, clock } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    for (let i = 0; i < 10; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);

    const throttled = await guess(app, browser, page, right);
    t.equal(throttled.statusCode, 429, 'even with the right password');
    t.equal(throttled.headers['retry-after'], '30');
    t.notOk('set-cookie' in throttled.headers);
    t.match(throttled.body, textFor('en').signIn.throttledFor({ span: '30 seconds' }));

    const elsewhere = await guess(app, browser, page, right, { remoteAddress: '198.51.100.9' });
    t.equal(elsewhere.statusCode, 303, 'the person signs in from another network');

    const other = new Browser(app);
    const otherPage = await open(other);
    t.equal((await guess(app, other, otherPage, { ...right, email: CHIE })).statusCode, 303, 'another account');

    const third = new Browser(app);
    const thirdPage = await open(third);
    for (const seconds of [30, 60, 120, 240]) {
      clock.advance(seconds * 1000 - 1);
      t.equal((await guess(app, third, thirdPage, right)).statusCode, 429, `before ${seconds} s`);
      clock.advance(1);
      t.equal((await guess(app, third, thirdPage, wrong)).statusCode, 400, `judged after ${seconds} s`);
      const response = await guess(app, third, thirdPage, wrong);
      t.equal(response.headers['retry-after'], String(seconds * 2));
    }
    clock.advance(15 * MINUTE);
    t.equal((await guess(app, third, thirdPage, right)).statusCode, 303, 'after a quarter of an hour');
  });

  t.test('a successful sign-in clears the count of failures [E-38]', async (t) => {
    const { app } = await testApp(t);
    for (let round = 0; round < 3; round += 1) {
      const browser = new Browser(app);
      const page = await open(browser);
      for (let i = 0; i < 9; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);
      t.equal((await guess(app, browser, page, right)).statusCode, 303);
    }
  });

  t.test('an unknown account is throttled like a known one, in the same words [ASVS 6.3.8]', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const answers = [];
    for (const email of [ANA, 'bob@riverside.example']) {
      for (let i = 0; i < 10; i += 1) {
        t.equal((await guess(app, browser, page, { ...wrong, email })).statusCode, 400);
      }
      const { statusCode, body } = await guess(app, browser, page, { ...wrong, email });
      answers.push({ statusCode, body: body.replaceAll(email, 'E') });
    }
    t.equal(answers[0]?.statusCode, 429);
    t.strictSame(answers[1], answers[0]);
  });

  t.test('sixty parallel guesses do not outrun the count of failures [CVE-2024-4629]', async (t) => {
    const file = databaseFile(t);
    const app = await appWithCostlyPasswords(t, file);
    const browser = new Browser(app);
    const page = await open(browser);
    const spellings = [ANA, ANA.toUpperCase(), ` ${ANA}`, 'Ana@riverside.example'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        guess(app, browser, page, { ...wrong, email: spellings[i % spellings.length] ?? ANA }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    const judged = statuses.filter((status) => status === 400).length;
    t.ok(judged > 0 && judged <= 12, `${judged} judged`);
    t.ok(
      statuses.every((status) => [400, 429, 503].includes(status)),
      String([...new Set(statuses)]),
    );
    const logged = Number(await file.read("select count(*) from audit_events where event = 'sign_in_failed'"));
    t.equal(logged, judged, 'all in the trail');
    t.equal((await guess(app, browser, page, right)).statusCode, 429, 'and the account waits now');
  });

  t.test('an IPv6 network is counted as one, however its addresses are spelled [CVE-2026-45364]', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const from = (remoteAddress: string) => guess(app, browser, page, wrong, { remoteAddress });
    for (let i = 0; i < 10; i += 1) t.equal((await from(`2001:db8:0:1::${i}`)).statusCode, 400);
    t.equal((await from('2001:0DB8:0000:0001:ffff:0:0:1')).statusCode, 429);
    t.equal((await from('2001:db8:0:2::1')).statusCode, 400, 'the next network');
  });

  t.test('forwarding headers of an untrusted peer do not change what is counted [CVE-2026-45364, W26]', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      statuses.push((await guess(app, browser, page, wrong, { headers })).statusCode);
    }
    t.strictSame(statuses, [...Array(10).fill(400), 429]);
  });

  t.test('after 1,500 failures from one network one more is judged every nine seconds [E-38]', async (t) => {
    const { app, clock } = await testApp(t);
    await useUpNetwork(app, HERE, 10);
    const browser = new Browser(app);
    const page = await open(browser);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => guess(app, browser, page, { ...wrong, email: `nobody${i}@x.example` })),
    );
    t.ok(answers.every(({ statusCode }) => statusCode === 400));
    const throttled = await guess(app, browser, page, right);
    t.equal(throttled.statusCode, 429);
    t.equal(throttled.headers['retry-after'], '9');
    t.equal((await guess(app, browser, page, right, { remoteAddress: '198.51.100.9' })).statusCode, 303);
    clock.advance(9000);
    t.equal((await guess(app, browser, page, wrong)).statusCode, 400);
    t.equal((await guess(app, browser, page, wrong)).statusCode, 429);
  });

  t.test('the larger networks around an IPv6 network have limits of their own [CVE-2026-45364]', async (t) => {
    const { app } = await testApp(t);
    const browser = new Browser(app);
    const page = await open(browser);
    const from = async (remoteAddress: string) =>
      (await guess(app, browser, page, { ...wrong, email: `${remoteAddress}@x.example` }, { remoteAddress }))
        .statusCode;
    await useUpNetwork(app, '2001:db8:0:100::1', 0);
    t.equal(await from('2001:db8:0:100:ffff::1'), 429, 'the /64');
    await useUpNetwork(app, '2001:db8:0:1ff::1', 0);
    t.equal(await from('2001:db8:0:155::1'), 429, 'the /56 around both');
    t.equal(await from('2001:db8:0:200::1'), 400, 'the next /56');
    for (const subnet of ['200', '300']) await useUpNetwork(app, `2001:db8:0:${subnet}::1`, 1);
    t.equal(await from('2001:db8:0:ff00::1'), 400);
    t.equal(await from('2001:db8:0:ff00::1'), 429, 'the /48 around them all');
    t.equal(await from('2001:db8:1::1'), 400, 'the next /48');
  });

  t.test('successful sign-ins do not use up the allowance of the network of a school [E-38]', async (t) => {
    const { app } = await testApp(t);
    for (let i = 0; i < 104; i += 8) {
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const browser = new Browser(app);
          const page = await open(browser);
          return (await guess(app, browser, page, right)).statusCode;
        }),
      );
      t.strictSame(statuses, Array(8).fill(303));
    }
  });

  t.test(
    'sign-ins that find the queue full are answered 503 with Retry-After and do not count as failures',
    async (t) => {
      const { app } = await testApp(t, { oneNode: 'each process has a queue of its own' });
      const browser = new Browser(app);
      const page = await open(browser);
      for (let i = 0; i < 9; i += 1) t.equal((await guess(app, browser, page, wrong)).statusCode, 400);

      const another = new Browser(app);
      const anotherPage = await open(another);
      const release = fillPasswordQueue(app);
      for (const answer of [
        await guess(app, browser, page, wrong),
        await guess(app, another, anotherPage, { ...right, email: CHIE }),
      ]) {
        t.equal(answer.statusCode, 503);
        t.match(answer.headers['retry-after'], /^\d+$/);
        t.match(answer.body, textFor('en').signIn.busy);
      }
      await release();
      t.equal((await guess(app, another, anotherPage, { ...right, email: CHIE })).statusCode, 303, 'once it is calm');
      t.equal((await guess(app, browser, page, wrong)).statusCode, 400, 'the tenth failure that is judged');
      t.equal((await guess(app, browser, page, wrong)).statusCode, 429);
    },
  );

  t.test('successful sign-ins at the limit of a network make no one wait [E-38]', async (t) => {
    const { app } = await testApp(t);
    await useUpNetwork(app, HERE, 1);
    for (let i = 0; i < 3; i += 1) {
      const other = new Browser(app);
      t.equal((await guess(app, other, await open(other), right)).statusCode, 303);
    }
    const browser = new Browser(app);
    const page = await open(browser);
    t.equal((await guess(app, browser, page, wrong)).statusCode, 400, 'the last failure');
    t.equal((await guess(app, browser, page, right)).statusCode, 429);
  });
});
