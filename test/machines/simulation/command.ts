/**
 * `npm run machine -- simulate [--steps 1000000]`: the whole system from one seed, in two processes, half on a database in memory
 * and half on a file with crashes. `--replay <seed>` runs one episode again and shortens what led to its failure.
 * `--planted` looks for every planted bug.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tap from 'tap';
import { readOptions } from '../../support/command-line.ts';
import { runSeed } from '../../support/seed.ts';
import { makeTemplates } from '../../support/templates.ts';
import { buildSimulation } from './build.ts';
import type { Outcome } from './episode.ts';
import { hunt, shorten } from './hunt.ts';
import { INVARIANTS } from './oracle/invariants.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { type Form, MEMORY, Runner } from './runner.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const USAGE = `Usage: npm run machine -- simulate [options]

  --steps COUNT    how many steps (default: 20000)
  --seed SEED      the first seed (default: another in each run)
  --length COUNT   steps of an episode (default: 1500)
  --counts         print how often each action was done
  --replay SEED    run one episode again, and shorten what led to its failure
  --no-crashes     without crashes, when one is run again
  --planted        look for every planted bug
  --named TEXT     those whose name contains the text alone; can be repeated
`;
const { values } = readOptions(USAGE, {
  steps: { type: 'string', default: '20000' },
  seed: { type: 'string', default: String(runSeed) },
  length: { type: 'string', default: '1500' },
  replay: { type: 'string' },
  planted: { type: 'boolean', default: false },
  named: { type: 'string', multiple: true, default: [''] },
  crashes: { type: 'boolean', default: true },
  counts: { type: 'boolean', default: false },
});
const [steps, firstSeed, length] = [Number(values.steps), Number(values.seed), Number(values.length)];

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-simulation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await makeTemplates('sqlite', folder);
const template = join(folder, 'demo.db');
/** A process of the simulation is replaced after so many episodes, so that it never needs much memory. */
const EPISODES_OF_A_PROCESS = 20;
/** Episodes of the search for planted bugs are short, because most are found soon, and a short one is soon shortened. */
const SHORT = 300;

if (values.planted) await findPlanted();
else if (values.replay !== undefined)
  await replay(Number(values.replay), { nodes: 2, crashes: values.crashes, length });
else await simulate();
process.exit();

/** Half of the steps on each kind of database, in a process each. */
async function simulate(): Promise<void> {
  const program = await buildSimulation();
  const kinds = [
    { title: 'memory', crashes: false, place: MEMORY },
    { title: 'file with crashes', crashes: true, place: tmpdir() },
  ] as const;
  const begun = performance.now();
  const runs = await Promise.all(
    kinds.map(async ({ title, crashes, place }, index) => {
      const start = (): Runner => new Runner(program, template, place);
      return { title, ...(await many(start, { nodes: 2, crashes, length }, firstSeed + index * 1_000_000)) };
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const { title, seeds, made, requests, crashed, memory, done } of runs) {
    say(
      `${title}: seeds ${seeds}, ${made} steps, ${requests} requests, ${crashed} crashes, ${memory} MB at most, no failure`,
    );
    if (values.counts) for (const what of Object.keys(done).sort()) say(`  ${what}: ${done[what]}`);
  }
  const all = runs.reduce((sum, { made }) => sum + made, 0);
  say(`${all} steps in ${seconds.toFixed(0)} s, ${Math.round(all / seconds)} a second, seed ${firstSeed}`);
}

/** @param start starts a process, as each runs a part of the episodes only */
async function many(start: () => Runner, form: Form, firstSeed: number) {
  const total = { made: 0, requests: 0, crashed: 0, memory: 0 };
  const done: Record<string, number> = {};
  let runner = start();
  let [seed, toldAt] = [firstSeed, performance.now()];
  for (; total.made < steps / 2; seed += 1) {
    const outcome = await runner.run({ seed, ...form });
    if (outcome.failure !== undefined) await fail(runner, form, seed, outcome);
    total.made += outcome.steps;
    total.requests += outcome.requests;
    total.crashed += outcome.crashes;
    total.memory = Math.max(total.memory, Math.round(outcome.memory / 1e6));
    for (const [what, times] of Object.entries(outcome.done)) done[what] = (done[what] ?? 0) + times;
    if ((seed - firstSeed + 1) % EPISODES_OF_A_PROCESS === 0) {
      runner.close();
      runner = start();
    }
    if (performance.now() > toldAt + 60_000) {
      say(`seed ${seed}: ${total.made} of ${steps / 2} steps`);
      toldAt = performance.now();
    }
  }
  runner.close();
  return { ...total, seeds: `${firstSeed} to ${seed - 1}`, done };
}

async function fail(runner: Runner, form: Form, seed: number, { failure }: Outcome): Promise<never> {
  say(`seed ${seed}: ${failure?.message}`);
  const options = `--replay ${seed} --length ${form.length}${form.crashes ? '' : ' --no-crashes'}`;
  say(`npm run machine -- simulate ${options}`);
  const only = await shorten(runner, form, { seed, invariant: failure?.invariant ?? '' });
  await show(runner, form, seed, only);
  process.exit(1);
}

async function replay(seed: number, form: Form): Promise<void> {
  const runner = new Runner(await buildSimulation(), template);
  const outcome = await runner.run({ seed, ...form });
  if (outcome.failure !== undefined) await fail(runner, form, seed, outcome);
  say(`seed ${seed}: no failure in ${outcome.steps} steps, digest ${outcome.digest}`);
  runner.close();
}

async function show(runner: Runner, form: Form, seed: number, only: readonly number[]): Promise<void> {
  const { trace, failure } = await runner.run({ seed, ...form, only, traced: true });
  say(`What is left of it, ${only.length} of ${form.length} things:`);
  for (const line of trace) say(`  ${line}`);
  say(failure?.message ?? 'it does not fail when it is run alone');
}

async function findPlanted(): Promise<void> {
  const form = { nodes: 2, crashes: true, length: SHORT };
  const bugs = PLANTED_BUGS.filter(({ name }) => values.named.some((part) => name.includes(part)));
  let missed = 0;
  say('| planted bug | seed | steps until it is found | invariant |');
  say('| --- | --- | --- | --- |');
  for (const bug of bugs) {
    const runner = new Runner(await buildSimulation(bug), template);
    const found = await hunt(runner, form, firstSeed, steps);
    runner.close();
    if (found === undefined) missed += 1;
    const { failure } = found?.outcome ?? {};
    const how = found && `${found.seed} | ${found.steps} | \`${failure?.invariant}\``;
    say(`| ${bug.name} | ${how ?? ` | not within ${steps.toLocaleString('en')} | `} |`);
    // What is no invariant is a mistake of the simulation.
    if (failure !== undefined && !(failure.invariant in INVARIANTS)) say(failure.message);
  }
  say(`${bugs.length - missed} of ${bugs.length} found`);
  if (missed > 0) process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
