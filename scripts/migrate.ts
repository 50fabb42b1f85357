/** `npm run migrate`: migrates the database without serving. `npm start` also migrates it. */
import { openApp } from './process.ts';
import { endWithUsage } from './usage.ts';

export const USAGE = `Usage: npm run migrate

Migrates the database without serving.
`;

export async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) endWithUsage(USAGE);
  const app = await openApp();
  app.log.info('the database is up to date');
  await app.close();
}
