/**
 * `npm run machine -- model [--traces 10000] [--engine sqlite|postgres]`: searches all states of the model, and replays traces at
 * the real server, and prints the figures. It fails if an invariant is broken, a row is never taken, or an answer differs.
 */
import { spawnSync } from 'node:child_process';
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { readOptions } from '../../support/command-line.ts';
import { ENGINE } from '../../support/database-edit.ts';
import { REPEATED_BY, seedFor } from '../../support/seed.ts';
import { SEARCHES, SMALL_SEARCHES } from './bounds.ts';
import type { NextEvent } from './replay.ts';
import { replayAll } from './replays.ts';
import { search } from './search.ts';
import { School } from './server.ts';
import { HALVES } from './step.ts';
import { rowNames, TABLE } from './table.ts';
import { asGiven, coveringTraces, randomWalk } from './traces.ts';

const MOST_COVERING = 5000;

const USAGE = 'Usage: npm run machine -- model [--traces <count>] [--from <number>] [--engine sqlite|postgres]\n';
const { values } = readOptions(USAGE, {
  traces: { type: 'string', default: '10000' },
  engine: { type: 'string' },
  from: { type: 'string', default: '0' },
});
const count = Number(values.traces);
const from = Number(values.from);
if (!(count >= 0 && from >= 0) || ![undefined, 'sqlite', 'postgres'].includes(values.engine)) endWithUsage(USAGE);
tap.setTimeout(0);

const print = (line: string): void => void process.stdout.write(`${line}\n`);
if (values.engine === undefined) searchAll();
if (values.engine === undefined || values.engine !== ENGINE) {
  const engines = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine];
  const failed = engines.filter((engine) => !runsOn(engine));
  process.exitCode = failed.length === 0 ? (process.exitCode ?? 0) : 1;
} else await replayHere();

/** Each engine has a process of its own. */
function runsOn(engine: string): boolean {
  const args = [import.meta.filename, '--traces', String(count), '--from', String(from), '--engine', engine];
  const env = { ...process.env, TEST_DATABASE: engine };
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0;
}

function searchAll(): void {
  const taken = new Set<string>();
  for (const [name, bounds] of Object.entries(SEARCHES)) {
    const { states, transitions, depth, seconds, rows, fault } = search(TABLE, bounds);
    for (const row of rows.keys()) taken.add(row);
    const figures = `${states} states, ${transitions} transitions, depth ${depth}, ${seconds.toFixed(1)} s`;
    print(`${name}: ${figures}, ${fault === undefined ? 'no invariant broken' : JSON.stringify(fault)}`);
    if (fault !== undefined) process.exitCode = 1;
  }
  const all = [...rowNames(TABLE), ...HALVES];
  const missed = all.filter((row) => !taken.has(row));
  print(`rows taken: ${all.length - missed.length} of ${all.length}${missed.map((row) => `, not ${row}`).join('')}`);
  if (missed.length > 0) process.exitCode = 1;
}

/** The traces that cover the table, then random ones. Those after the first five thousand are always random. */
function* traces(): Generator<NextEvent> {
  const covering =
    from < MOST_COVERING ? coveringTraces([SMALL_SEARCHES.family, SMALL_SEARCHES.turns, SMALL_SEARCHES.consent]) : [];
  for (let index = from; index < from + count; index += 1) {
    const given = index < MOST_COVERING ? covering[index] : undefined;
    yield given === undefined ? randomWalk(seedFor(`trace ${index}`)) : asGiven(given);
  }
}

async function replayHere(): Promise<void> {
  const school = await School.open(tap);
  const list = traces();
  const begin = performance.now();
  const { differences, ...counted } = await replayAll(school, list);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const figures = `${counted.traces} traces, ${counted.events} events, ${counted.races} pairs of requests at once`;
  print(`${ENGINE}: ${figures}, ${differences.length} differences, ${seconds} s (${REPEATED_BY})`);
  for (const difference of differences) print(JSON.stringify(difference, undefined, 1));
  process.exitCode = differences.length === 0 ? 0 : 1;
}
