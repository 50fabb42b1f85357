/** Keeps a copy of a SQLite file before a migration changes it, as the way back to the version before. */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { syncNow } from '../../schema/program/durable.ts';
import { runLong } from './long-statement.ts';

const KEPT = 3;

const prefixOf = (path: string): string => `${basename(path)}.before-migration-`;
const isCopyOf = (path: string, name: string): boolean => name.startsWith(prefixOf(path)) && name.endsWith('Z');

/** The copies beside a file, oldest first, with the times at which they were written. */
export function migrationCopies(path: string): { path: string; at: number }[] {
  const folder = dirname(path);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => isCopyOf(path, name)) : [];
  return names.sort().flatMap((name) => {
    const copy = statSync(join(folder, name), { throwIfNoEntry: false });
    return copy === undefined ? [] : [{ path: join(folder, name), at: copy.mtimeMs }];
  });
}

/**
 * Deletes copies by their age: they have everything that was deleted since.
 * @param before milliseconds since the epoch, by the clock of the file system
 */
export function deleteMigrationCopies(path: string, before: number): void {
  for (const copy of migrationCopies(path)) if (copy.at < before) rmSync(copy.path, { force: true });
}

/**
 * Writes the copy beside the file, and deletes all but the newest ones.
 * @returns the path of the copy, or nothing if there is nothing in the database to lose
 */
export async function backUpBeforeMigration(connection: Sqlite.Database): Promise<string | undefined> {
  const { name: path, memory } = connection;
  if (memory || !hasData(connection)) return undefined;
  const copy = join(dirname(path), `${prefixOf(path)}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const draft = `${copy}.${process.pid}`;
  try {
    await runLong(connection, 'vacuum into ?', [draft]);
    chmodSync(draft, 0o600);
    syncNow(draft);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
  for (const old of migrationCopies(path).slice(0, -KEPT)) rmSync(old.path, { force: true });
  return copy;
}

/** A database without people and schools has just been made. */
function hasData(connection: Sqlite.Database): boolean {
  const tables = connection.prepare("select name from sqlite_schema where name in ('people', 'sites')").pluck().all();
  return tables.some((table) => connection.prepare(`select 1 from ${table} limit 1`).get() !== undefined);
}
