/**
 * `npm run machine -- fleet [--connections 1000] [--days 90] [--engine sqlite|postgres]`: clients of every kind at the real server,
 * on each engine. It prints a table, and fails if somebody is signed out for nothing or a thief is not found.
 */
import { spawnSync } from 'node:child_process';
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { readOptions } from '../../support/command-line.ts';
import { ENGINE } from '../../support/database-edit.ts';
import { REPEATED_BY, seedFor } from '../../support/seed.ts';
import { faultsOf, sail } from './fleet.ts';

const USAGE = 'Usage: npm run machine -- fleet [--connections <count>] [--days <count>] [--engine sqlite|postgres]\n';
const { values } = readOptions(USAGE, {
  connections: { type: 'string', default: '1000' },
  days: { type: 'string', default: '90' },
  engine: { type: 'string' },
});
const [connections, days] = [Number(values.connections), Number(values.days)];
if (!(connections > 0 && days > 0) || ![undefined, 'sqlite', 'postgres'].includes(values.engine)) endWithUsage(USAGE);
tap.setTimeout(0);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.engine === undefined || values.engine !== ENGINE) {
  const engines = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine];
  process.exitCode = engines.filter((engine) => !runsOn(engine)).length === 0 ? 0 : 1;
} else await sailHere();

/** Each engine has a process of its own. */
function runsOn(engine: string): boolean {
  const size = ['--connections', String(connections), '--days', String(days)];
  const env = { ...process.env, TEST_DATABASE: engine };
  const args = [import.meta.filename, ...size, '--engine', engine];
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0;
}

async function sailHere(): Promise<void> {
  const begin = performance.now();
  const voyage = await sail(tap, { connections, days, seed: seedFor('fleet') });
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  print(`${ENGINE}: ${connections} connections, ${days} days, ${voyage.emails} letters, ${seconds} s (${REPEATED_BY})`);
  print(
    '| client | connections | refreshes | needless consents | days between two | thieves | found | uses by the victim |',
  );
  print('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const row of voyage.rows) {
    const { behaviour, needless, apart, thieves, found, victimUses } = row;
    const cells = [behaviour, row.connections, row.refreshes, needless, apart ?? '', thieves, found, victimUses];
    print(`| ${cells.join(' | ')} |`);
  }
  const faults = faultsOf(voyage);
  for (const fault of faults) print(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
  // Ends the server and its database, which would keep the process alive.
  tap.end();
}
