// slow
/** Migrations that are interrupted, that others wait for, and that older versions of the program meet. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { isUnreleased } from '../../db/engine/compatibility.ts';
import { readMigrations } from '../../db/engine/migrations.ts';
import { inspectDatabase } from '../../db/inspection.ts';
import { withTimeout } from '../../plugins/timeout.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { testApp } from '../support/app.ts';
import { type DatabaseFile, databaseFile, ENGINE, onPostgres } from '../support/database-edit.ts';
import { addUnknownMigration, countOfMigrations, makeOlder, newDatabase, schemaOf } from '../support/older-database.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const ALL = countOfMigrations(ENGINE);
/** More than anything here takes, so that what hangs is not waited for. */
const PATIENCE_MS = 20_000;
/** All statements of all migrations, which takes many minutes. */
const EVERY_STATEMENT = process.env.EVERY_STATEMENT === 'on';

const openAndClose = async (url: string, options: Parameters<typeof openDatabase>[1] = {}): Promise<void> =>
  (await openDatabase(url, options)).close();

async function older(t: Test, count: number): Promise<DatabaseFile> {
  const database = await newDatabase(t);
  await makeOlder(database, ENGINE, count);
  return database;
}

async function expectedSchema(t: Test): Promise<unknown> {
  const fresh = await newDatabase(t);
  await openAndClose(fresh.url);
  return schemaOf(fresh, ENGINE);
}

t.test('whoever may not migrate an older database refuses it, says what to do, and changes nothing', async (t) => {
  const database = await older(t, ALL - 1);
  const before = await schemaOf(database, ENGINE);
  const newest = readMigrations(ENGINE).at(-1)?.name;
  await t.rejects(openDatabase(database.url, { migrates: false }), {
    message: `the database is older than this version (pending: ${newest}); run schoolgate migrate`,
  });
  t.strictSame(await schemaOf(database, ENGINE), before);
  await openAndClose(database.url);
  await openAndClose(database.url, { migrates: false });
  t.strictSame(await schemaOf(database, ENGINE), await expectedSchema(t));
});

t.test(
  'an older version runs on a newer database if the newer migrations permit it, and otherwise stops',
  async (t) => {
    const file = databaseFile(t);
    const { app } = await testApp(t, { databaseUrl: file.url, seed: false });
    const ready = async () => (await app.inject('/readyz')).json();
    await addUnknownMigration(file, ENGINE, '1.0.0');
    await openAndClose(file.url);
    t.strictSame(await ready(), { status: 'ready' });
    await addUnknownMigration(file, ENGINE, '999.2.0');
    t.strictSame(await ready(), { status: 'not ready', failed: ['migrations'] });
    await t.rejects(openDatabase(file.url), { message: /start Schoolgate 999\.2\.0 or newer, or restore a backup/ });

    const between = databaseFile(t);
    await testApp(t, { databaseUrl: between.url, seed: false });
    const first = Number(readMigrations(ENGINE)[0]?.when);
    await addUnknownMigration(between, ENGINE, '999.2.0', first + 1);
    await t.rejects(openDatabase(between.url), { message: /start Schoolgate 999\.2\.0 or newer/ });

    const equal = databaseFile(t);
    await testApp(t, { databaseUrl: equal.url, seed: false });
    await addUnknownMigration(equal, ENGINE, VERSION);
    if (isUnreleased(VERSION)) {
      await t.rejects(openDatabase(equal.url), { message: `start a later build of Schoolgate ${VERSION}, or restore` });
    } else await openAndClose(equal.url);

    const silent = databaseFile(t);
    await testApp(t, { databaseUrl: silent.url, seed: false });
    await addUnknownMigration(silent, ENGINE);
    await t.rejects(openDatabase(silent.url), { message: /newer version of Schoolgate has changed its tables/ });
  },
);

