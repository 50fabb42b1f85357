/** `npm run restore`: puts a backup into an empty place, and ends the access that could have been revoked since. */
import { resolve } from 'node:path';
import { fieldValues } from '../schema/audit/audit-event.ts';
import { withProgramName } from '../schema/program/name.ts';
import { openApp, readSettings } from './process.ts';
import { endWithUsage, readArguments } from './usage.ts';

export const USAGE = `Usage: npm run restore -- <folder> [--keep-sessions]

Verifies a backup and restores it to the database and the STORAGE_DIR of the settings, which must both be empty.

A backup does not know what was revoked after it was taken. Therefore all sessions, connections with apps, tokens and
one-time links of the backup end, and a new signing key replaces those of the backup.

  --keep-sessions  leave all of them valid, for example when a server was moved to another machine
`;

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, { 'keep-sessions': { type: 'boolean', default: false } });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) return endWithUsage(USAGE);
  try {
    await restore(resolve(folder), values['keep-sessions']);
  } catch (error) {
    say(`not restored: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function restore(folder: string, keepsSessions: boolean): Promise<void> {
  const { verifyBackup } = await import('./backup/verify.ts');
  const { requireEmptyPlace, restoreBackup } = await import('./backup/restore.ts');
  const config = await readSettings();
  const { manifest, paths, faults } = await verifyBackup(folder, config);
  if (faults.length > 0) throw new Error(['the backup is not whole', ...faults].join('\n'));
  await requireEmptyPlace(config, manifest);
  const endedAt = keepsSessions ? undefined : Date.now();
  await restoreBackup(folder, paths, config, endedAt);

  // Makes the new signing key, and migrates a backup of an older version.
  const app = await openApp({ LOG_LEVEL: 'warn', MIGRATE: 'auto' }, { housekeeping: false });
  try {
    if (endedAt !== undefined) {
      await app.audit.record({
        event: 'access_ended',
        at: endedAt,
        target: 'operator/restore',
        after: fieldValues({ before: new Date(endedAt).toISOString(), restoredFrom: manifest.takenAt }),
      });
    }
  } finally {
    await app.close();
  }
  say(`restored the database and ${manifest.files} files as of ${manifest.takenAt}`);
  say(
    keepsSessions
      ? 'sessions, tokens and links of the backup are valid, also those that were revoked after it'
      : 'all sessions, connections, tokens and links of the backup have ended; people sign in again',
  );
  say(
    'passwords, second factors, roles and client secrets are those of the backup, too: repeat what was changed since, and erase again whom you erased (npm run users -- erase-again)',
  );
}

const say = (line: string): boolean => process.stderr.write(`${withProgramName(line)}\n`);
