/**
 * Reads the master key, which encrypts all secrets at rest, from a variable or a file. That of a local development server
 * is created on first start and kept in the data directory; any other server must be given one.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Environment, MASTER_KEY_FORM } from './environment.ts';

/**
 * Returns a key from the variable of that name, or from the file that the variable with `_FILE` names.
 * @throws {ConfigError} if both are set, or the file does not contain a key
 */
export function givenMasterKey(env: Environment, name: 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'): Buffer | undefined {
  const { [name]: key, [`${name}_FILE` as const]: file } = env;
  if (file === undefined) return key === undefined ? undefined : Buffer.from(key, 'base64');
  if (key !== undefined) throw new ConfigError(`set either ${name} or ${name}_FILE`);
  try {
    return keyOf(file);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(`${name}_FILE ${file} cannot be read: ${error}`);
  }
}

function keyOf(file: string): Buffer {
  const text = readFileSync(file, 'utf8');
  if (!MASTER_KEY_FORM.test(text))
    throw new ConfigError(`${file} does not hold a key of 32 bytes in base64 (openssl rand -base64 32)`);
  return Buffer.from(text, 'base64');
}

/** Names the key that a local server made in the data folder, where another one is used. */
export function unusedLocalKey({ dataDir, masterKey }: { dataDir: string; masterKey: Buffer }): string {
  const file = localKeyFile(dataDir);
  try {
    const key = keyOf(file);
    const isUsed = key.length === masterKey.length && timingSafeEqual(key, masterKey);
    return isUsed ? '' : `. The key of an earlier start is ${file}`;
  } catch {
    return '';
  }
}

interface LocalKey {
  readonly developing: boolean;
  readonly makesKey: boolean;
  /** Whether the key has to be that of a backup, so that no server needs to have been there. */
  readonly restores: boolean;
}

export const localKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/**
 * Returns the master key from a file in the data directory. Creates it if necessary.
 * @throws {ConfigError} if the server is not a local one, or has no key and is not to be given one
 */
function localMasterKey(dataDir: string, { developing, makesKey, restores }: LocalKey): Buffer {
  const file = localKeyFile(dataDir);
  if (!developing) {
    const whence = existsSync(file)
      ? `. The key of an earlier start is ${file}: set MASTER_KEY_FILE to it, or to a copy`
      : ' (or MASTER_KEY_FILE; openssl rand -base64 32)';
    throw new ConfigError(`MASTER_KEY is required unless BASE_URL is http on a loopback address${whence}`);
  }
  if (!makesKey && !existsSync(file)) {
    if (restores) {
      throw new ConfigError(
        `there is no master key at ${file}. Set MASTER_KEY_FILE to your copy of the key of the backup, or copy it there`,
      );
    }
    throw new ConfigError(
      `there is no master key at ${file}: no server was started with this DATA_DIR. Set DATA_DIR to the data folder of the ` +
        'server, or MASTER_KEY_FILE and DATABASE_URL as the server has them. To make a new server, run npm start',
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Another process may start at the same time. The file is created atomically, and the first one counts.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return keyOf(file);
}

/** Whoever names the database means it, and the server compares its keys with the master key. */
export const masterKeyOf = (
  env: Environment,
  { dataDir, developing, makesKey, restores }: LocalKey & { dataDir: string },
): Buffer =>
  givenMasterKey(env, 'MASTER_KEY') ??
  localMasterKey(dataDir, {
    developing,
    makesKey: makesKey || (!restores && env.DATABASE_URL !== undefined),
    restores,
  });
