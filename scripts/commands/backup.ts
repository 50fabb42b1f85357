/** `schoolgate backup`: takes a backup while the server runs, encrypted if wanted, lists backups, and verifies them. */
import { join, resolve } from 'node:path';
import { listBackups } from '../../plugins/running/backup-folder.ts';
import type { Config } from '../../plugins/settings/config.ts';
import { outageOf, sentenceOf } from './outage.ts';
import { readDataPaths, readSettings } from './process.ts';
import { withProgress } from './progress.ts';
import { endWithUsage, readArguments, reasonOf, refuseArguments } from './usage.ts';

export const USAGE = `Usage: schoolgate backup [--to <folder>] [--keep <count>] [--recipient <key> …] [--json]
                                    take a backup while the server runs, into a new folder in BACKUP_DIR or
                                    the given folder, and delete all but the newest 14 or <count> there;
                                    --recipient encrypts it to a public age key (age1…)
       schoolgate backup list [--to <folder>] [--json]
                                    list the backups, oldest first
       schoolgate backup verify <folder> [--identity <file>] [--json]
                                    read all of a backup, and check that MASTER_KEY can restore it; --identity
                                    is a file with the private age key of an encrypted one
       schoolgate backup new-identity <file>
                                    make a private age key in a file that only its owner can read, and print
                                    the public key; keep the file off the server
`;

