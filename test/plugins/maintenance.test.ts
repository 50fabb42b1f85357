// slow
/** Of several nodes, one does the housekeeping, and another goes on when that one stops. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { STATEMENT_CHANNEL } from '../../db/engine/statement-channel.ts';
import { PASSWORD, temporaryFolder, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';

const DAY = 86_400_000;
const TURNS_MS = 3500;
/** Longer than from one look at the other nodes to the next. */
const TURN_MS = 1500;
const ANA = 'ana@riverside.example';

t.test('one of two nodes deletes what has expired, and the other goes on when it stops [F32]', async (t) => {
  const node = new AsyncLocalStorage<'first' | 'second'>();
  const deleting = { first: 0, second: 0 };
  const note = (sql: unknown): void => {
    const name = node.getStore();
    if (name !== undefined && /^delete from "tokens"/.test(String(sql))) deleting[name] += 1;
  };
  subscribe(STATEMENT_CHANNEL, note);
  t.teardown(() => unsubscribe(STATEMENT_CHANNEL, note));
  const database = databaseFile(t);
  const options = { databaseUrl: database.url, dataDir: temporaryFolder(t), oneNode: 'there are two by hand' };
  const holder = () => database.read("select holder from leases where name = 'housekeeping'");
  const tokens = async (): Promise<number> => Number(await database.read('select count(*) from tokens'));
  const until = async (isDone: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 200 && !(await isDone()); tries += 1) await sleep(100);
  };

  const first = await node.run('first', () => testApp(t, options));
  await obtainTokens(first.app, DEMO.cli, { scope: 'openid' });
  t.not(await tokens(), 0);
  await until(async () => (await holder()) !== undefined);
  const second = await node.run('second', () => testApp(t, options));
  const held = await holder();
  t.ok(held);
  for (const { clock } of [first, second]) clock.advance(91 * DAY);
  // The lease is renewed by the one that has it, or is free to anyone after so long a time.
  await until(async () => (await tokens()) === 0);
  t.equal(await tokens(), 0, 'deleted');
  const now = await holder();
  const [active, idle] = now === held ? (['first', 'second'] as const) : (['second', 'first'] as const);
  const before = { ...deleting };
  for (let passed = 0; passed < TURNS_MS; passed += 100) {
    for (const { clock } of [first, second]) clock.advance(300);
    await sleep(100);
  }
  t.ok(deleting[active] > before[active], 'one looks for more');
  t.equal(deleting[idle], before[idle], 'and the other does not');

  await (active === 'first' ? first : second).app.close();
  const left = active === 'first' ? second : first;
  await until(async () => {
    left.clock.advance(1000);
    return deleting[idle] > before[idle];
  });
  t.ok(deleting[idle] > before[idle], 'goes on');
  t.not(await holder(), now);
});

t.test('what happens last is listed first, whichever of two nodes it happens at', async (t) => {
  const options = { databaseUrl: databaseFile(t).url, dataDir: temporaryFolder(t), oneNode: 'there are two by hand' };
  const [one, other] = [await testApp(t, options), await testApp(t, options)];
  const signIn = async (number: number): Promise<void> => {
    const { app, clock } = number % 2 === 0 ? one : other;
    clock.advance(number);
    const browser = new Browser(app);
    browser.headers['user-agent'] = `browser ${number}`;
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: ANA, password: PASSWORD });
  };
  for (const number of [0, 1, 2]) {
    await signIn(number);
    await sleep(TURN_MS);
  }
  const { events } = await other.app.audit.accountLog.ofPerson('usr_demo_ana', 10);
  t.strictSame(
    events.filter(({ event }) => event === 'sign_in').map(({ userAgent }) => userAgent),
    ['browser 2', 'browser 1', 'browser 0'],
  );
});
