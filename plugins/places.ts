/** Where the data is, as the environment says. */
import { join, resolve } from 'node:path';
import { type Environment, parseEnvironment } from './settings/environment.ts';

const SECOND = 1000;

/** The settings of the places. */
export const placesIn = (dataDir: string, env: Environment) => ({
  backupDir: resolve(env.BACKUP_DIR ?? join(dataDir, 'backups')),
  databaseUrl: env.DATABASE_URL ?? `file:${join(dataDir, 'schoolgate.db')}`,
  databasePool: env.DATABASE_POOL,
  databaseWait: env.DATABASE_WAIT_SECONDS * SECOND,
  migration: { mode: env.MIGRATE, wait: env.MIGRATE_WAIT_SECONDS * SECOND },
  storageDir: resolve(env.STORAGE_DIR ?? join(dataDir, 'storage')),
  bucket: env.STORAGE_URL && { ...env.STORAGE_URL, region: env.STORAGE_REGION },
});

/** Returns where the data is, for what has to be said before anything is read or made there. */
export function placesOf(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  const { databaseUrl, backupDir } = placesIn(dataDir, env);
  return { dataDir, databaseUrl, backupDir };
}

export type Places = ReturnType<typeof placesOf>;

/** @throws {ConfigError} naming every invalid setting */
export const loadPlaces = (environment: Readonly<Record<string, string | undefined>>): Places =>
  placesOf(parseEnvironment(environment));
