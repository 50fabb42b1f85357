// slow
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { type Params, required, type Statement } from '../../db/engine/engine.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import { temporaryFolder } from '../support/app.ts';
import { onPostgres, onSqlite } from '../support/database-edit.ts';
import { query, throwawayPostgres } from '../support/postgres.ts';
import { storeContract } from './contract.ts';
import { addPlatform, contentsOf, issuedCode, NOW, newPair, times } from './fixtures.ts';
import { pathOf, postgresStores, sqliteFiles, sqliteStores } from './new-stores.ts';
import { type Stores, storesOf } from './stores.ts';

const ROOT = join(import.meta.dirname, '../..');

const folder = temporaryFolder(t);
const newFile = sqliteFiles(t);

/** The whole schema as the engine itself tells it. */
function sqliteSchema(url: string): unknown {
  const connection = new Sqlite(pathOf(url), { readonly: true });
  const schema = connection.prepare('select type, name, tbl_name, sql from sqlite_schema order by name').all();
  const migrations = connection.prepare('select * from __drizzle_migrations').all();
  connection.close();
  return { schema, migrations };
}

const postgresSchema = async (url: string): Promise<unknown> => ({
  columns: await query(
    url,
    `select table_name, column_name, data_type, is_nullable, ordinal_position from information_schema.columns
     where table_schema in ('public', 'drizzle') order by 1, 5`,
  ),
  indexes: await query(url, `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`),
  migrations: await query(url, 'select * from drizzle.__drizzle_migrations'),
});

/**
 * Opens new stores in two processes, each store at the same moment.
 * @returns what the two processes say about each store: `ok` or an error
 */
