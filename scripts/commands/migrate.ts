/** `schoolgate migrate`: migrates the database without serving. The other commands refuse one that is not migrated. */
import { openApp } from './process.ts';
import { refuseArguments } from './usage.ts';

export const USAGE = `Usage: schoolgate migrate

Migrates the database without serving, whatever MIGRATE says.
`;

export async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) refuseArguments(USAGE, { positionals: args });
  const app = await openApp({ MIGRATE: 'auto' }, {}, { makesNew: true });
  app.log.info('the database is up to date');
  await app.close();
}
