// slow
/** The thread that verifies imported passwords: what other requests notice of it, and what happens when it ends. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { BusyError } from '../../plugins/people/hashing-queue.ts';
import { importPeople } from '../../scripts/commands/users/importing.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { DEMO, introspect, obtainTokens } from '../support/oauth-client.ts';
import { outcomeOf } from '../support/with-emails.ts';

const PASSWORD = 'Correct-Horse-9 é';
/** Made by libxcrypt with the default cost of most programs. */
const HASH = '$2b$10$abcdefghijklmnopqrstuuyXagD3/5OlbU0/.ieM00bto5Rm4.Wfi';
const PEOPLE = 10;
const emailOf = (n: number): string => `p${n}@old.example`;

t.test('other requests are answered while the bcrypt hashes of ten people are computed', async (t) => {
  const { app } = await withImported(t, PEOPLE);
  const { access_token: token } = await obtainTokens(app, DEMO.webApp);
  let left = PEOPLE;
  const outcomes = Array.from({ length: PEOPLE }, async (_, n) => {
    const outcome = await outcomeOf(app, emailOf(n), PASSWORD);
    left -= 1;
    return outcome;
  });
  let answered = 0;
  while (left > 0) {
    if ((await introspect(app, DEMO.webApp, token)).active !== true) t.fail('the token is not active');
    answered += 1;
  }
  t.comment(`${answered} introspections`);
  t.ok(answered > 100, 'on the main thread, each would have waited for a part of a hash');
  t.strictSame(new Set(await Promise.all(outcomes)), new Set(['signed_in']));
});

t.test('a sign-in succeeds although the thread ends while it computes, and the next has another thread', async (t) => {
  const { app } = await withImported(t, 2);
  const threads: Worker[] = [];
  const note = (worker: Worker): unknown => threads.push(worker);
  process.on('worker', note);
  t.teardown(() => process.off('worker', note));

  const first = outcomeOf(app, emailOf(0), PASSWORD);
  while (threads.length === 0) await nextTurn();
  await threads[0]?.terminate();
  t.equal(await first, 'signed_in');
  t.equal(threads.length, 2);

  const second = outcomeOf(app, emailOf(1), PASSWORD).catch((error: unknown) => error instanceof BusyError);
  if (threads[1] !== undefined) await whenAsked(threads[1]);
  await threads[1]?.terminate();
  while (threads.length < 3) await nextTurn();
  await threads[2]?.terminate();
  t.equal(await second, true, 'it is tried twice, and then the person is asked to try again');
  t.equal(await outcomeOf(app, emailOf(1), PASSWORD), 'signed_in');
  t.strictSame(app.people.passwords.load, { running: 0, waiting: 0 });
});

/** Waits until a thread has a password to verify. */
function whenAsked(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = thread.postMessage.bind(thread);
  thread.postMessage = (message: unknown) => {
    ask(message);
    resolve();
  };
  return promise;
}

async function withImported(t: Parameters<typeof testApp>[0], count: number) {
  const { app } = await testApp(t);
  const file = join(temporaryFolder(t), 'people.json');
  const people = Array.from({ length: count }, (_, n) => ({
    email: emailOf(n),
    name: `Person ${n}`,
    password_hash: HASH,
  }));
  writeFileSync(file, JSON.stringify(people));
  await importPeople(app, file, { by: { name: 'Ola' }, isTrial: false });
  return { app };
}
