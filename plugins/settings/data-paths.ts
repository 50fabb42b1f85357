/** The paths of the data, from the environment. */
import { join, resolve } from 'node:path';
import { type Environment, parseEnvironment } from './environment.ts';

const SECOND = 1000;

/** Returns the settings of all paths and databases. */
export const dataPathsIn = (dataDir: string, env: Environment) => ({
  backupDir: resolve(env.BACKUP_DIR ?? join(dataDir, 'backups')),
  databaseUrl: env.DATABASE_URL ?? `file:${join(dataDir, 'schoolgate.db')}`,
  databasePool: env.DATABASE_POOL,
  databaseWait: env.DATABASE_WAIT_SECONDS * SECOND,
  migration: { mode: env.MIGRATE, wait: env.MIGRATE_WAIT_SECONDS * SECOND },
  storageDir: resolve(env.STORAGE_DIR ?? join(dataDir, 'storage')),
  bucket: env.STORAGE_URL && { ...env.STORAGE_URL, region: env.STORAGE_REGION },
});

/** Returns where the data is, for what has to be said before anything is read or made there. */
export function dataPathsOf(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  const { databaseUrl, backupDir } = dataPathsIn(dataDir, env);
  return { dataDir, databaseUrl, backupDir };
}

export type DataPaths = ReturnType<typeof dataPathsOf>;

/** @throws {ConfigError} naming every invalid setting */
export const loadDataPaths = (environment: Readonly<Record<string, string | undefined>>): DataPaths =>
  dataPathsOf(parseEnvironment(environment));
