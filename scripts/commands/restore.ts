/** `schoolgate restore`: puts a backup into an empty place, and ends the access that could have been revoked since. */
import { resolve } from 'node:path';
import { fieldValues } from '../../schema/audit/audit-event.ts';
import { sentenceOf } from './outage.ts';
import { openApp, readSettings } from './process.ts';
import { withProgress } from './progress.ts';
import { readArguments, refuseArguments } from './usage.ts';
import { ERASURES_WITHOUT_LOG } from './users/erasing.ts';

export const USAGE = `Usage: schoolgate restore <folder> [--identity <file>] [--keep-sessions]

Verifies a backup and restores it to the database and STORAGE_DIR, which must both be empty.

What was revoked after the backup must not come back. Therefore all sessions, connections with apps, tokens and one-time
links of the backup end, and a new signing key replaces those of the backup. Webhooks are disabled.

  --identity <file>  private age keys, one of which decrypts the backup
  --keep-sessions    keep all of them valid, for example when moving to another machine
`;

const NOTHING_YET = 'Stopped: nothing was restored. Run the command again.';
const PERHAPS =
  'Stopped while the backup was restored. Run the command again: it says if something has to be moved away first.';
const RESTORED =
  'Stopped after the backup was restored, before its tables were those of this version. Run schoolgate migrate, or start the server.';

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, {
    identity: { type: 'string' },
    'keep-sessions': { type: 'boolean', default: false },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) return refuseArguments(USAGE, { positionals, values });
  try {
    await restore(resolve(folder), values['keep-sessions'], values.identity);
  } catch (error) {
    print(`not restored: ${sentenceOf(error)}`);
    process.exitCode = 1;
  }
}

async function restore(folder: string, keepsSessions: boolean, identity: string | undefined): Promise<void> {
  const { readIdentities } = await import('./backup/encryption.ts');
  const { verifyBackup } = await import('./backup/verify.ts');
  const { requireEmptyPlace, restoreBackup } = await import('./backup/restore.ts');
  const config = await readSettings({}, { restores: true });
  const loadedIdentities = identity === undefined ? [] : await readIdentities(identity);
  const { manifest, checksums, faults, isContentRead } = await withProgress('Reading the backup', NOTHING_YET, () =>
    verifyBackup(folder, config, loadedIdentities),
  );
  if (faults.length > 0) throw new Error(['the backup does not verify', ...faults].join('\n'));
  if (!isContentRead) throw new Error('the backup is encrypted: give --identity <file> with a key that decrypts it');
  const identities = manifest.encryptedFor.length > 0 ? loadedIdentities : [];
  await requireEmptyPlace(config, manifest);
  const endedAt = keepsSessions ? undefined : Date.now();
  await withProgress('Restoring', PERHAPS, () => restoreBackup({ folder, checksums, identities }, config, endedAt));

  // Makes the new signing key, and migrates a backup of an older version.
  const app = await withProgress('Migrating', RESTORED, () =>
    openApp({ LOG_LEVEL: 'warn', MIGRATE: 'auto' }, { housekeeping: false }, { isReported: false }),
  );
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
  print(`restored the database and ${manifest.files} files as of ${manifest.takenAt}`);
  print(
    keepsSessions
      ? 'sessions, tokens and links of the backup are valid, also those that were revoked after it'
      : 'all sessions, connections, tokens and links of the backup have ended; people sign in again, and schools enable their webhooks again',
  );
  print(
    'passwords, second factors, roles and client secrets are those of the backup, too: repeat what was changed since, and erase again whom you erased (schoolgate users erase-again <file>)',
  );
  print(
    config.auditLog === undefined
      ? `the file is made with the settings of the database that was replaced, if it can still be read: ${ERASURES_WITHOUT_LOG}`
      : `the file is that of AUDIT_LOG${config.auditLog.kind === 'file' ? `, ${config.auditLog.path}` : ''}`,
  );
}

const print = (line: string): boolean => process.stderr.write(`${line}\n`);
