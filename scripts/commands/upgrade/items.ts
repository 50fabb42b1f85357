/** The items of `schoolgate upgrade-check`. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseName } from '../../../db/database.ts';
import { isSlowOnLargeTables } from '../../../db/engine/migrations.ts';
import { type Inspection, inspectDatabase } from '../../../db/inspection.ts';
import { makeKeyRing } from '../../../plugins/keys/key-ring.ts';
import { openImported } from '../../../plugins/people/passwords.ts';
import { listBackups } from '../../../plugins/running/backup-folder.ts';
import { type Config, loadConfig } from '../../../plugins/settings/config.ts';
import type { DataPaths } from '../../../plugins/settings/data-paths.ts';
import { folderFault } from '../../../schema/program/folders.ts';
import { VERSION } from '../../../schema/program/manifest.ts';
import { askedForKey, settingsTrouble } from '../database-key.ts';
import { isOldBundle } from '../old-bundle.ts';

export interface Item {
  readonly item: string;
  readonly passed: boolean;
  readonly says: string;
  /** The remedy, or a note. */
  readonly toDo?: string;
}

const OLDEST_NODE = 24;
/** The oldest that the tests run with. */
const OLDEST_POSTGRES = 15;
const HOUR = 3_600_000;
/** A backup that is made every night is a little older than a day from time to time. */
const NEWEST_BACKUP_HOURS = 26;
const MEGABYTE = 1024 * 1024;

const pass = (item: string, says: string, toDo?: string): Item => ({
  item,
  passed: true,
  says,
  ...(toDo === undefined ? {} : { toDo }),
});
const fail = (item: string, says: string, toDo: string): Item => ({ item, passed: false, says, toDo });

/** @param onDataPaths is told where the data is, before it is looked at */
export async function checkUpgrade(
  environment: Readonly<Record<string, string | undefined>>,
  onDataPaths: (paths: DataPaths) => void,
): Promise<Item[]> {
  const items = [nodeItem(), programItem()];
  let config: Config;
  try {
    config = loadConfig(environment, { makesKey: false, databaseKey: await askedForKey(environment), onDataPaths });
  } catch (error) {
    const { says, toDo } = settingsTrouble(messageOf(error));
    return [...items, fail('settings', says, toDo)];
  }
  items.push(pass('settings', 'all are known and valid'));
  try {
    const found = await inspectDatabase(config.databaseUrl);
    if (found.isNew) {
      const toDo = 'Set DATA_DIR or DATABASE_URL as the server has it. A new server needs no upgrade: start it';
      items.push(fail('database', `there is none of Schoolgate at ${databaseName(config.databaseUrl)}`, toDo));
    } else {
      items.push(databaseItem(found), migrationsItem(found), await diskItem(found, config), keyItem(found, config));
      items.push(...importedItem(found, config));
    }
  } catch (error) {
    const toDo = 'Start the database, correct DATABASE_URL, or use the version that the message names';
    items.push(fail('database', messageOf(error), toDo));
  }
  items.push(storageItem(config), await backupItem(config));
  return items;
}

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message || String('code' in error ? error.code : '') : String(error);
  return message.replaceAll('\n', '; ');
};

function nodeItem(): Item {
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= OLDEST_NODE
    ? pass('node', `Node ${node}`)
    : fail('node', `Node ${node} is too old`, `Install Node ${OLDEST_NODE} or newer`);
}

/** From the sources, an npm command runs only where the bundle is missing or older than they are. */
function programItem(): Item {
  if (!import.meta.filename.endsWith('.ts') && !isOldBundle()) return pass('program', `Schoolgate ${VERSION}`);
  const says =
    'dist is missing or older than the sources: a service that runs dist/schoolgate.cjs runs an older program';
  return fail('program', says, 'Run npm ci --include=dev && npm run build');
}

