/**
 * `npm run machine -- faults [name …]`: the fault tests in their long form, with their figures. It fails if a check does not
 * hold, and if a figure that is worth comparing is worse by half than the kept one. With `--report`, keeps the figures in
 * `figures.json` and writes the tables and the drawing of `docs/reliability.md` from them; with `--accept`, also figures that are worse.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import tap from 'tap';
import { describeMachine } from '../../scripts/workshop/bench/machine.ts';
import { FAULTS } from '../faults/catalogue/index.ts';
import { commitHere, keep, readKept, worseThan } from '../faults/kept.ts';
import { reliabilityTables } from '../faults/page.ts';
import { foundBy, holds, printed, type Report, wantedBy } from '../faults/report.ts';
import { type Described, described, enginesOf } from '../faults/script.ts';
import { tidyUp } from '../faults/services.ts';
import { readOptions } from '../support/command-line.ts';
import { faults as drawnFaults } from '../support/drawings/faults.ts';
import { writeTable } from '../support/marked-parts.ts';
import { ROOT } from '../support/programs.ts';
import { runSeed } from '../support/seed.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);
// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const USAGE = `Usage: npm run machine -- faults [options] [NAME ...]

Runs the faults with these names, or whose names begin so; without any, all.

  --list    print the names
  --report  keep the figures, and write the tables of docs/reliability.md from them
  --accept  keep also figures that are worse than the kept ones
`;
const { values, positionals: wanted } = readOptions(
  USAGE,
  {
    list: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
  { takesNames: true },
);
const names = Object.keys(FAULTS);
if (values.list) {
  process.stdout.write(`${names.join('\n')}\n`);
  process.exit(0);
}
/** A whole name selects that script alone, and the beginning of names all of these. */
const isWanted = (name: string): boolean =>
  wanted.includes(name) ||
  (described(FAULTS[name] ?? notThere).onlyNamed !== true &&
    (wanted.length === 0 || wanted.some((text) => !Object.hasOwn(FAULTS, text) && name.startsWith(text))));

const unknown = wanted.filter((text) => !names.some((name) => name.startsWith(text)));
if (unknown.length > 0) {
  process.stderr.write(`faults: nothing begins with ${unknown.join(', ')}. There are:\n${names.join('\n')}\n`);
  process.exitCode = 2;
} else {
  for (const name of names.filter(isWanted)) await run(name, described(FAULTS[name] ?? notThere));
}

function notThere(): never {
  throw new Error('there is no such script');
}

async function run(name: string, script: Described): Promise<void> {
  const begin = performance.now();
  let outcome: Report | string;
  try {
    outcome = await script.run();
  } catch (error) {
    process.stdout.write(`FAILED   ${name}: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
    return;
  } finally {
    await tidyUp();
  }
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  const worse = typeof outcome === 'string' ? [] : worseThan(readKept()[name], outcome.figures, script.compared);
  print(name, outcome, worse);
  if (values.report && (worse.length === 0 || values.accept)) report(name, script, outcome, seconds);
}

function report(name: string, script: Described, outcome: Report | string, seconds: number): void {
  const ran = {
    date: new Date().toISOString().slice(0, 10),
    commit: commitHere(),
    machine: describeMachine(),
    engines: enginesOf(name, script),
  };
  if (typeof outcome === 'string') keep(name, { ...ran, skipped: outcome }, names);
  else {
    const { checks, figures } = outcome;
    const asserted = [...new Set(checks.map(wantedBy))];
    const broken = checks.filter((check) => !holds(check)).map(foundBy);
    keep(name, { ...ran, seed: runSeed, seconds, asserted, broken, figures }, names);
  }
  for (const [file, table, content] of reliabilityTables()) writeTable(file, table, content);
  writeFileSync(join(ROOT, 'docs/images/faults.svg'), drawnFaults(readKept()));
}

function print(name: string, outcome: Report | string, worse: readonly string[]): void {
  if (typeof outcome === 'string') {
    process.stdout.write(`skipped  ${name}: ${outcome}\n`);
    return;
  }
  const broken = outcome.checks.filter((check) => !holds(check)).map(foundBy);
  const verdict = broken.length > 0 ? 'BROKEN ' : worse.length > 0 ? 'WORSE  ' : 'holds  ';
  process.stdout.write(`${verdict}  ${name}\n         ${printed(outcome)}\n`);
  for (const line of [...broken, ...worse]) {
    process.stdout.write(`         ${line}\n`);
    process.exitCode = 1;
  }
}
