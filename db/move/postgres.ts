/** PostgreSQL as the source and as the target of a move. Each is one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { appliedInPostgres, connectPostgres, createTables, withPostgres } from '../engine/postgres-migration.ts';
import { type MovedTable, movedTables, type Row } from './rows.ts';
import type { MoveSource, MoveTarget } from './sides.ts';

const BATCH_ROWS = 1000;
/** Of a table with bytes, such as pictures, whose rows are long. */
const BATCH_LONG_ROWS = 50;
const NO_LIMITS = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '5s'";
/** Every value as PostgreSQL writes it. */
const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => String };

/** A process that has just ended still has connections for a moment. */
const UNUSED_WITHIN_MS = 3000;
/** A move that was killed keeps its lock until PostgreSQL notices, which takes seconds on a busy machine. */
const UNLOCKED_WITHIN_MS = 15_000;
const POLL_MS = 100;

/** @throws {Error} if another connection of the same user stays open */
async function requireUnused(client: pg.Client): Promise<void> {
  for (const end = performance.now() + UNUSED_WITHIN_MS; ; await sleep(POLL_MS)) {
    const { rows } = await client.query(
      `select count(*) as count from pg_stat_activity where datname = current_database() and usename = current_user
       and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const count = Number(rows[0]?.count);
    if (count === 0) return;
    if (performance.now() >= end) {
      throw new Error(`the database is in use (${count} connections of its user); stop every server first`);
    }
  }
}

/** @throws {Error} if another connection of the same user stays open */
export const requireUnusedPostgres = (url: string): Promise<void> =>
  withPostgres(url, requireUnused, 'schoolgate keys');

/**
 * Locks every table, so that nothing changes until the move has ended.
 * @throws {Error} if a server has the database open
 */
export async function openPostgresSource(url: string): Promise<MoveSource> {
  const client = await connectPostgres(url, 'schoolgate move');
  try {
    await client.query(NO_LIMITS);
    const applied = await appliedInPostgres(client);
    await requireUnused(client);
    await client.query('begin isolation level repeatable read');
    const found = await tablesOf(client);
    if (found.size > 0) {
      await client.query('rollback; begin isolation level repeatable read');
      // The snapshot is taken after the locks, so it has everything that was committed before them.
      await client.query(`lock table ${[...found.keys()].map((name) => `public."${name}"`).join(', ')} in share mode`);
    }
    return {
      applied: async () => applied,
      tables: async () => found,
      rows: (table) => rowsOf(client, table),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function tablesOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select tables.table_name as name, array_agg(column_name::text) as columns
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function* rowsOf(client: pg.Client, table: MovedTable): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const count = table.columns.some(({ kind }) => kind === 'bytes') ? BATCH_LONG_ROWS : BATCH_ROWS;
  await client.query(
    `set local bytea_output = 'hex'; declare moved no scroll cursor for select ${columns} from "${table.name}"`,
  );
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${count} from moved`,
      rowMode: 'array',
      types: AS_TEXT,
    });
    if (rows.length === 0) break;
    yield rows.map((row) => row.map((value, index) => cellOf(value, table.columns[index]?.kind)));
  }
  await client.query('close moved');
}

function cellOf(value: string | null, kind: MovedTable['columns'][number]['kind'] | undefined): string | null {
  if (value === null) return null;
  if (kind === 'flag') return value === 't' ? '1' : '0';
  return kind === 'bytes' ? value.slice('\\x'.length) : value;
}

/**
 * Makes the tables and fills them in one transaction: until it is committed, the database is empty, and a server that is
 * started waits as for a migration.
 */
export async function openPostgresTarget(url: string): Promise<MoveTarget> {
  const client = await connectPostgres(url, 'schoolgate move');
  try {
    await client.query(NO_LIMITS);
    await client.query('begin');
    const { rows } = await client.query(
      "select table_name from information_schema.tables where table_schema in ('public', 'drizzle') limit 1",
    );
    if (rows.length > 0) throw new Error('the database has tables; the target of a move must be empty');
    await createTables(client, UNLOCKED_WITHIN_MS);
    await setTriggers(client, 'disable');
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    write: (table, rows) => writeRows(client, table, rows),
    rows: (table) => rowsOf(client, table),
    async finish() {
      await setTriggers(client, 'enable');
      await client.query('analyze');
      await client.query('commit');
      await client.end();
    },
    close: () => client.end(),
  };
}

/** The rows that triggers write are in the source, too. */
async function setTriggers(client: pg.Client, to: 'enable' | 'disable'): Promise<void> {
  for (const { name } of movedTables()) await client.query(`alter table "${name}" ${to} trigger user`);
}

const CASTS = {
  integer: (column: string) => `${column}::bigint`,
  flag: (column: string) => `${column}::boolean`,
  text: (column: string) => column,
  bytes: (column: string) => `decode(${column}, 'hex')`,
  json: (column: string) => `${column}::jsonb`,
} as const;

/** Inserts a batch with one array of values for each column. */
async function writeRows(client: pg.Client, table: MovedTable, rows: readonly Row[]): Promise<void> {
  for (const row of rows) requireStorable(table, row);
  const names = table.columns.map(({ name }) => `"${name}"`);
  const values = table.columns.map(({ kind }, index) => CASTS[kind](`given.c${index}`));
  const parameters = table.columns.map((_, index) => `$${index + 1}::text[]`);
  await client.query({
    name: `into ${table.name}`,
    text: `insert into "${table.name}" (${names.join(', ')}) select ${values.join(', ')}
      from unnest(${parameters.join(', ')}) as given (${names.map((_, index) => `c${index}`).join(', ')})`,
    values: table.columns.map((_, index) => rows.map((row) => row[index])),
  });
}

/**
 * The server accepts no text with NUL, but SQLite would store one, also one that another program wrote.
 * @throws {Error} naming the row
 */
function requireStorable(table: MovedTable, row: Row): void {
  for (const [index, cell] of row.entries()) {
    const { name = '', kind } = table.columns[index] ?? {};
    const isStorable =
      cell === null || (kind === 'json' ? !JSON_ESCAPE.test(cell) || isWhole(JSON.parse(cell)) : !cell.includes('\0'));
    if (!isStorable)
      throw new Error(
        `PostgreSQL cannot store ${table.name}.${name} of the row that begins with ${row[0]}: it contains NUL or half a character`,
      );
  }
}

const JSON_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const isWhole = (json: unknown): boolean => {
  if (typeof json === 'string') return json.isWellFormed() && !json.includes('\0');
  return typeof json !== 'object' || json === null || [...Object.keys(json), ...Object.values(json)].every(isWhole);
};
