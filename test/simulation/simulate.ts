/**
 * `npm run simulate [-- --steps 1000000]`: the whole system from one seed, in two processes, half on a database in memory
 * and half on a file with crashes. `--replay <seed>` runs one episode again and shortens what led to its failure.
 * `--planted` looks for every planted bug.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import tap from 'tap';
import { runSeed } from '../support/seed.ts';
import { makeTemplates } from '../support/templates.ts';
import { buildSimulation } from './build.ts';
import type { Outcome } from './episode.ts';
import { hunt, shorten } from './hunt.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';
import { type Form, MEMORY, Runner } from './runner.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(runSeed) },
    length: { type: 'string', default: '1500' },
    replay: { type: 'string' },
    planted: { type: 'boolean', default: false },
    named: { type: 'string', default: '' },
    crashes: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [steps, firstSeed, length] = [Number(values.steps), Number(values.seed), Number(values.length)];

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-simulation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await makeTemplates('sqlite', folder);
const template = join(folder, 'demo.db');
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
      const runner = new Runner(program, template, place);
      const total = await many(runner, { nodes: 2, crashes, length }, firstSeed + index * 1_000_000);
      runner.close();
      return { title, crashes, ...total };
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const { title, episodes, made, requests, crashed } of runs) {
    say(`${title}: ${episodes} episodes, ${made} steps, ${requests} requests, ${crashed} crashes, no failure`);
  }
  const all = runs.reduce((sum, { made }) => sum + made, 0);
  say(`${all} steps in ${seconds.toFixed(0)} s, ${Math.round(all / seconds)} a second, seed ${firstSeed}`);
}

async function many(runner: Runner, form: Form, seed: number) {
  const total = { episodes: 0, made: 0, requests: 0, crashed: 0 };
  while (total.made < steps / 2) {
    const outcome = await runner.run({ seed: seed + total.episodes, ...form });
    if (outcome.failure !== undefined) await fail(runner, form, seed + total.episodes, outcome);
    total.episodes += 1;
    total.made += outcome.steps;
    total.requests += outcome.requests;
    total.crashed += outcome.crashes;
  }
  return total;
}

async function fail(runner: Runner, form: Form, seed: number, { failure }: Outcome): Promise<never> {
  say(`seed ${seed}: ${failure?.message}`);
  const options = `--replay ${seed} --length ${form.length}${form.crashes ? '' : ' --no-crashes'}`;
  say(`npm run simulate -- ${options}`);
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
  let missed = 0;
  for (const bug of PLANTED_BUGS.filter(({ name }) => name.includes(values.named))) {
    const runner = new Runner(await buildSimulation(bug), template);
    const found = await hunt(runner, form, firstSeed, steps);
    runner.close();
    if (found === undefined) missed += 1;
    const how = found && `seed ${found.seed} | ${found.steps} | ${found.outcome.failure?.invariant}`;
    say(`| ${bug.name} | ${bug.like} | ${how ?? `not found in ${steps} steps | | `} |`);
  }
  say(`${PLANTED_BUGS.length - missed} of ${PLANTED_BUGS.length} found`);
  if (missed > 0) process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
