/** `npm run backup`: takes a backup while the server runs, lists backups, and verifies them. */
import { join, resolve } from 'node:path';
import type { Config } from '../plugins/config.ts';
import { withProgramName } from '../schema/program/name.ts';
import { listBackups } from './backup/manifest.ts';
import { readSettings } from './process.ts';
import { endWithUsage, readArguments } from './usage.ts';

export const USAGE = `Usage: npm run backup -- [--to <folder>] [--keep <count>] [--json]
                                    take a backup while the server runs, into a new folder below BACKUP_DIR
                                    or the given folder, and delete all but the newest 14 or <count> there
       npm run backup -- list [--to <folder>] [--json]
                                    list the backups, oldest first
       npm run backup -- verify <folder> [--json]
                                    read every byte of a backup, and say whether it can be restored with the
                                    MASTER_KEY of the settings
`;

const OPTIONS = { to: { type: 'string' }, keep: { type: 'string' }, json: { type: 'boolean' } } as const;
const HOUR = 3_600_000;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = 'take', folder, ...rest] = positionals;
  const keep = countOf(values.keep);
  if (keep === undefined || rest.length > 0 || (folder !== undefined) !== (name === 'verify')) endWithUsage(USAGE);
  if (!['take', 'list', 'verify'].includes(name) || (positionals.length > 0 && values.keep !== undefined)) {
    endWithUsage(USAGE);
  }
  const config = await readSettings();
  const to = resolve(values.to ?? config.backupDir);
  try {
    if (name === 'list') await list(to, values);
    else if (folder === undefined) await take(config, to, keep, values);
    else await verify(resolve(folder), config, values);
  } catch (error) {
    process.stderr.write(`${withProgramName(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = 1;
  }
}

const countOf = (given = '14'): number | undefined => (/^[1-9][0-9]{0,3}$/.test(given) ? Number(given) : undefined);

async function take(config: Config, to: string, keep: number, values: Values): Promise<void> {
  const { keepNewest, takeBackup } = await import('./backup/take.ts');
  const began = performance.now();
  const { folder, manifest, damaged } = await takeBackup(config, to);
  const ms = Math.round(performance.now() - began);
  const deleted = await keepNewest(to, keep);
  if (values.json) print(JSON.stringify({ folder, ms, damaged, deleted, ...manifest }));
  else print(`${folder}: the database and ${manifest.files} files, in ${ms} ms`);
  if (manifest.filesIn === 'bucket') warn('the files are in the bucket of STORAGE_URL, which has a backup of its own');
  const [example, ...others] = manifest.missing;
  if (example !== undefined) {
    warn(`${others.length + 1} files were deleted meanwhile, or are lost, such as ${example}; the manifest lists them`);
  }
  for (const path of damaged) warn(`${path} is not what was uploaded; look for it in an older backup`);
  if (damaged.length > 0) process.exitCode = 1;
}

async function list(folder: string, { json }: Values): Promise<void> {
  const backups = await listBackups(folder);
  for (const { name, at } of backups) {
    const hours = Math.floor((Date.now() - at) / HOUR);
    print(
      json
        ? JSON.stringify({ folder: join(folder, name), takenAt: new Date(at).toISOString() })
        : `${join(folder, name)}  ${hours} hours old`,
    );
  }
  if (backups.length === 0 && !json) print('none');
}

async function verify(folder: string, config: Config, { json }: Values): Promise<void> {
  const { verifyBackup } = await import('./backup/verify.ts');
  const { manifest, faults } = await verifyBackup(folder, config);
  if (json) print(JSON.stringify({ folder, whole: faults.length === 0, faults, ...manifest }));
  for (const fault of faults) warn(fault);
  if (faults.length > 0) process.exitCode = 1;
  else if (!json) print(`whole: ${manifest.engine}, taken at ${manifest.takenAt}, with ${manifest.files} files`);
}

const print = (line: string): boolean => process.stdout.write(`${withProgramName(line)}\n`);
const warn = (line: string): boolean => process.stderr.write(`${withProgramName(line)}\n`);
