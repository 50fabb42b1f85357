/** The machine: room on its disks, who can read its files, how old the backups are, and whether its clock is right. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { listBackups } from '../../../../plugins/running/backup-folder.ts';
import { freeBytes, keptFolders } from '../../../../plugins/running/readiness.ts';
import type { Config } from '../../../../plugins/settings/config.ts';
import { folderFault } from '../../../../schema/program/folders.ts';
import { codeOf, fail, ok, type Verdict, warn } from './verdicts.ts';

const HOUR = 3_600_000;
const MEGABYTE = 1024 * 1024;
/** The threshold of the alert `SchoolgateDiskFills`. */
const LITTLE_BYTES = 2048 * MEGABYTE;
/** A backup that is made every night is a little older than a day from time to time. */
const RECENT_BACKUP_HOURS = 26;
const OLD_BACKUP_HOURS = 7 * 24;
/** Codes of an authenticator app change every 30 seconds. */
const WRONG_CLOCK_MS = 30_000;
/** A `Date` header has whole seconds, and an answer takes its time. */
const DOUBTFUL_CLOCK_MS = 5000;

/** The settings of the folders. */
const SETTINGS: Readonly<Record<string, string>> = { data: 'DATA_DIR', storage: 'STORAGE_DIR', backups: 'BACKUP_DIR' };

export async function diskVerdicts(config: Config): Promise<Verdict[]> {
  const folders = { ...keptFolders(config), backups: config.backupDir };
  const least = Math.max(config.minFreeSpace, MEGABYTE);
  const measured = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const free = await freeBytes(folder).catch((error: unknown) => codeOf(error));
      return { name, folder, free };
    }),
  );
  const verdicts = measured.map(({ name, folder, free }) => {
    const check = `disk (${name})`;
    if (typeof free === 'string') {
      const says = `${SETTINGS[name]} ${folder} cannot be used: ${folderFault(folder) ?? free}`;
      return fail(check, says, `Set ${SETTINGS[name]} to another folder, or remove the cause`);
    }
    if (free === undefined) {
      return name === 'backups' || (name === 'storage' && config.bucket !== undefined)
        ? undefined
        : fail(check, `there is no folder ${folder}`, 'Create it, or correct DATA_DIR or STORAGE_DIR');
    }
    const says = `${Math.floor(free / MEGABYTE)} MB are free in ${folder}`;
    if (free < least && name !== 'backups') {
      return fail(check, `${says}, less than STORAGE_MIN_FREE_MB`, 'Make room, or give it another disk');
    }
    return free < LITTLE_BYTES
      ? warn(check, says, 'Make room before nothing can be written any more')
      : ok(check, says);
  });
  return verdicts.filter((verdict) => verdict !== undefined);
}

type Environment = Readonly<Record<string, string | undefined>>;

const FILES_WITH_SECRETS = [
  'MASTER_KEY_FILE',
  'MASTER_KEY_PREVIOUS_FILE',
  'DATABASE_URL_FILE',
  'SMTP_URL_FILE',
  'STORAGE_URL_FILE',
] as const;

export async function fileVerdicts(config: Config, environment: Environment): Promise<Verdict[]> {
  const check = 'files';
  const { data } = keptFolders(config);
  const secrets = FILES_WITH_SECRETS.flatMap((name) => environment[name] ?? []);
  const places = [config.dataDir, data, join(config.dataDir, 'master.key'), config.backupDir, ...secrets];
  const database = config.databaseUrl.startsWith('file:') ? [config.databaseUrl.slice('file:'.length)] : [];
  const open: string[] = [];
  for (const place of new Set([...places, ...database])) if (await isOpenToAll(resolve(place))) open.push(place);
  if (open.length > 0) {
    const says = `everyone on this machine can read or change ${open.join(', ')}`;
    return [fail(check, says, `chmod o-rwx ${open.join(' ')}`)];
  }
  const folders = [data, ...(config.bucket === undefined ? [config.storageDir] : [])];
  for (const folder of new Set(folders)) {
    try {
      await access(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      const toDo = 'Run the doctor as the user of the server; if that is so, make that user the owner of the folder';
      if (codeOf(error) !== 'ENOENT') return [fail(check, `${folder} cannot be written: ${codeOf(error)}`, toDo)];
    }
  }
  return [ok(check, 'only the user of the server, or its group, can read them')];
}

/** A folder counts as open if everyone can change it, and nothing counts below a folder that is closed. */
async function isOpenToAll(place: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(place).catch(() => undefined);
  if (found === undefined || (found.mode & (found.isDirectory() ? 0o002 : 0o007)) === 0) return false;
  for (let folder = dirname(place); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

export async function backupVerdicts({ backupDir }: Config): Promise<Verdict[]> {
  const check = 'backup';
  const toDo = 'Take one (schoolgate backup), and let a timer do so every night (docs/run/backup.md)';
  const newest = (await listBackups(backupDir)).at(-1);
  if (newest === undefined) return [fail(check, `there is none in ${backupDir}`, toDo)];
  const hours = Math.floor((Date.now() - newest.at) / HOUR);
  const says = `the newest in ${backupDir} is ${hours} hours old`;
  if (hours > OLD_BACKUP_HOURS) return [fail(check, says, toDo)];
  return [hours > RECENT_BACKUP_HOURS ? warn(check, says, toDo) : ok(check, says)];
}

/** A clock that this machine's is compared with. */
export interface OtherClock {
  readonly name: string;
  readonly now: number;
  /** The clock of this machine when the other one was read. */
  readonly here: number;
}

export function clockVerdicts(others: readonly OtherClock[]): Verdict[] {
  const check = 'clock';
  const [worst] = others
    .map(({ name, now, here }) => ({ name, ms: here - now }))
    .toSorted((a, b) => Math.abs(b.ms) - Math.abs(a.ms));
  if (worst === undefined) return [];
  const seconds = Math.round(Math.abs(worst.ms) / 1000);
  const says = `it is ${seconds} seconds ${worst.ms < 0 ? 'behind' : 'ahead of'} that of the ${worst.name}`;
  const toDo = 'Let both machines synchronise their clocks (timedatectl set-ntp true)';
  if (Math.abs(worst.ms) > WRONG_CLOCK_MS) return [fail(check, says, toDo)];
  if (Math.abs(worst.ms) > DOUBTFUL_CLOCK_MS) return [warn(check, says, toDo)];
  return [ok(check, `agrees with that of the ${others.map(({ name }) => name).join(' and the ')}`)];
}
