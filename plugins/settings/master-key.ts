/**
 * Reads the master key, which encrypts all secrets at rest, from a variable or a file. That of a local development server
 * is created on first start and kept in the data directory; any other server must be given one.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinLines, valueInFile, withOddity } from '../../schema/data/plain-text.ts';
import { diskFault, makeFolder } from '../../schema/program/folders.ts';
import { START } from '../../schema/program/program-name.ts';
import { ConfigError, type Environment } from './environment.ts';
import { MASTER_KEY_FORM } from './setting-values.ts';

/** The next step of somebody who has the settings of a server, and not the rights of its user. */
export const AS_USER_OF_SERVER = 'run the command as the user of the server';

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const isForbidden = (error: unknown): boolean => /^(?:EACCES|EPERM)$/.test(codeOf(error));
const unreadable = (file: string, error: unknown): ConfigError =>
  new ConfigError(`this user may not read ${file} (${codeOf(error)}): ${AS_USER_OF_SERVER}`);

/**
 * Returns a key from the variable of that name, or from the file that the variable with `_FILE` names.
 * @throws {ConfigError} if both are set, or the file does not contain a key
 */
export function givenMasterKey(env: Environment, name: 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'): Buffer | undefined {
  const { [name]: key, [`${name}_FILE` as const]: file } = env;
  if (file === undefined) return key === undefined ? undefined : Buffer.from(key, 'base64');
  if (key !== undefined) throw new ConfigError(`set either ${name} or ${name}_FILE`);
  try {
    return keyOf(file, name);
  } catch (error) {
    if (isForbidden(error)) throw unreadable(`${name}_FILE ${file}`, error);
    throw error instanceof ConfigError ? error : new ConfigError(`${name}_FILE ${file} cannot be read: ${error}`);
  }
}

function keyOf(file: string, name = 'MASTER_KEY'): Buffer {
  const text = valueInFile(readFileSync(file), name);
  const key = joinLines(text ?? '');
  if (MASTER_KEY_FORM.test(key)) return Buffer.from(key, 'base64');
  const sentence = `${file} does not hold a key of 32 bytes in base64 (openssl rand -base64 32)`;
  throw new ConfigError(text === undefined ? `${sentence}; it is not text` : withOddity(sentence, text));
}

/** Returns the key that a local server made in the data folder, if there is one. */
export function localKeyIn(dataDir: string): Buffer | undefined {
  try {
    return keyOf(localKeyFile(dataDir));
  } catch {
    return undefined;
  }
}

/** Returns an error if the key in the data folder, or that there is none, is hidden from the user of this process. */
export function whyLocalKeyIsForbidden(dataDir: string): ConfigError | undefined {
  const file = localKeyFile(dataDir);
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return isForbidden(error) ? unreadable(file, error) : undefined;
  }
}

/** Says whether the key in the data folder is that of the database, where the one in use is not. */
export function aboutLocalKey(
  { dataDir, masterKey }: { dataDir: string; masterKey: Buffer },
  isOfDatabase: (key: Buffer) => boolean,
): string {
  const file = localKeyFile(dataDir);
  const key = localKeyIn(dataDir);
  if (key === undefined) return '';
  if (isOfDatabase(key)) return `. The key of an earlier start is ${file}: set MASTER_KEY_FILE to it, or to a copy`;
  const isUsed = key.length === masterKey.length && timingSafeEqual(key, masterKey);
  return `. ${file} is not the key of this database${isUsed ? '' : ' either'}`;
}

/**
 * Where the key of a database is, as the database says: it has none yet, the one in the data folder is it, or another
 * one. `unknown`: it cannot be read.
 */
export type DatabaseKey = 'none' | 'local' | 'elsewhere' | 'unknown';

interface LocalKey {
  readonly developing: boolean;
  readonly makesKey: boolean;
  /** True if the key has to be that of a backup, so that no server needs to have been there. */
  readonly restores: boolean;
  /** Where the key of the database is; `undefined`: it was not asked. */
  readonly databaseKey: DatabaseKey | undefined;
}

const IF_LOST = 'If it is lost, see docs/run/runbook.md#lost-master-key';

export const localKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/**
 * Returns the master key from a file in the data directory. Creates it if necessary.
 * @throws {ConfigError} if the server is not a local one, or has no key and is not to be given one
 */
function localMasterKey(dataDir: string, given: LocalKey): Buffer {
  const file = localKeyFile(dataDir);
  if (!given.developing) {
    throw new ConfigError(
      `MASTER_KEY is required unless BASE_URL is http on a loopback address${whereKeyIs(file, given.databaseKey)}`,
    );
  }
  const forbidden = whyLocalKeyIsForbidden(dataDir);
  if (forbidden !== undefined) throw forbidden;
  // Nothing is written where there is one, so that it can be read on a disk that takes nothing more.
  if (existsSync(file)) return keyOf(file);
  requireNewKey(file, given);
  requireFolder(dataDir);
  // Another process may start at the same time. The file is created atomically, and the first one counts.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (isForbidden(error)) {
      throw new ConfigError(
        `this user may not write to DATA_DIR ${dataDir} (${codeOf(error)}): give the folder to the user of the server, or set DATA_DIR to another`,
      );
    }
    const fault = diskFault(dataDir);
    if (fault !== undefined) throw new ConfigError(fault);
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return keyOf(file);
}

function whereKeyIs(file: string, databaseKey: DatabaseKey | undefined): string {
  const isThere = existsSync(file);
  if (databaseKey === 'elsewhere') {
    const other = isThere ? `, which is not ${file}` : '';
    return `. There is a database: set MASTER_KEY_FILE to your copy of its key${other}. ${IF_LOST}`;
  }
  return isThere
    ? `. The key of an earlier start is ${file}: set MASTER_KEY_FILE to it, or to a copy`
    : ' (or MASTER_KEY_FILE; openssl rand -base64 32)';
}

/** @throws {ConfigError} */
function requireFolder(dataDir: string): void {
  try {
    makeFolder(dataDir, 'set DATA_DIR to another folder');
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {ConfigError} unless a new key may be made: it would open nothing of a database that has one */
function requireNewKey(file: string, { makesKey, restores, databaseKey }: LocalKey): void {
  const lacking = `there is no master key at ${file}`;
  if (restores) {
    throw new ConfigError(`${lacking}. Set MASTER_KEY_FILE to your copy of the key of the backup, or copy it there`);
  }
  if (databaseKey === 'elsewhere') {
    throw new ConfigError(
      `There is a database, but its key is missing: put your copy at ${file}, or set MASTER_KEY_FILE to it. ${IF_LOST}`,
    );
  }
  if (databaseKey === 'unknown') {
    throw new ConfigError(`${lacking}, and the database cannot be read. Set MASTER_KEY_FILE as the server has it`);
  }
  if (makesKey) return;
  throw new ConfigError(
    `${lacking}: no server was started with this DATA_DIR. Set DATA_DIR to the data folder of the ` +
      `server, or MASTER_KEY_FILE and DATABASE_URL as the server has them. To make a new server, run ${START}`,
  );
}

/** Settings that name the database mean it. */
export const masterKeyOf = (env: Environment, { dataDir, ...local }: LocalKey & { dataDir: string }): Buffer =>
  givenMasterKey(env, 'MASTER_KEY') ??
  localMasterKey(dataDir, {
    ...local,
    makesKey: local.makesKey || (!local.restores && env.DATABASE_URL !== undefined),
  });
