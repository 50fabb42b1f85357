/** Takes a backup while the server runs. */
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../plugins/config.ts';
import { makeKeyRing } from '../../plugins/key-ring.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { checksumOf, copyFiles, listOf } from './files.ts';
import { DATABASE, LIST, listBackups, MANIFEST, type Manifest, nameOf, readBackup, sha256 } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';

const DAY = 86_400_000;
const UNFINISHED = '.unfinished-';

export interface Taken {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly damaged: readonly string[];
}

/**
 * @param to the folder of the backups
 * @throws {Error} if the backup could not be opened with the master key of the settings
 */
export async function takeBackup(config: Config, to: string): Promise<Taken> {
  const { storageDir } = config;
  await mkdir(to, { recursive: true, mode: 0o700 });
  await removeUnfinished(to);
  const draft = await mkdtemp(join(to, UNFINISHED));
  try {
    const at = Date.now();
    const engine = /^postgres(ql)?:/.test(config.databaseUrl) ? 'postgres' : 'sqlite';
    const snapshot = await copyDatabase(config.databaseUrl, join(draft, DATABASE));
    await chmod(join(draft, DATABASE), 0o600);
    const { versions } = requireMasterKey(config, snapshot);
    const previous = await previousIn(to);
    const filesIn = config.bucket === undefined ? 'backup' : 'bucket';
    const files = await copyFiles(filesIn === 'backup' ? snapshot.files : [], { storage: storageDir, previous }, draft);
    const list = listOf(new Map([[DATABASE, await checksumOf(join(draft, DATABASE))], ...files.checksums]));
    const manifest: Manifest = {
      format: 1,
      program: VERSION,
      engine,
      migration: snapshot.migration,
      takenAt: new Date(at).toISOString(),
      masterKeys: [...versions],
      filesIn,
      files: files.checksums.size,
      missing: [...files.missing],
      list: sha256(list),
    };
    await writeWhole(join(draft, LIST), list);
    await writeWhole(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const folder = join(to, nameOf(at));
    await rename(draft, folder);
    await syncFolder(to);
    return { folder, manifest, damaged: files.damaged };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function copyDatabase(url: string, to: string): Promise<Snapshot> {
  if (url.startsWith('file:')) {
    const { copySqlite } = await import('./sqlite.ts');
    return copySqlite(url.replace(/^file:/, ''), to);
  }
  const { copyPostgres } = await import('./postgres.ts');
  return copyPostgres(url, to);
}

/** @throws {Error} if the keys of the settings do not decrypt what is encrypted */
export function requireMasterKey({ masterKey, previousMasterKey }: Config, { sealedKeys }: Snapshot) {
  const ring = makeKeyRing(masterKey, previousMasterKey);
  try {
    for (const sealed of sealedKeys) ring.open('signing keys', sealed);
  } catch (cause) {
    throw new Error('the MASTER_KEY of the settings is not the one of this database', { cause });
  }
  return ring;
}

/** The newest backup in the folder, if it can be read. */
async function previousIn(to: string) {
  const newest = (await listBackups(to)).at(-1);
  if (newest === undefined) return undefined;
  const folder = join(to, newest.name);
  try {
    return { folder, checksums: readBackup(folder).checksums };
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
