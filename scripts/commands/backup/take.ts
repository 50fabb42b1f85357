/** Takes a backup while the server runs. */
import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPostgresUrl, sqlitePath } from '../../../db/database.ts';
import { requireDatabase } from '../../../db/inspection.ts';
import { type KeyRing, makeKeyRing } from '../../../plugins/keys/key-ring.ts';
import { listBackups, nameOf } from '../../../plugins/running/backup-folder.ts';
import type { Config } from '../../../plugins/settings/config.ts';
import { sync } from '../../../schema/program/durable.ts';
import { makeFolder } from '../../../schema/program/folders.ts';
import { VERSION } from '../../../schema/program/manifest.ts';
import { step } from '../progress.ts';
import { ENCRYPTED, encrypterFor, encryptFile, withWorkFolder } from './encryption.ts';
import { checksumOf, copyFiles, listOf } from './files.ts';
import { DATABASE, hasSeal, LIST, MANIFEST, type Manifest, readBackup, sealOf, sha256 } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';

const DAY = 86_400_000;
const UNFINISHED = '.unfinished-';

export const KEY_OF_THAT_TIME = 'if the key was replaced since, set the key of that time as MASTER_KEY_PREVIOUS_FILE';

export interface TakenBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly damaged: readonly string[];
}

/**
 * @param to the folder of the backups
 * @param recipients public keys of age to encrypt the backup to; if there are none, it is not encrypted
 * @throws {Error} if the backup could not be opened with the master key of the settings
 */
export async function takeBackup(config: Config, to: string, recipients: readonly string[] = []): Promise<TakenBackup> {
  await encrypterFor(recipients);
  await requireDatabase(config.databaseUrl);
  makeFolder(to, 'set BACKUP_DIR, or --to, to another folder');
  await removeUnfinished(to);
  const draft = await mkdtemp(join(to, UNFINISHED));
  try {
    const at = Date.now();
    const isEncrypted = recipients.length > 0;
    step();
    const { snapshot, database } = isEncrypted
      ? await withWorkFolder(config.dataDir, (work) => copyDatabase(config.databaseUrl, work, draft, recipients))
      : await copyDatabase(config.databaseUrl, draft, draft, recipients);
    const ring = requireMasterKey(config, snapshot);
    const sources = { storage: config.storageDir, previous: await previousIn(to, ring, recipients), recipients };
    const filesIn = config.bucket === undefined ? 'backup' : 'bucket';
    const files = await copyFiles(filesIn === 'backup' ? snapshot.files : [], sources, draft);
    const list = listOf(new Map([database, ...files.checksums]));
    const unsealed: Omit<Manifest, 'seal'> = {
      format: 1,
      program: VERSION,
      engine: isPostgresUrl(config.databaseUrl) ? 'postgres' : 'sqlite',
      migration: snapshot.migration,
      takenAt: new Date(at).toISOString(),
      masterKeys: [...ring.versions],
      filesIn,
      files: files.checksums.size,
      missing: [...files.missing],
      encryptedFor: [...recipients],
      list: sha256(list),
    };
    const manifest = { ...unsealed, seal: sealOf(unsealed, ring) };
    await writeWhole(join(draft, LIST), list);
    await writeWhole(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const folder = join(to, nameOf(at));
    await rename(draft, folder);
    await sync(to);
    return { folder, manifest, damaged: files.damaged };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** @returns also the name of the copy in the backup, and its checksum */
async function copyDatabase(
  url: string,
  work: string,
  draft: string,
  recipients: readonly string[],
): Promise<{ snapshot: Snapshot; database: [name: string, checksum: string] }> {
  const copy = join(work, DATABASE);
  const snapshot = isPostgresUrl(url)
    ? await (await import('./postgres.ts')).copyPostgres(url, copy)
    : await (await import('./sqlite.ts')).copySqlite(sqlitePath(url), copy);
  await chmod(copy, 0o600);
  if (recipients.length === 0) return { snapshot, database: [DATABASE, await checksumOf(copy)] };
  const name = `${DATABASE}${ENCRYPTED}`;
  const { stored } = await encryptFile(copy, join(draft, name), recipients);
  return { snapshot, database: [name, stored] };
}

/** @throws {Error} if the keys of the settings do not decrypt what is encrypted */
export function requireMasterKey({ masterKey, previousMasterKey }: Config, { sealedKeys }: Snapshot) {
  const ring = makeKeyRing(masterKey, previousMasterKey);
  if (!ring.opensAll('signing keys', sealedKeys)) {
    throw new Error(`the MASTER_KEY of the settings is not the one of this database: ${KEY_OF_THAT_TIME}`);
  }
  return ring;
}

/**
 * The newest backup in the folder, if a server with a master key of the settings wrote it, and it is encrypted to the
 * same keys. The new seal covers what is shared, so a list that has no seal must not be believed.
 */
async function previousIn(to: string, ring: KeyRing, recipients: readonly string[]) {
  const newest = (await listBackups(to)).at(-1);
  if (newest === undefined) return undefined;
  const folder = join(to, newest.name);
  try {
    const { manifest, checksums } = readBackup(folder);
    const isUsable = hasSeal(manifest, ring) && manifest.encryptedFor.join() === recipients.join();
    return isUsable ? { folder, checksums } : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes all but the newest backups in a folder. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const old = (await listBackups(folder)).slice(0, -count);
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
  return old.map(({ name }) => name);
}

/** Deletes what backups left that were interrupted long ago. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < Date.now() - DAY) await rm(path, { recursive: true, force: true });
  }
}

const writeWhole = (path: string, text: string) => writeFile(path, text, { mode: 0o600, flush: true });
