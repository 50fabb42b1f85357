// slow
/** Many sign-ins at once: a school behind one address, and floods from one address and from a thousand. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { BASE, PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { CHEAP_PASSWORD_HASH } from '../support/cheap-password.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { formOf } from '../support/page-form.ts';
import { IS_THOROUGH } from '../support/thorough.ts';

const ANA = 'ana@riverside.example';
const SCHOOL = '192.0.2.1';
/** With hashes as costly as in operation. */

const statusOf = ({ statusCode }: LightMyRequestResponse): number => statusCode;
const pupil = (n: number): string => `pupil${n}@riverside.example`;

/** Adds people with the password of everybody in tests. */
const enrol = (file: DatabaseFile, count: number): Promise<void> =>
  file.run(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
     insert into people (id, email, email_key, email_verified, name, password_hash, credentials_version, active, created_at)
     select 'usr_pupil_' || i, 'pupil' || i || '@riverside.example', 'pupil' || i || '@riverside.example',
       email_verified, name, ?, 0, active, created_at
     from people, n where email_key = ?`,
    count,
    CHEAP_PASSWORD_HASH,
    ANA,
  );

/** A form in a browser of its own. */
const newForm = (app: FastifyInstance) => formOf(app, '/sign-in', new Browser(app), BASE);

t.test('500 people behind one address sign in at the same time, and all mistype up to twice', async (t) => {
  const file = databaseFile(t);
  const people = 500;
  const { app } = await testApp(t, { databaseUrl: file.url, costlyPasswords: IS_THOROUGH, env: { RATE_LIMITS: 'on' } });
  await enrol(file, people);
  const send = await newForm(app);
  const begin = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const tries = [];
      for (let mistakes = n % 3; mistakes > 0; mistakes -= 1) {
        tries.push(statusOf(await send({ email: pupil(n), password: 'mistyped' }, SCHOOL)));
      }
      return [...tries, statusOf(await send({ email: pupil(n), password: PASSWORD }, SCHOOL))];
    }),
  );
  t.comment(`${Math.round((performance.now() - begin) / 1000)} s`);
  t.strictSame(
    statuses,
    Array.from({ length: people }, (_, n) => [...Array(n % 3).fill(400), 303]),
    'nobody is turned away',
  );
});

/** Guesses at accounts that do not exist, without an end, until it is stopped. */
function flood(send: Awaited<ReturnType<typeof formOf>>, addresses: number, atOnce: number) {
  let judged = 0;
  let isStopped = false;
  let sent = 0;
  const attacker = async (n: number): Promise<void> => {
    while (!isStopped) {
      sent += 1;
      const address = `10.0.${(n % addresses) >> 8}.${(n % addresses) & 255}`;
      const answer = await send({ email: `victim${sent}@riverside.example`, password: 'a guess' }, address);
      if (statusOf(answer) === 400) judged += 1;
    }
  };
  const attackers = Promise.all(Array.from({ length: atOnce }, (_, n) => attacker(n)));
  return {
    judged: () => judged,
    async stop() {
      isStopped = true;
      await attackers;
    },
  };
}

const ROUNDS = 3;

for (const addresses of [1, 40]) {
  t.test(`honest people sign in while passwords are guessed from ${addresses} addresses [F31]`, async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url, costlyPasswords: true, env: { RATE_LIMITS: 'on' } });
    await enrol(file, ROUNDS);
    const home = new Browser(app);
    await home.submit(await home.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
    home.cookies.delete('sid');
    const atHome = await formOf(app, '/sign-in', home, BASE);
    const strangers = await Promise.all(Array.from({ length: ROUNDS }, () => newForm(app)));

    const attack = flood(await newForm(app), addresses, 100);
    // Counted in guesses that were judged meanwhile, because the machine may be busy with something else.
    const overtaken = { known: 0, stranger: 0, metadata: 0 };
    const counted = async (who: keyof typeof overtaken, request: () => Promise<LightMyRequestResponse>) => {
      const before = attack.judged();
      const status = statusOf(await request());
      overtaken[who] = Math.max(overtaken[who], attack.judged() - before);
      return status;
    };
    for (const [n, send] of strangers.entries()) {
      const statuses = [
        await counted('known', () => atHome({ email: ANA, password: PASSWORD }, `203.0.113.${n}`)),
        await counted('stranger', () => send({ email: pupil(n), password: PASSWORD }, `203.0.113.${100 + n}`)),
        await counted('metadata', () => app.inject('/.well-known/openid-configuration')),
      ];
      t.strictSame(statuses, [303, 303, 200], `round ${n}`);
    }
    t.comment(JSON.stringify(overtaken));
    t.ok(overtaken.known <= 10, 'a known browser is first in line');
    t.ok(overtaken.stranger <= addresses + 10, 'others share the turns with the networks of the flood');
    t.ok(overtaken.metadata <= 10, 'and other requests do not wait');
    await attack.stop();
  });
}
