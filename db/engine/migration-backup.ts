/** Keeps a copy of a SQLite file before a migration changes it, as the way back to the version before. */
import { chmodSync, closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';

const KEPT = 3;

/**
 * Writes the copy beside the file, and deletes all but the newest ones.
 * @returns the path of the copy, or nothing if there is nothing in the database to lose
 */
export function backUpBeforeMigration(connection: Sqlite.Database): string | undefined {
  const { name: path, memory } = connection;
  if (memory || !hasData(connection)) return undefined;
  const prefix = `${basename(path)}.before-migration-`;
  const copy = join(dirname(path), `${prefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const draft = `${copy}.${process.pid}`;
  try {
    connection.prepare('vacuum into ?').run(draft);
    chmodSync(draft, 0o600);
    const file = openSync(draft, 'r');
    fsyncSync(file);
    closeSync(file);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
  const copies = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix) && name.endsWith('Z'));
  for (const old of copies.sort().slice(0, -KEPT)) rmSync(join(dirname(path), old), { force: true });
  return copy;
}

/** A database without people and schools has just been made. */
function hasData(connection: Sqlite.Database): boolean {
  const tables = connection.prepare("select name from sqlite_schema where name in ('people', 'sites')").pluck().all();
  return tables.some((table) => connection.prepare(`select 1 from ${table} limit 1`).get() !== undefined);
}
