/** Verifies a backup before anybody relies on it. */
import { join } from 'node:path';
import { knowsMigration } from '../../db/engine/migrations.ts';
import type { Config } from '../../plugins/config.ts';
import { makeKeyRing } from '../../plugins/key-ring.ts';
import { checksumOf, isMissing, pathOf } from './files.ts';
import { DATABASE, type Manifest, readBackup } from './manifest.ts';
import { readSqliteCopy } from './sqlite.ts';
import { requireMasterKey } from './take.ts';

/**
 * Reads every byte of a backup.
 * @returns what is wrong with it, one line each
 * @throws {Error} if the folder is no backup at all
 */
export async function verifyBackup(
  folder: string,
  config: Config,
): Promise<{ manifest: Manifest; paths: readonly string[]; faults: readonly string[] }> {
  const { manifest, checksums } = readBackup(folder);
  const faults: string[] = [];
  for (const [path, expected] of checksums) {
    const fault = await faultOf(join(folder, path), expected);
    if (fault !== undefined) faults.push(`${path} ${fault}`);
  }
  if (!knowsMigration(manifest.engine, manifest.migration)) {
    faults.push(
      `the tables are those of another version (it was made by ${manifest.program}); use that version or newer`,
    );
  }
  faults.push(...faultsOfKey(manifest, config));
  if (faults.length === 0) faults.push(...(await faultsOfDatabase(folder, manifest, checksums, config)));
  return { manifest, paths: [...checksums.keys()].filter((path) => path !== DATABASE), faults };
}

async function faultOf(path: string, expected: string): Promise<string | undefined> {
  try {
    return (await checksumOf(path)) === expected ? undefined : 'was changed after the backup';
  } catch (error) {
    return isMissing(error) ? 'is missing' : `cannot be read: ${error}`;
  }
}

function faultsOfKey({ masterKeys }: Manifest, { masterKey, previousMasterKey }: Config): string[] {
  const { versions } = makeKeyRing(masterKey, previousMasterKey);
  return masterKeys.some((version) => versions.includes(version))
    ? []
    : ['the MASTER_KEY of the settings is not the one of this backup'];
}

/** What the copy of the database itself says. `pg_restore` reads those of PostgreSQL. */
async function faultsOfDatabase(
  folder: string,
  { engine, filesIn, missing }: Manifest,
  checksums: ReadonlyMap<string, string>,
  config: Config,
): Promise<string[]> {
  const path = join(folder, DATABASE);
  try {
    if (engine === 'postgres') {
      const { checkPostgresCopy } = await import('./postgres.ts');
      await checkPostgresCopy(path);
      return [];
    }
    const snapshot = readSqliteCopy(path);
    requireMasterKey(config, snapshot);
    if (filesIn === 'bucket') return [];
    const known = new Set(missing);
    return snapshot.files.flatMap((file) => {
      const checksum = checksums.get(pathOf(file));
      if (checksum === undefined) return known.has(pathOf(file)) ? [] : [`${pathOf(file)} is not in the backup`];
      if (file.sha256 === null || file.sha256 === checksum) return [];
      return [`${pathOf(file)} was damaged before the backup`];
    });
  } catch (error) {
    return [`${DATABASE}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