const OPTIONS = {
  to: { type: 'string' },
  keep: { type: 'string' },
  recipient: { type: 'string', multiple: true },
  identity: { type: 'string' },
  json: { type: 'boolean' },
} as const;
/** The options of each command, and whether it takes a file or folder. */
const COMMANDS: Readonly<Record<string, readonly [options: readonly (keyof typeof OPTIONS)[], takesPath: boolean]>> = {
  take: [['to', 'keep', 'recipient', 'json'], false],
  list: [['to', 'json'], false],
  verify: [['identity', 'json'], true],
  'new-identity': [[], true],
};
const HOUR = 3_600_000;
const NO_BACKUP = 'Stopped: no backup was taken. Run the command again.';
const NOT_VERIFIED = 'Stopped: the backup was not verified. Run the command again.';
const OF_THE_DEMO = /^files\/site_demo_\w+\/ast_demo_/;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = 'take', path, ...rest] = positionals;
  const keep = countOf(values.keep);
  const [options, takesPath] = COMMANDS[name] ?? refuseArguments(USAGE, { positionals, values });
  const isUnknown = Object.keys(values).some((option) => !options.some((one) => one === option));
  if (keep === undefined) endWithUsage(USAGE, '--keep takes a number from 1 to 9999');
  if (isUnknown || rest.length > 0 || (path !== undefined) !== takesPath)
    refuseArguments(USAGE, { positionals, values });
  try {
    await runCommand(name, path ?? '', keep, values);
  } catch (error) {
    const isTaking = name === 'take' && outageOf(error) !== undefined;
    process.stderr.write(`${isTaking ? 'no backup was taken: ' : ''}${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}

async function runCommand(name: string, path: string, keep: number, values: Values): Promise<void> {
  if (name === 'new-identity') return newIdentity(resolve(path));
  if (name === 'list') return list(values);
  const config = await readSettings();
  const to = resolve(values.to ?? config.backupDir);
  if (name === 'verify') await verify(resolve(path), config, values);
  else await take(config, to, keep, values);
}

const countOf = (text = '14'): number | undefined => (/^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : undefined);

async function take(config: Config, to: string, keep: number, values: Values): Promise<void> {
  const { keepNewest, takeBackup } = await import('./backup/take.ts');
  const began = performance.now();
  const { folder, manifest, damaged } = await withProgress('Taking a backup', NO_BACKUP, () =>
    takeBackup(config, to, values.recipient),
  );
  const ms = Math.round(performance.now() - began);
  const deleted = await keepNewest(to, keep);
  if (values.json) print(JSON.stringify({ folder, ms, damaged, deleted, ...manifest }));
  else print(`${folder}: the database and ${manifest.files} files, in ${ms} ms`);
  if (deleted.length > 0) {
    warn(`deleted ${deleted.length} older ${deleted.length === 1 ? 'backup' : 'backups'} in ${to} (--keep ${keep})`);
  }
  if (manifest.filesIn === 'bucket') warn('the files are in the bucket of STORAGE_URL, which has a backup of its own');
  warnOfMissing(manifest.missing);
  for (const path of damaged) warn(`${path} is not what was uploaded; look for it in an older backup`);
  if (damaged.length > 0) process.exitCode = 1;
}

/** Most files of the demo are rows only, so that they are nothing to worry about. */
function warnOfMissing(missing: readonly string[]): void {
  const [example, ...others] = missing.filter((path) => !OF_THE_DEMO.test(path));
  const ofTheDemo = missing.length - others.length - (example === undefined ? 0 : 1);
  if (ofTheDemo > 0) {
    warn(`${filesOf(ofTheDemo)} of the demo not in the backup: the demo has their names, but no content`);
  }
  if (example !== undefined) {
    warn(
      `${filesOf(others.length + 1)} not in the backup, such as ${example}: deleted while it was taken, or lost before; the manifest lists all`,
    );
  }
}

const filesOf = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

/** With the wrong settings, there is neither a backup nor a database. Before a restore, there are backups only. */
async function list({ json, to }: Values): Promise<void> {
  const paths = to === undefined ? await readDataPaths() : undefined;
  const folder = resolve(to ?? paths?.backupDir ?? '');
  const backups = await listBackups(folder);
  if (backups.length === 0 && paths !== undefined) await requireServer(folder, paths.databaseUrl);
  const { engineOf } = await import('./backup/manifest.ts');
  for (const { name, at } of backups) {
    const engine = engineOf(join(folder, name));
    const hours = Math.floor((Date.now() - at) / HOUR);
    print(
      json
        ? JSON.stringify({ folder: join(folder, name), takenAt: new Date(at).toISOString(), engine: engine ?? null })
        : [join(folder, name), `${hours} hours old`, engine ?? 'without a readable manifest'].join('  '),
    );
  }
  if (backups.length === 0 && !json) print(`no backups in ${folder}; name another folder with --to`);
}

/** @throws {Error} if no server was started with these settings. A database that does not answer may be that of one. */
async function requireServer(folder: string, databaseUrl: string): Promise<void> {
  const { requireDatabase } = await import('../../db/inspection.ts');
  const { NotMigratedError } = await import('../../db/engine/migrations.ts');
  try {
    await requireDatabase(databaseUrl);
  } catch (error) {
    if (!(error instanceof NotMigratedError)) return;
    throw new Error(`no backups in ${folder} (--to names another folder)\n${error.message}`);
  }
}

async function verify(folder: string, config: Config, { json, identity }: Values): Promise<void> {
  const { verifyBackup } = await import('./backup/verify.ts');
  const { readIdentities } = await import('./backup/encryption.ts');
  const identities = identity === undefined ? [] : await readIdentities(identity);
  const { manifest, faults, isContentRead } = await withProgress('Reading the backup', NOT_VERIFIED, () =>
    verifyBackup(folder, config, identities),
  );
  if (json) print(JSON.stringify({ folder, whole: faults.length === 0, isContentRead, faults, ...manifest }));
  for (const fault of faults) warn(fault);
  const { missing } = manifest;
  const lack = missing.length === 0 ? '' : `; ${filesOf(missing.length)} had no content when it was taken`;
  const about = `${manifest.engine}, taken at ${manifest.takenAt}, with ${filesOf(manifest.files)}${lack}`;
  if (faults.length > 0) process.exitCode = 1;
  else if (!json) print(isContentRead ? `whole: ${about}` : `unchanged: ${about}; --identity also reads what is in it`);
}

async function newIdentity(file: string): Promise<void> {
  const { writeNewIdentity } = await import('./backup/encryption.ts');
  const recipient = await writeNewIdentity(file).catch((error: unknown) => {
    throw new Error(`cannot write ${file}: ${reasonOf(error, 'it exists already; name a new file')}`);
  });
  print(recipient);
  warn(`wrote ${file}; keep it away from the server, with a copy: without it, nothing decrypts the backups`);
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const warn = (line: string): boolean => process.stderr.write(`${line}\n`);
