/** `npm run machine -- soak [--minutes 60 --rate 500 --database postgres]`: the soak at any length, with its figures as it goes on. */
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { foundBy, holds, printed } from '../../faults/report.ts';
import { freshFolder, tidyUp } from '../../faults/services.ts';
import { readOptions } from '../../support/command-line.ts';
import { NO_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { soak } from './soak.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);
// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const USAGE = 'Usage: npm run machine -- soak [--minutes <count>] [--rate <a second>] [--database sqlite|postgres]\n';
const { values } = readOptions(USAGE, {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string' },
  database: { type: 'string', default: 'sqlite' },
});
const positive = (option: string, text: string): number => {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number))) endWithUsage(USAGE, `--${option} takes a positive number`);
  return number;
};
const minutes = positive('minutes', values.minutes);
const rate = values.rate === undefined ? undefined : positive('rate', values.rate);
if (!['sqlite', 'postgres'].includes(values.database)) endWithUsage(USAGE, '--database takes sqlite or postgres');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const postgres = values.database === 'postgres' ? await startPostgres(undefined, { isDurable: true }) : undefined;
if (values.database === 'postgres' && postgres === undefined) throw new Error(NO_POSTGRES);
try {
  const report = await soak({ folder: freshFolder(), minutes, rate, postgres, onProgress: say });
  say(printed(report));
  const broken = report.checks.filter((check) => !holds(check));
  for (const check of broken) say(`BROKEN: ${foundBy(check)}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await tidyUp();
  await postgres?.stop();
}