function databaseItem({ engine, version, bytes }: Inspection): Item {
  const size = `${Math.ceil(bytes / MEGABYTE)} MB`;
  if (engine === 'sqlite') return pass('database', `SQLite ${version}, ${size}`);
  return Number.parseInt(version, 10) >= OLDEST_POSTGRES
    ? pass('database', `PostgreSQL ${version}, ${size}`)
    : fail('database', `PostgreSQL ${version} is too old`, `Upgrade it to ${OLDEST_POSTGRES} or newer first`);
}

function migrationsItem({ engine, pending }: Inspection): Item {
  if (pending.length === 0) return pass('migrations', 'none is pending');
  const says = `pending: ${pending.map(({ name }) => name).join(', ')}`;
  if (engine === 'sqlite')
    return pass('migrations', says, 'The server is stopped meanwhile; a copy is kept beside the file');
  const slow = pending.filter(isSlowOnLargeTables).map(({ name }) => name);
  return slow.length === 0
    ? pass('migrations', says, 'None of them locks a table for long')
    : pass('migrations', says, `Choose a quiet hour: ${slow.join(', ')} can lock a table while all its rows are read`);
}

/** The copy from before the migration, and as much again for what the migration itself writes. */
async function diskItem({ engine, bytes }: Inspection, { databaseUrl }: Config): Promise<Item> {
  if (engine === 'postgres') return pass('disk', 'PostgreSQL keeps the data; its own disk is not looked at');
  const folder = dirname(databaseUrl.slice('file:'.length));
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, 2 * bytes].map((size) => Math.ceil(size / MEGABYTE));
  const says = `${free} MB are free in ${folder}, and up to ${needed} MB are needed`;
  return bavail * bsize >= 2 * bytes ? pass('disk', says) : fail('disk', says, 'Make room, or give it another disk');
}

/** The start makes the folder; where it cannot, the server runs, but takes no uploads. */
function storageItem({ storageDir }: Config): Item {
  const fault = folderFault(storageDir);
  return fault === undefined
    ? pass('storage', `uploaded files are in ${storageDir}`)
    : fail('storage', `STORAGE_DIR ${storageDir} cannot be used: ${fault}`, 'Set STORAGE_DIR as the server has it');
}

function keyItem({ sealedKeys }: Inspection, { masterKey, previousMasterKey }: Config): Item {
  if (makeKeyRing(masterKey, previousMasterKey).opensAll('signing keys', sealedKeys)) {
    return pass('master key', 'decrypts the signing keys');
  }
  const toDo = 'Set MASTER_KEY_FILE as the server has it; docs/run/runbook.md says what to do if it is lost';
  return fail('master key', 'MASTER_KEY is not the one of this database', toDo);
}

/** It fails nothing: what is unreadable is so with the version that runs, too, or will never be readable. */
function importedItem({ importedPasswords: all }: Inspection, { masterKey, previousMasterKey }: Config): Item[] {
  if (all.length === 0) return [];
  const ring = makeKeyRing(masterKey, previousMasterKey);
  const unreadable = all.filter((stored) => openImported(ring, stored) === undefined).length;
  const toDo =
    'Set MASTER_KEY_PREVIOUS_FILE if the key was replaced; the people can only ask for a new password otherwise';
  return [
    unreadable === 0
      ? pass('imported passwords', `${all.length} are not used yet, and can be read`)
      : pass('imported passwords', `${unreadable} of ${all.length} that are not used yet cannot be read`, toDo),
  ];
}

async function backupItem({ backupDir }: Config): Promise<Item> {
  const toDo = 'Take one (schoolgate backup), and keep it until the new version has proved itself';
  const newest = (await listBackups(backupDir)).at(-1);
  if (newest === undefined) return fail('backup', `there is none in ${backupDir}`, toDo);
  const hours = Math.floor((Date.now() - newest.at) / HOUR);
  const says = `the newest in ${backupDir} is ${hours} hours old`;
  return hours <= NEWEST_BACKUP_HOURS ? pass('backup', says) : fail('backup', says, toDo);
}
