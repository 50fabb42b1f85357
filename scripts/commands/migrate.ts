/** `schoolgate migrate`: migrates the database without serving. The other commands refuse one that is not migrated. */
import { cannotRun, openApp, readSettings } from './process.ts';
import { step, withProgress } from './progress.ts';
import { refuseArguments } from './usage.ts';

export const USAGE = `Usage: schoolgate migrate

Migrates the database without serving, whatever MIGRATE says.
`;

export async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) refuseArguments(USAGE, { positionals: args });
  const { databaseUrl, migration } = await readSettings({ MIGRATE: 'auto' }, { makesNew: true });
  const { openDatabase } = await import('../../db/database.ts');
  let done = 0;
  let planned = 0;
  const stopped = (): string => `Stopped after ${done} of ${planned} migrations, which stay. Run the command again.`;
  await withProgress('Migrating', stopped, async () => {
    const onMigrated = (_: string, of: number): void => {
      planned = of;
      done += 1;
      step(done, of);
    };
    const db = await openDatabase(databaseUrl, { waitMs: migration.wait, log: print, onMigrated });
    await db.close();
  }).catch(cannotRun);
  if (done === 0) print('the database is up to date: there was no migration to apply');
  // Makes the first signing key.
  const app = await openApp({}, {}, { isReported: false });
  await app.close();
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