async function openTogether(urls: readonly string[]): Promise<string[][]> {
  const script = `
    const { once } = await import('node:events');
    const { openDatabase } = await import(${JSON.stringify(join(ROOT, 'db/database.ts'))});
    const urls = JSON.parse(process.argv[1]);
    if (urls[0].startsWith('postgres')) await import(${JSON.stringify(join(ROOT, 'db/engine/postgres.ts'))});
    else await import(${JSON.stringify(join(ROOT, 'db/engine/sqlite.ts'))});
    process.send('ready');
    for (const url of urls) {
      const [start] = await once(process, 'message');
      while (Date.now() < start);
      process.send(await openDatabase(url).then((db) => db.close()).then(() => 'ok', (error) => String(error)));
    }
    process.disconnect();`;
  const processes = times(2, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, JSON.stringify(urls)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const answers = (): Promise<string[]> =>
    Promise.all(processes.map(async (child): Promise<string> => (await once(child, 'message'))[0]));
  await answers();
  const said: string[][] = [];
  for (const _ of urls) {
    const answered = answers();
    const start = Date.now() + 20;
    for (const child of processes) child.send(start);
    said.push(await answered);
  }
  return said;
}

onSqlite('every store on SQLite', async (t) => {
  storeContract(t, await sqliteStores(newFile));

  t.test('opening a database a second time changes nothing [E-48]', async (t) => {
    const url = newFile();
    const first = await openDatabase(url);
    await addPlatform(storesOf(first));
    const before = { schema: sqliteSchema(url), rows: await contentsOf(first) };
    const second = await openDatabase(url);
    t.strictSame({ schema: sqliteSchema(url), rows: await contentsOf(second) }, before);
    await first.close();
    await second.close();
  });

  t.test('two processes that open a new database at once both succeed [E-48]', async (t) => {
    const urls = times(10, newFile);
    t.strictSame(
      await openTogether(urls),
      urls.map(() => ['ok', 'ok']),
    );
  });
});

onPostgres('every store on PostgreSQL', async (t) => {
  const postgres = await throwawayPostgres(t);
  storeContract(t, await postgresStores(postgres));

  t.test('opening a database a second time changes nothing [E-48]', async (t) => {
    const url = await postgres.createDatabase();
    const first = await openDatabase(url);
    await addPlatform(storesOf(first));
    const before = { schema: await postgresSchema(url), rows: await contentsOf(first) };
    const second = await openDatabase(url);
    t.strictSame({ schema: await postgresSchema(url), rows: await contentsOf(second) }, before);
    await first.close();
    await second.close();
  });

  t.test('two processes that open a new database at once both succeed [E-48]', async (t) => {
    const urls: string[] = [];
    for (const _ of times(4, (i) => i)) urls.push(await postgres.createDatabase());
    t.strictSame(
      await openTogether(urls),
      urls.map(() => ['ok', 'ok']),
    );
  });

  t.test('a connection lost in the middle of a unit of work is an outage and applies nothing [E-48]', async (t) => {
    const url = await postgres.createDatabase();
    const db = await openDatabase(url);
    t.teardown(() => db.close());
    const stores = storesOf(db);
    await addPlatform(stores);
    const code = await issuedCode(stores);
    const [pair, again] = [await newPair(stores), await newPair(stores)];

    const { default: pg } = await import('pg');
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select * from grants for update');
    const waiting = t.rejects(stores.codes.redeem(code, pair, NOW), StoreUnavailableError);
    const isWaiting = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await query(url, `select pid ${isWaiting}`)).length === 0);
    await query(url, `select pg_terminate_backend(pid) ${isWaiting}`);
    await waiting;
    await blocker.query('rollback');
    await blocker.end();

    t.equal((await stores.codes.find(code.grant.grantId))?.redeemedAt, null, 'nothing was applied');
    t.equal(await stores.codes.redeem(code, again, NOW), true, 'and the next one works');
  });

  return t.test('units of work that lock the same rows in opposite order all succeed [E-48]', async (t) => {
    const url = await postgres.createDatabase();
    const nodes = [storesOf(await openDatabase(url)), storesOf(await openDatabase(url))] as const;
    t.teardown(() => Promise.all(nodes.map(({ db }) => db.close())));
    await addPlatform(nodes[0]);
    const codes = [await issuedCode(nodes[0]), await issuedCode(nodes[0])].map(({ grant }) => grant.grantId);
    const [one = 0, two = 0] = codes;
    const statementOf = ({ db }: Stores): Statement<{ id: number }> =>
      db.write((q, p: Params<{ id: number }>) =>
        q.update(db.tables.grants).set({ nonce: 'touched' }).where(eq(db.tables.grants.id, p.id)),
      );
    const touch = [statementOf(nodes[0]), statementOf(nodes[1])] as const;
    const inOrder = (node: 0 | 1, first: number, second: number): Promise<boolean> =>
      nodes[node].db.atomically(required(touch[node]({ id: first })), required(touch[node]({ id: second })));
    // Each node takes the two rows in the other order.
    for (const _ of times(10, (i) => i)) {
      const units = [0, 1, 0, 1].map((node) => (node === 0 ? inOrder(0, one, two) : inOrder(1, two, one)));
      t.strictSame(await Promise.all(units), [true, true, true, true]);
    }
    const [seen] = await query(url, 'select deadlocks from pg_stat_database where datname = current_database()');
    t.comment(`${seen?.deadlocks} deadlocks`);
  });
});

t.test('the migrations of both engines are up to date with the tables of the code [E-48]', async (t) => {
  for (const [engine, dialect] of Object.entries({ sqlite: 'sqlite', postgres: 'postgresql' })) {
    const out = join(folder, `migrations-${engine}`);
    cpSync(join(ROOT, 'db/migrations', engine), out, { recursive: true });
    const before = readdirSync(out).sort();
    // Generating writes a migration when the tables differ from the last snapshot.
    const kit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs');
    const options = [`--dialect=${dialect}`, `--schema=db/tables/${engine}.ts`, `--out=${relative(ROOT, out)}`];
    const said = execFileSync(process.execPath, [kit, 'generate', ...options], {
      cwd: ROOT,
      input: '',
      encoding: 'utf8',
    });
    t.strictSame(readdirSync(out).sort(), before, `${engine}: nothing to generate`);
    t.match(said, 'No schema changes');
  }
});
