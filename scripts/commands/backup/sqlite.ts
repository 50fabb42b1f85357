/** Copies of a database in SQLite: taken while it is in use, read, and put in its place. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { runLong } from '../../../db/engine/long-statement.ts';
import { openReadable } from '../../../db/engine/readable-file.ts';
import { addOnOptions } from '../../../schema/program/add-on.ts';
import { syncNow } from '../../../schema/program/durable.ts';
import { makeFolder } from '../../../schema/program/folders.ts';
import { stopSignal } from '../progress.ts';
import { FILES, knownFiles, MIGRATION, restoreStatements, SEALED_KEYS, type Snapshot } from './snapshot.ts';

/** The next step if a backup cannot be restored. */
export const EMPTY_ONLY =
  'a backup is restored into an empty place only. Stop the server, and move schoolgate.db, its -wal and -shm, and what is ' +
  'in STORAGE_DIR away first (docs/run/backup.md#restore)';
/** How long to wait for a server that is just moving its log into the database. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Writes a copy of what is committed at one moment. The copy holds up no one: it reads a snapshot, and writers go on.
 * @param to must not exist
 */
export async function copySqlite(path: string, to: string): Promise<Snapshot> {
  const source = openReadable(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    await runLong(source, 'vacuum into ?', [to], stopSignal);
  } finally {
    source.close();
  }
  syncNow(to);
  return readSqliteCopy(to);
}

/** @throws {Error} if the file is not a whole database of this program */
export async function readSqliteCopy(path: string): Promise<Snapshot> {
  const copy = openReadable(path);
  try {
    const [found] = await runLong(copy, 'pragma integrity_check(1)', [], stopSignal);
    if (found !== 'ok') throw new Error(String(found));
    return {
      migration: Number(copy.prepare(`${MIGRATION} __drizzle_migrations`).pluck().get()),
      files: knownFiles(copy.prepare(FILES).raw().all() as unknown[][]),
      sealedKeys: copy.prepare(SEALED_KEYS).pluck().all() as Buffer[],
    };
  } finally {
    copy.close();
  }
}

/** @throws {Error} if there is a database already */
export function requireNoSqlite(path: string): void {
  const found = [path, `${path}-wal`].find((file) => existsSync(file));
  if (found !== undefined) throw new Error(`${found} exists; ${EMPTY_ONLY}`);
}

/**
 * Puts a copy in the place of a database. The database appears under its name when it is complete.
 * @param endedAt ends all access at this time; `undefined`: sessions, tokens and links of the copy live on
 */
export async function restoreSqlite(copy: string, path: string, endedAt: number | undefined): Promise<void> {
  requireNoSqlite(path);
  makeFolder(dirname(path), 'set DATABASE_URL or DATA_DIR to another place');
  const draft = `${path}.restoring`;
  try {
    await copyFile(copy, draft);
    prepare(draft, endedAt);
    syncNow(draft);
    requireNoSqlite(path);
    renameSync(draft, path);
    syncNow(dirname(path));
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  }
}

function prepare(path: string, endedAt: number | undefined): void {
  const restored = new Sqlite(path, { fileMustExist: true, ...addOnOptions(dirname(path)) });
  try {
    const column = restored.prepare('select 1 from pragma_table_info(?) where name = ?');
    const statements = restoreStatements(endedAt).filter((one) => column.get(one.table, one.column) !== undefined);
    restored.exec(`begin immediate; ${statements.map(({ sql }) => sql).join('; ')}; commit`);
  } finally {
    restored.close();
  }
}
