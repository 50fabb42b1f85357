/** What there is to know of a database before it is opened, without changing it. */
import { existsSync, statSync } from 'node:fs';
import { isPostgresUrl, sqlitePath } from './database.ts';
import { unavailableInPostgres } from './engine/engine-errors.ts';
import { type AppliedMigration, type Migration, pendingMigrations } from './engine/migrations.ts';

export interface Inspection {
  readonly engine: 'sqlite' | 'postgres';
  readonly version: string;
  readonly bytes: number;
  /** The migrations that it lacks; all of them if it is new. */
  readonly pending: readonly Migration[];
  readonly isNew: boolean;
  /** The private signing keys, encrypted under the master key. */
  readonly sealedKeys: readonly Buffer[];
}

const SEALED_KEYS = 'select sealed_private_key from signing_keys';

/**
 * @throws {NewerDatabaseError} if this version cannot use it
 * @throws {Error} if it cannot be read
 */
export const inspectDatabase = (url: string): Promise<Inspection> =>
  isPostgresUrl(url) ? inspectPostgres(url) : inspectSqlite(sqlitePath(url));

/** Whether the server of the database may answer later: it is starting, or the network is. */
export const isAway = (error: unknown): boolean =>
  unavailableInPostgres(error) !== undefined ||
  (error instanceof Error && 'code' in error && /^(EAI_AGAIN|ENOTFOUND)$/.test(String(error.code)));

async function inspectPostgres(url: string): Promise<Inspection> {
  const { appliedInPostgres, withPostgres } = await import('./engine/postgres-migration.ts');
  return withPostgres(url, async (client) => {
    await client.query("set statement_timeout = '5s'");
    const about = await client.query(
      "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
    );
    const applied = await appliedInPostgres(client);
    const keys = applied.length === 0 ? [] : (await client.query({ text: SEALED_KEYS, rowMode: 'array' })).rows;
    const { version, bytes } = about.rows[0] ?? {};
    return {
      engine: 'postgres',
      version: String(version),
      bytes: Number(bytes),
      ...standingOf('postgres', applied),
      sealedKeys: keys.map(([key]) => key),
    };
  });
}

async function inspectSqlite(path: string): Promise<Inspection> {
  const [{ default: Sqlite }, { addOnOptions }, { appliedInSqlite }] = await Promise.all([
    import('better-sqlite3'),
    import('../schema/program/add-on.ts'),
    import('./engine/sqlite-migration.ts'),
  ]);
  const isThere = existsSync(path);
  const connection = new Sqlite(isThere ? path : ':memory:', { readonly: isThere, ...addOnOptions('.') });
  try {
    const applied = appliedInSqlite(connection);
    return {
      engine: 'sqlite',
      version: String(connection.prepare('select sqlite_version()').pluck().get()),
      bytes: [path, `${path}-wal`].reduce(
        (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),
      ...standingOf('sqlite', applied),
      sealedKeys: applied.length === 0 ? [] : (connection.prepare(SEALED_KEYS).pluck().all() as Buffer[]),
    };
  } finally {
    connection.close();
  }
}

const standingOf = (engine: Inspection['engine'], applied: readonly AppliedMigration[]) => ({
  pending: pendingMigrations(engine, applied),
  isNew: applied.length === 0,
});
