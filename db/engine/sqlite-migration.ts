/** Migrates a SQLite file, one transaction for each migration. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import type { OpenOptions } from './engine.ts';
import { isSqliteBusy } from './engine-errors.ts';
import { backUpBeforeMigration } from './migration-backup.ts';
import { type AppliedMigration, type Migration, NotMigratedError, newestOf, pendingMigrations } from './migrations.ts';
import { announce } from './statement-channel.ts';

const TRIES = 10;
const TABLE = '__drizzle_migrations';

/**
 * Reads the migrations that a file has had.
 * @throws {Error} for a file of another program
 */
export function appliedInSqlite(connection: Sqlite.Database): AppliedMigration[] {
  const tables = connection.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  if (tables.length === 0) return [];
  if (!tables.includes(TABLE)) throw new Error('it belongs to another program');
  return connection.prepare<[], AppliedMigration>(`select * from ${TABLE}`).all();
}

/**
 * Migrates the database. It tries again if another process holds the lock: SQLite does not wait for it when the journal
 * mode changes.
 * @throws {NotMigratedError} if there is something to migrate, and the caller may not
 */
export async function bringUpToDate(connection: Sqlite.Database, options: OpenOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(connection, options);
    } catch (error) {
      if (!isSqliteBusy(error) || attempt === TRIES) throw error;
      await sleep(Math.random() * 50 * attempt);
    }
  }
}

async function migrate(connection: Sqlite.Database, { migrates, log, onMigrated }: OpenOptions): Promise<void> {
  const applied = appliedInSqlite(connection);
  const pending = pendingMigrations('sqlite', applied);
  if (pending.length > 0 && !migrates) throw new NotMigratedError(pending, applied.length === 0);
  connection.pragma('journal_mode = WAL');
  if (pending.length === 0) return;
  const copy = await backUpBeforeMigration(connection);
  for (const migration of pending) {
    apply(connection, migration);
    onMigrated(migration.name, pending.length);
    // The process notices signals.
    await nextTurn();
  }
  if (copy !== undefined) log(`migrated the database; ${copy} is a copy from before`);
}

/** Applies a migration, unless another process has done so meanwhile. */
function apply(connection: Sqlite.Database, { when, hash, statements, oldestVersion }: Migration): void {
  const run = (sql: string): void => {
    announce(sql);
    connection.exec(sql);
  };
  run('begin immediate');
  try {
    run(`create table if not exists ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
    if (newestOf(appliedInSqlite(connection)) < when) {
      const columns = connection.prepare(`select name from pragma_table_info('${TABLE}')`).pluck().all();
      if (!columns.includes('oldest_version')) run(`alter table ${TABLE} add column oldest_version text`);
      for (const statement of statements) run(statement);
      const insert = connection.prepare(`insert into ${TABLE} (hash, created_at, oldest_version) values (?, ?, ?)`);
      announce(insert.source);
      insert.run(hash, when, oldestVersion);
    }
    run('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}
