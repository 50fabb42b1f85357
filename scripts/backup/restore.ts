/** Puts a verified backup into an empty place. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../plugins/config.ts';
import { copyWithChecksum, isMissing } from './files.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { requireNoSqlite, restoreSqlite } from './sqlite.ts';

const isFile = (url: string): boolean => url.startsWith('file:');
const fileOf = (url: string): string => url.replace(/^file:/, '');

/** @throws {Error} if something is where the backup should be restored, or it is for the other engine */
export async function requireEmptyPlace({ databaseUrl, storageDir }: Config, { engine }: Manifest): Promise<void> {
  if (isFile(databaseUrl) !== (engine === 'sqlite')) {
    throw new Error(`this is a backup of ${engine}; restore it to a database of that engine`);
  }
  if (isFile(databaseUrl)) requireNoSqlite(fileOf(databaseUrl));
  else await (await import('./postgres.ts')).requireNoTables(databaseUrl);
  const found = await readdir(join(storageDir, 'files')).catch(ifMissing);
  if (found.length > 0)
    throw new Error(`${join(storageDir, 'files')} has files; a backup is restored into an empty place only`);
}

const ifMissing = (error: unknown): string[] => {
  if (isMissing(error)) return [];
  throw error;
};

/**
 * Restores the files first, so that the database appears when everything is there.
 * @param endedAt ends all access at this time; `undefined`: sessions, tokens and links of the backup live on
 */
export async function restoreBackup(
  folder: string,
  paths: readonly string[],
  { databaseUrl, storageDir }: Config,
  endedAt: number | undefined,
): Promise<void> {
  const draft = join(storageDir, `restoring-${process.pid}`);
  try {
    for (const path of paths) {
      await mkdir(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
      await copyWithChecksum(join(folder, path), join(draft, path));
    }
    if (paths.length > 0) {
      await rm(join(storageDir, 'files'), { recursive: true, force: true });
      await rename(join(draft, 'files'), join(storageDir, 'files'));
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const copy = join(folder, DATABASE);
  try {
    if (isFile(databaseUrl)) await restoreSqlite(copy, fileOf(databaseUrl), endedAt);
    else await (await import('./postgres.ts')).restorePostgres(copy, databaseUrl, endedAt);
  } catch (error) {
    // So that the next attempt finds an empty place.
    if (paths.length > 0) await rm(join(storageDir, 'files'), { recursive: true, force: true });
    throw error;
  }
}
