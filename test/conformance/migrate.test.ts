// slow
/** Who migrates the database: the start, another process, or nobody. */
import t from 'tap';
import { ENGINE } from '../support/database-edit.ts';
import { freePort, run } from '../support/live-server.ts';
import { makeOlder, newDatabase } from '../support/older-database.ts';
import { COMMAND } from '../support/programs.ts';
import { temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';

t.test('with MIGRATE=wait the start waits, off refuses, commands refuse, and migrate does it', async (t) => {
  const database = await newDatabase(t);
  await makeOlder(database, ENGINE, 20);
  const settings = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder(t), LOG_LEVEL: 'error' };
  const port = await freePort();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  const waiting = run(t, [COMMAND, 'serve'], { ...settings, PORT: String(port), MIGRATE: 'wait' });
  await until(async () => (await get('/readyz').catch(() => undefined))?.status === 503);
  t.strictSame(await (await get('/readyz')).json(), { status: 'not ready', failed: ['migrations'] });
  t.equal((await get('/healthz')).status, 200);
  const page = await get('/sign-in');
  t.strictSame([page.status, page.headers.get('retry-after')], [503, '2']);

  const others = [
    run(t, [COMMAND, 'serve'], { ...settings, PORT: String(await freePort()), MIGRATE: 'off' }),
    run(t, [COMMAND, 'serve'], {
      ...settings,
      PORT: String(await freePort()),
      MIGRATE: 'wait',
      MIGRATE_WAIT_SECONDS: '1',
    }),
    run(t, [COMMAND, 'keys', 'list'], settings),
    run(t, [COMMAND, 'users', 'find', 'a'], settings),
  ];
  for (const { ended } of others) {
    const { code, stderr } = await ended;
    t.equal(code, 1);
    t.match(stderr, /pending: 0020_.*run schoolgate migrate/);
  }

  t.equal((await run(t, [COMMAND, 'migrate'], { ...settings, MIGRATE: 'off' }).ended).code, 0);
  await until(async () => (await get('/readyz').catch(() => undefined))?.status === 200);
  process.kill(waiting.pid, 'SIGTERM');
  const { code, stderr } = await waiting.ended;
  t.equal(code, 0);
  t.match(
    stderr,
    /^Database: .*\nMaster key: .*\nSchoolgate is waiting: the database is not migrated \(pending: 0020_/,
  );
});

t.test('the start waits for a database server that is away, as long as DATABASE_WAIT_SECONDS', async (t) => {
  const settings = { DATABASE_URL: 'postgres://nobody@/nothing?host=/nowhere', DATA_DIR: temporaryFolder(t) };
  const port = await freePort();
  const server = run(t, [COMMAND, 'serve'], { ...settings, PORT: String(port), DATABASE_WAIT_SECONDS: '2' });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 503);
  t.strictSame(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json(), {
    status: 'not ready',
    failed: ['database'],
  });
  const { code, stderr } = await server.ended;
  t.equal(code, 1);
  t.match(
    stderr,
    /cannot start: the database does not answer \(.*ENOENT.*\): start it, or correct DATABASE_URL; waited 2 seconds\n$/,
  );
});
