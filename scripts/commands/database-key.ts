/**
 * Finds out where the key of a database is, if the settings name none. A start must not make a new one beside a database
 * that has another, and a command must not say that there is no database.
 */
import { existsSync } from 'node:fs';
import { isPostgresUrl, sqlitePath } from '../../db/database.ts';
import { unusable } from '../../db/engine/unusable-file.ts';
import { inspectDatabase } from '../../db/inspection.ts';
import { isKeyOf } from '../../plugins/keys/key-ring.ts';
import { dataPathsOf } from '../../plugins/settings/data-paths.ts';
import { readEnvironment } from '../../plugins/settings/environment.ts';
import {
  AS_USER_OF_SERVER,
  type DatabaseKey,
  localKeyFile,
  localKeyIn,
  whyLocalKeyIsForbidden,
} from '../../plugins/settings/master-key.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const isHttps = ({ BASE_URL = '' }: { BASE_URL?: string | undefined }): boolean => /^https:/i.test(BASE_URL);

/**
 * @returns nothing if a key is given or in the data folder, which the server compares with the database itself
 * @throws {Error} if the database cannot be read
 */
export async function databaseKeyOf(environment: Environment): Promise<DatabaseKey | undefined> {
  const { env, faults } = readEnvironment(environment);
  const { MASTER_KEY, MASTER_KEY_FILE, MASTER_KEY_PREVIOUS, MASTER_KEY_PREVIOUS_FILE } = env;
  const settings = [MASTER_KEY, MASTER_KEY_FILE, MASTER_KEY_PREVIOUS, MASTER_KEY_PREVIOUS_FILE];
  if (faults.length > 0 || settings.some((key) => key !== undefined)) return undefined;
  const { dataDir, databaseUrl } = dataPathsOf(env);
  // Elsewhere than on this machine, a server uses no key of the data folder, but is told of it.
  const isSecure = isHttps(env);
  if (!isSecure && (existsSync(localKeyFile(dataDir)) || whyLocalKeyIsForbidden(dataDir) !== undefined))
    return undefined;
  try {
    const { sealedKeys } = await inspectDatabase(databaseUrl);
    const local = localKeyIn(dataDir);
    if (sealedKeys.length === 0) return 'none';
    return local && sealedKeys.some((sealed) => isKeyOf(local, 'signing keys', sealed)) ? 'local' : 'elsewhere';
  } catch (error) {
    if (isSecure) return 'unknown';
    throw isPostgresUrl(databaseUrl) ? error : unusable(sqlitePath(databaseUrl), error);
  }
}

/** For commands that report what is wrong with the settings beside what to do about it. */
export function settingsTrouble(message: string): { says: string; toDo: string } {
  const says = message.replaceAll(`: ${AS_USER_OF_SERVER}`, '');
  return says === message
    ? { says, toDo: 'Correct the settings; docs/reference/configuration.md lists them' }
    : { says, toDo: `${AS_USER_OF_SERVER.charAt(0).toUpperCase()}${AS_USER_OF_SERVER.slice(1)}` };
}

/** As `databaseKeyOf`, for commands that report by themselves what is wrong with the database. */
export const askedForKey = (environment: Environment): Promise<DatabaseKey | undefined> =>
  databaseKeyOf(environment).catch(() => 'unknown' as const);
