/** Verifies a backup before anybody relies on it. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { knowsMigration } from '../../../db/engine/migrations.ts';
import { makeKeyRing } from '../../../plugins/keys/key-ring.ts';
import type { Config } from '../../../plugins/settings/config.ts';
import { step } from '../progress.ts';
import { decryptFile, ENCRYPTED, withWorkFolder } from './encryption.ts';
import { checksumOf, isMissing, pathOf } from './files.ts';
import { DATABASE, hasSeal, type Manifest, readBackup } from './manifest.ts';
import type { KnownFile } from './snapshot.ts';
import { readSqliteCopy } from './sqlite.ts';
import { KEY_OF_THAT_TIME, requireMasterKey } from './take.ts';

export interface VerifiedBackup {
  readonly manifest: Manifest;
  /** Of each file in the backup, by path. */
  readonly checksums: ReadonlyMap<string, string>;
  /** Its faults, one line each. */
  readonly faults: readonly string[];
  /** True if the content was read, too: that of an encrypted backup takes an identity. */
  readonly isContentRead: boolean;
}

/**
 * Reads every byte of a backup.
 * @param identities private keys of age that decrypt it
 * @throws {Error} if the folder is no backup at all
 */
export async function verifyBackup(
  folder: string,
  config: Config,
  identities: readonly string[] = [],
): Promise<VerifiedBackup> {
  const { manifest, checksums } = readBackup(folder);
  const faults: string[] = [];
  for (const [index, [path, expected]] of [...checksums].entries()) {
    step(index, checksums.size);
    const fault = await faultOf(join(folder, path), expected);
    if (fault !== undefined) faults.push(`${path} ${fault}`);
  }
  if (!knowsMigration(manifest.engine, manifest.migration)) {
    faults.push(
      `the tables are those of another version (it was made by ${manifest.program}); use that version or newer`,
    );
  }
  faults.push(...faultsOfKey(manifest, config));
  const isContentRead = manifest.encryptedFor.length === 0 || identities.length > 0;
  if (faults.length === 0 && isContentRead) {
    faults.push(...(await faultsOfContent({ folder, manifest, checksums, config, identities })));
  }
  return { manifest, checksums, faults, isContentRead };
}

async function faultOf(path: string, expected: string): Promise<string | undefined> {
  try {
    // A link would lead out of the backup, and to something else later.
    if (!(await lstat(path)).isFile()) return 'is not a file';
    return (await checksumOf(path)) === expected ? undefined : 'was changed after the backup';
  } catch (error) {
    return isMissing(error) ? 'is missing' : `cannot be read: ${error}`;
  }
}

function faultsOfKey(manifest: Manifest, { masterKey, previousMasterKey }: Config): string[] {
  const ring = makeKeyRing(masterKey, previousMasterKey);
  if (!manifest.masterKeys.some((version) => ring.versions.includes(version))) {
    return [`the backup was made with another MASTER_KEY, so its seal cannot be verified: ${KEY_OF_THAT_TIME}`];
  }
  return hasSeal(manifest, ring) ? [] : ['manifest.json was changed after the backup, or no server of yours wrote it'];
}

interface Content {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly checksums: ReadonlyMap<string, string>;
  readonly config: Config;
  readonly identities: readonly string[];
}

/** Returns the faults of the copy of the database. `pg_restore` reads those of PostgreSQL. */
async function faultsOfContent(content: Content): Promise<string[]> {
  const { folder, manifest, config, identities } = content;
  try {
    if (manifest.encryptedFor.length === 0) return await faultsOfDatabase(join(folder, DATABASE), content);
    return await withWorkFolder(config.dataDir, async (work) => {
      const copy = join(work, DATABASE);
      await decryptFile(join(folder, `${DATABASE}${ENCRYPTED}`), copy, identities);
      return faultsOfDatabase(copy, content);
    });
  } catch (error) {
    return [`${DATABASE}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function faultsOfDatabase(path: string, content: Content): Promise<string[]> {
  const { manifest, config } = content;
  if (manifest.engine === 'postgres') {
    const { checkPostgresCopy } = await import('./postgres.ts');
    await checkPostgresCopy(path);
    return [];
  }
  const snapshot = await readSqliteCopy(path);
  requireMasterKey(config, snapshot);
  if (manifest.filesIn === 'bucket') return [];
  const faults: string[] = [];
  for (const file of snapshot.files) {
    const fault = await faultOfFile(file, content);
    if (fault !== undefined) faults.push(`${pathOf(file)} ${fault}`);
  }
  return faults;
}

async function faultOfFile(file: KnownFile, content: Content): Promise<string | undefined> {
  const { folder, manifest, checksums, identities } = content;
  const isEncrypted = manifest.encryptedFor.length > 0;
  const path = isEncrypted ? `${pathOf(file)}${ENCRYPTED}` : pathOf(file);
  const stored = checksums.get(path);
  if (stored === undefined) return manifest.missing.includes(pathOf(file)) ? undefined : 'is not in the backup';
  const checksum = isEncrypted ? (await decryptFile(join(folder, path), undefined, identities)).content : stored;
  return file.sha256 === null || file.sha256 === checksum ? undefined : 'was damaged before the backup';
}
