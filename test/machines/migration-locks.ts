/**
 * `npm run machine -- migration-locks [--from <migration>] [--rows <count>] [--sql <statement>]`: applies migrations to a PostgreSQL
 * whose tables are large, and measures how long others wait for a read and for a write of the tables that are changed. The
 * statement changes the rows first, which otherwise differ in every column, so that a backfill finds something to do.
 */
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../db/database.ts';
import { type Migration, readMigrations } from '../../db/engine/migrations.ts';
import { STATEMENT_CHANNEL } from '../../db/engine/statement-channel.ts';
import { endWithUsage } from '../../scripts/commands/usage.ts';
import { readOptions } from '../support/command-line.ts';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';

const USAGE =
  'Usage: npm run machine -- migration-locks [--from <migration, after the first>] [--rows <count>] [--sql <statement>]\n';
const { values } = readOptions(USAGE, {
  from: { type: 'string' },
  rows: { type: 'string', default: '1000000' },
  sql: { type: 'string', default: 'select 1' },
});
const rows = Number(values.rows);
const all = readMigrations('postgres');
const from =
  values.from === undefined ? all.length - 1 : all.findIndex(({ name }) => name.startsWith(`${values.from}`));
if (from < 1 || !(rows >= 1)) endWithUsage(USAGE);

const postgres = await startPostgres();
if (postgres === undefined) throw new Error(NO_POSTGRES);
const url = await postgres.createDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query('create schema drizzle');
await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)');
for (const { hash, when, statements } of all.slice(0, from)) {
  for (const statement of statements) await client.query(statement);
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
}
const tables = await existing(all.slice(from).flatMap(tablesOf));
for (const table of tables) await fill(table);
await client.query(values.sql);
await client.query('analyze');
for (const [i, { ms, read, write }] of (await migrate(tables)).entries()) {
  const waits = `longest read ${Math.round(read)} ms, longest write ${Math.round(write)} ms`;
  process.stdout.write(`${all[from + i]?.name}: ${Math.round(ms)} ms; ${waits}\n`);
}
await client.end();
await postgres.stop();

function tablesOf({ statements }: Migration): string[] {
  const naming =
    /^\s*(?:alter table|update|delete from|create (?:unique )?index \S+ on|create trigger .* on)\s+"?(\w+)/i;
  const locking = /^(?:\s*--.*\n)*\s*lock table ([^;]*) in /i;
  return statements.flatMap((statement) => [
    ...(naming.exec(statement)?.slice(1) ?? []),
    ...(locking.exec(statement)?.[1]?.match(/\w+/g) ?? []),
  ]);
}

async function existing(names: readonly string[]): Promise<string[]> {
  const { rows: found } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' and tablename = any($1)",
    [names],
  );
  return found.map(({ tablename }) => tablename);
}

/** Rows that differ in every column that can differ. */
async function fill(table: string): Promise<void> {
  const { rows: columns } = await client.query<{ column_name: string; data_type: string }>(
    "select column_name, data_type from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  const sample = (type: string): string =>
    new Map([
      ['text', "'t' || n"],
      ['boolean', 'n % 2 = 0'],
      ['jsonb', "'[]'::jsonb"],
      ['json', "'[]'::json"],
      ['bytea', "decode(lpad(to_hex(n), 8, '0'), 'hex')"],
    ]).get(type) ?? `n::${type}`;
  await client.query("set session_replication_role = 'replica'");
  const names = columns.map(({ column_name }) => `"${column_name}"`).join(', ');
  const samples = columns.map(({ data_type }) => sample(data_type)).join(', ');
  await client.query(`insert into "${table}" (${names}) select ${samples} from generate_series(1, $1::int) as n`, [
    rows,
  ]);
  process.stdout.write(`${table}: ${rows} rows\n`);
}

interface Measured {
  ms: number;
  read: number;
  write: number;
}

/** Migrates as the server does, while others read and write every table that is changed. */
async function migrate(tables: readonly string[]): Promise<readonly Measured[]> {
  const measured = all.slice(from).map((): Measured => ({ ms: 0, read: 0, write: 0 }));
  let current = 0;
  let begin = performance.now();
  let isOver = false;
  subscribe(STATEMENT_CHANNEL, (sql) => {
    const one = measured[current];
    if (one === undefined || !String(sql).startsWith('insert into drizzle.')) return;
    one.ms = performance.now() - begin;
    begin = performance.now();
    current += 1;
  });

  async function watch(table: string): Promise<void> {
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    const [column] = (await watcher.query(`select * from "${table}" limit 1`)).fields;
    const row = `ctid = (select ctid from "${table}" limit 1)`;
    const look = async (kind: 'read' | 'write', sql: string): Promise<void> => {
      const [during, start] = [measured[Math.min(current, measured.length - 1)], performance.now()];
      await watcher.query(sql);
      if (during !== undefined) during[kind] = Math.max(during[kind], performance.now() - start);
    };
    while (!isOver) {
      await look('read', `select 1 from "${table}" limit 1`);
      await look('write', `update "${table}" set "${column?.name}" = "${column?.name}" where ${row}`);
      await sleep(5);
    }
    await watcher.end();
  }

  const watchers = Promise.all(tables.map(watch));
  await (await openDatabase(url)).close();
  isOver = true;
  await watchers;
  return measured;
}