/** Opens the database in a process that is killed before its n-th statement. @returns whether it was */
async function killed(url: string, statement: number): Promise<boolean> {
  const script = `
    const { subscribe } = await import('node:diagnostics_channel');
    const { openDatabase } = await import(${JSON.stringify(join(ROOT, 'db/database.ts'))});
    let left = ${statement};
    subscribe('schoolgate:statement', () => left-- === 0 && process.kill(process.pid, 'SIGKILL'));
    await (await openDatabase(process.argv[1])).close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], { stdio: ['ignore', 2, 2] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the migration failed with ${code}`);
  return signal === 'SIGKILL';
}

t.test(
  'a migration that is killed at any statement is whole or not there, and the next start goes on [F22]',
  async (t) => {
    const expected = await expectedSchema(t);
    const [from, step] = EVERY_STATEMENT ? [1, 1] : [ALL - 8, 14];
    const database = await older(t, from);
    let kills = 0;
    for (let statement = 0, pending = ALL - from; ; statement += step) {
      if (!(await killed(database.url, statement))) break;
      kills += 1;
      const found = (await inspectDatabase(database.url)).pending;
      t.strictSame(found, readMigrations(ENGINE).slice(-found.length), `${found.length} are left`);
      if (ENGINE === 'sqlite') t.equal(await database.read('pragma integrity_check'), 'ok');
      t.equal(await database.read('select count(*) from people'), 1);
      // What was finished is kept, so the statements are counted anew.
      if (found.length < pending) statement = 0;
      pending = found.length;
    }
    t.ok(kills > (EVERY_STATEMENT ? 300 : 2), `${kills} kills`);
    t.strictSame(await schemaOf(database, ENGINE), expected);
  },
);

onPostgres(
  'while a table is locked, a migration waits without holding up others for long, and then goes on',
  async (t) => {
    // This migration adds a column to the table, which takes the strongest lock.
    const adding = readMigrations(ENGINE).findIndex(({ name }) => name.endsWith('_people_erased'));
    const database = await older(t, adding);
    const commit = await database.hold('lock table people in row exclusive mode');
    const migrated = openAndClose(database.url);
    const waiting = "select count(*) from pg_locks where relation = 'people'::regclass and not granted";
    try {
      // It waits, and lets go, more than once.
      for (const isWaiting of [true, false, true, false])
        await until(async () => Number(await database.read(waiting)) > 0 === isWaiting);
      const count = await withTimeout(PATIENCE_MS, database.read('select count(*) from people'));
      t.equal(Number(count), 1, 'others read meanwhile');
    } finally {
      await commit();
    }
    await migrated;
    t.strictSame((await inspectDatabase(database.url)).pending, []);
  },
);

onPostgres('of several nodes one migrates, and the others wait for it, but not for ever', async (t) => {
  const database = await older(t, ALL - 1);
  const release = await database.hold('select pg_advisory_lock(7305211)');
  const impatient = withTimeout(PATIENCE_MS, openDatabase(database.url, { waitMs: 300 }));
  await t.rejects(impatient, { message: /another node has been migrating/ });
  const others = [openAndClose(database.url), openAndClose(database.url)];
  await release();
  await Promise.all(others);
  t.strictSame((await inspectDatabase(database.url)).pending, []);
  const twice = 'select created_at from drizzle.__drizzle_migrations group by 1 having count(*) > 1';
  t.strictSame(await database.rows(twice), [], 'each migration was applied once');
});

onPostgres('an index that an interrupted migration left unusable is built again', async (t) => {
  const migrations = readMigrations(ENGINE);
  const building = migrations.findLastIndex(({ statements }) =>
    statements.every((sql) => /^\s*create index/i.test(sql)),
  );
  const database = await older(t, building);
  const [statement = ''] = migrations[building]?.statements ?? [];
  const [, name] = /create index "(\w+)"/i.exec(statement) ?? [];
  await database.run(statement);
  // As `create index concurrently` leaves it if the connection ends.
  await database.edit(`update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`);
  await openAndClose(database.url);
  t.strictSame(await schemaOf(database, ENGINE), await expectedSchema(t));
});

t.test('the start of a server waits for migrations and for the search index as long as they take', async (t) => {
  const { app } = await testApp(t);
  t.equal(app.initialConfig.pluginTimeout, 0, 'nothing ends it, as it would a plugin that hangs');
});
