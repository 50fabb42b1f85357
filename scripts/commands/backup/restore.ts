/** Puts a verified backup into an empty place. */
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../plugins/settings/config.ts';
import { step } from '../progress.ts';
import { decryptFile, ENCRYPTED, withWorkFolder } from './encryption.ts';
import { copyWithChecksum, isMissing } from './files.ts';
import { DATABASE, type Manifest } from './manifest.ts';
import { EMPTY_ONLY, requireNoSqlite, restoreSqlite } from './sqlite.ts';

const isFile = (url: string): boolean => url.startsWith('file:');
const fileOf = (url: string): string => url.replace(/^file:/, '');

/** @throws {Error} if something is where the backup should be restored, or it is for the other engine */
export async function requireEmptyPlace({ databaseUrl, storageDir }: Config, { engine }: Manifest): Promise<void> {
  if (isFile(databaseUrl) !== (engine === 'sqlite')) {
    throw new Error(
      `this is a backup of ${engine}; restore it to a database of that engine (DATABASE_URL), then run schoolgate move`,
    );
  }
  if (isFile(databaseUrl)) requireNoSqlite(fileOf(databaseUrl));
  else await (await import('./postgres.ts')).requireNoTables(databaseUrl);
  const found = await readdir(join(storageDir, 'files')).catch(ifMissing);
  if (found.length > 0) throw new Error(`${join(storageDir, 'files')} has files; ${EMPTY_ONLY}`);
}

const ifMissing = (error: unknown): string[] => {
  if (isMissing(error)) return [];
  throw error;
};

/** A verified backup. */
export interface Restorable {
  readonly folder: string;
  /** Of each file in it, by path. What is restored is checked once more, for it can change after it was verified. */
  readonly checksums: ReadonlyMap<string, string>;
  /** Private keys of age that decrypt it. If there are none, it is not encrypted. */
  readonly identities: readonly string[];
}

/**
 * Restores the files first, so that the database appears when everything is there.
 * @param endedAt ends all access at this time; `undefined`: sessions, tokens and links of the backup live on
 */
export async function restoreBackup(backup: Restorable, config: Config, endedAt: number | undefined): Promise<void> {
  const { databaseUrl, storageDir, dataDir } = config;
  const paths = [...backup.checksums.keys()].filter((path) => path.startsWith('files/'));
  await restoreFiles(backup, paths, storageDir);
  const put = (copy: string): Promise<void> =>
    isFile(databaseUrl)
      ? restoreSqlite(copy, fileOf(databaseUrl), endedAt)
      : import('./postgres.ts').then(({ restorePostgres }) => restorePostgres(copy, databaseUrl, endedAt));
  try {
    await withWorkFolder(dataDir, async (work) => {
      const copy = join(work, DATABASE);
      await copyChecked(backup, backup.identities.length > 0 ? `${DATABASE}${ENCRYPTED}` : DATABASE, copy);
      await put(copy);
    });
  } catch (error) {
    // So that the next attempt finds an empty place.
    if (paths.length > 0) await rm(join(storageDir, 'files'), { recursive: true, force: true });
    throw error;
  }
}

/** @throws {Error} if the file is no longer the one that was verified */
async function copyChecked({ folder, checksums, identities }: Restorable, path: string, to: string): Promise<void> {
  const from = join(folder, path);
  const stored =
    identities.length > 0 ? (await decryptFile(from, to, identities)).stored : await copyWithChecksum(from, to);
  if (stored !== checksums.get(path)) throw new Error(`${path} was changed while the backup was restored`);
}

async function restoreFiles(backup: Restorable, paths: readonly string[], storageDir: string): Promise<void> {
  const draft = join(storageDir, `restoring-${process.pid}`);
  try {
    for (const [index, path] of paths.entries()) {
      step(index, paths.length);
      const target = join(draft, path.endsWith(ENCRYPTED) ? path.slice(0, -ENCRYPTED.length) : path);
      await copyChecked(backup, path, target);
    }
    if (paths.length > 0) {
      await rm(join(storageDir, 'files'), { recursive: true, force: true });
      await rename(join(draft, 'files'), join(storageDir, 'files'));
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
