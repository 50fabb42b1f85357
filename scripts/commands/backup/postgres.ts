/** Copies of a database in PostgreSQL, with its own programs `pg_dump` and `pg_restore`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { withPostgres } from '../../../db/engine/postgres-migration.ts';
import { StoreUnavailableError } from '../../../schema/refusals/store-error.ts';
import { stopSignal } from '../progress.ts';
import { FILES, knownFiles, MIGRATION, restoreStatements, SEALED_KEYS, type Snapshot } from './snapshot.ts';

/** The schema of the migrator. Without its table, no server opens the database. */
const MIGRATIONS = 'drizzle';

const connected = <Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withPostgres(url, use, 'schoolgate backup');

/** Writes a copy of what is committed at one moment, and reads at the same moment what the copy contains. */
export function copyPostgres(url: string, to: string): Promise<Snapshot> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query('select pg_export_snapshot() as id');
    const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${rows[0]?.id}`];
    await runTool('pg_dump', url, [...options, `--file=${to}`]);
    return readSnapshot(client);
  });
}

async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  const read = async (sql: string): Promise<unknown[][]> =>
    (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  const [[migration] = []] = await read(`${MIGRATION} ${MIGRATIONS}.__drizzle_migrations`);
  return {
    migration: Number(migration),
    files: knownFiles(await read(FILES)),
    sealedKeys: (await read(SEALED_KEYS)).map(([sealed]) => sealed as Buffer),
  };
}

/** @throws {Error} if the file is not a copy that `pg_dump` wrote */
export async function checkPostgresCopy(path: string): Promise<void> {
  await runTool('pg_restore', undefined, ['--list', path]);
}

/** @throws {Error} if the database has tables already */
export function requireNoTables(url: string): Promise<void> {
  return connected(url, async (client) => {
    const { rows } = await client.query(
      "select table_name from information_schema.tables where table_schema in ('public', $1) limit 1",
      [MIGRATIONS],
    );
    if (rows.length > 0)
      throw new Error(
        'the database has tables; a backup is restored into an empty one only. Create one, and name it in DATABASE_URL (docs/run/backup.md#restore)',
      );
  });
}

/**
 * Fills an empty database with a copy. The table of the migrator comes last, so that no server opens a database that is
 * not complete.
 * @param endedAt ends all access at this time; `undefined`: sessions, tokens and links of the copy live on
 */
export async function restorePostgres(copy: string, url: string, endedAt: number | undefined): Promise<void> {
  await requireNoTables(url);
  const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
  await runTool('pg_restore', url, [...options, `--exclude-schema=${MIGRATIONS}`, copy]);
  await connected(url, async (client) => {
    const { rows } = await client.query(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const columns = new Set(rows.map(({ name }) => name));
    const statements = restoreStatements(endedAt).filter(({ table, column }) => columns.has(`${table}.${column}`));
    await client.query(`begin; ${statements.map(({ sql }) => sql).join('; ')}; commit`);
    await client.query(`analyze; create schema if not exists ${MIGRATIONS}`);
  });
  await runTool('pg_restore', url, [...options, `--schema=${MIGRATIONS}`, copy]);
}

/** Takes the password out of a URL, which has it before the host or in the query. */
function withoutPassword(url: string | undefined): { target: string | undefined; password: string | undefined } {
  const [, inQuery] = /[?&]password=([^&]*)/.exec(url ?? '') ?? [];
  const [, before = '', beforeHost] = /^(postgres(?:ql)?:\/\/[^:@/?#]*):([^@/?#]*)@/.exec(url ?? '') ?? [];
  const short = beforeHost === undefined ? url : `${before}${url?.slice(before.length + beforeHost.length + 1)}`;
  const target = short?.replace(/([?&])password=[^&]*(&|$)/g, '$1').replace(/[?&]$/, '');
  return { target, password: inQuery ?? beforeHost };
}

/** Messages of its programs if the server has gone away under them. */
const AWAY =
  /the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)|terminating connection (?:due to|because of) [a-z ]+|server closed the connection unexpectedly|connection to server [^\n]*(?:refused|timed out|timeout expired|No such file or directory)/i;

/** Without the statement, which is no help to whoever takes a backup. */
function toolError(program: string, output: string): Error {
  const [away] = AWAY.exec(output) ?? [];
  if (away !== undefined) return new StoreUnavailableError('PostgreSQL', { cause: brokenConnection(away) });
  const [reason = ''] = output.split(/^(?:\w+: detail: )?(?:Query|Command) was:/m);
  return new Error(`${program} failed: ${reason.trim()}`);
}

const brokenConnection = (words: string): Error => Object.assign(new Error(words), { code: '08006' });

/**
 * Runs a program of PostgreSQL. The password is not in its arguments, which every user of the machine can see.
 * @throws {Error} with what the program says, or if it is not installed
 */
async function runTool(program: string, url: string | undefined, args: readonly string[]): Promise<void> {
  const { target, password } = withoutPassword(url);
  const child = spawn(program, [...(target === undefined ? [] : [`--dbname=${target}`]), ...args], {
    env: {
      // Nothing else of the environment, which may contain the master key.
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|LC_\w+|PG\w+)$/.test(name)),
      ),
      ...(password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopSignal,
  });
  try {
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw toolError(program, output);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw new Error(`${program} is not installed; it is one of the client programs of PostgreSQL`, { cause: error });
  }
}
