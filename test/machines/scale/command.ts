/**
 * `npm run machine -- scale [--engine sqlite|postgres] [--members 100000]`: makes one large school, and measures how long a
 * server needs for everything that is read of it, for its start and for its housekeeping, also while a backup is taken.
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { bundle } from '../../../scripts/workshop/build/bundle.ts';
import { freshFolder, tidyUp } from '../../faults/services.ts';
import { readOptions } from '../../support/command-line.ts';
import { NO_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { makeSchool } from './school.ts';
import { trySchool } from './trials.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);
// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const USAGE = `Usage: npm run machine -- scale [options]

  --engine sqlite|postgres  the database (default: sqlite)
  --members N               members of the school (default: 100000), with 3 enrollments, 2 grants and 10 events each
  --folder FOLDER           keep the school there, and use the one that is there already
  --url URL                 a database of PostgreSQL: an empty one, or one with the school
  --only WORD               reads whose names contain it, and nothing else
`;
const { values } = readOptions(USAGE, {
  engine: { type: 'string', default: 'sqlite' },
  members: { type: 'string', default: '100000' },
  folder: { type: 'string' },
  url: { type: 'string' },
  only: { type: 'string' },
});
const members = Number(values.members);
if (!(Number.isInteger(members) && members >= 100)) endWithUsage(USAGE, '--members takes a number from 100');
if (!['sqlite', 'postgres'].includes(values.engine)) endWithUsage(USAGE, '--engine takes sqlite or postgres');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = values.folder ?? freshFolder();
mkdirSync(folder, { recursive: true });
const isOwn = values.engine === 'postgres' && values.url === undefined;
const postgres = isOwn ? await startPostgres() : undefined;
if (isOwn && postgres === undefined) throw new Error(NO_POSTGRES);
try {
  const postgresUrl = values.engine === 'postgres' ? (values.url ?? (await postgres?.createDatabase())) : undefined;
  const settings = await makeSchool({ folder, members, postgresUrl, onProgress: say });
  const program = join(freshFolder(), 'program');
  await bundle(program);
  say(`load of the machine: ${loadavg().map((one) => one.toFixed(1))}`);
  const broken = await trySchool(settings, join(program, 'schoolgate.cjs'), values.only, say);
  say(`load of the machine: ${loadavg().map((one) => one.toFixed(1))}`);
  for (const line of broken) say(`BROKEN: ${line}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await tidyUp();
  await postgres?.stop();
}
