/**
 * `npm run machine -- fuzz [target … --seconds 60 --keep]`: searches for an input that breaks one of the targets, and fails if there
 * is one. With `--keep`, inputs that reached code which none before them had reached are added to the corpus. The targets
 * `rest`, `tools` and `graphql` are whole APIs.
 */
import tap from 'tap';
import { endWithUsage } from '../../../scripts/commands/usage.ts';
import { testApp } from '../../support/app.ts';
import { readOptions } from '../../support/command-line.ts';
import { REPEATED_BY, seedFor } from '../../support/seed.ts';
import { graphqlDriver } from './apis/graphql.ts';
import { type Driver, restDriver } from './apis/rest.ts';
import { type Schools, schools } from './apis/schools.ts';
import { toolDriver } from './apis/tools.ts';
import { corpusOf, keep } from './corpus.ts';
import { hunt } from './hunt.ts';
import { reachedCode } from './reached-code.ts';
import type { Target } from './target.ts';
import { PARSERS } from './targets/index.ts';
import { PROXIED, serverTargets } from './targets/server.ts';

// Helpers of the tests load tap, which would end this process after 30 seconds.
tap.setTimeout(0);

const DRIVERS: Readonly<Record<string, (made: Schools) => Driver | Promise<Driver>>> = {
  rest: restDriver,
  tools: toolDriver,
  graphql: graphqlDriver,
};

const known = [...PARSERS.map(({ name }) => name), 'cursor', 'signed-url', 'header', ...Object.keys(DRIVERS)];
const USAGE = `Usage: npm run machine -- fuzz [target …] [--seconds 10] [--keep]\ntargets: ${known.join(', ')}\n`;
const { values, positionals } = readOptions(
  USAGE,
  { seconds: { type: 'string', default: '10' }, keep: { type: 'boolean', default: false } },
  { takesNames: true },
);
const seconds = Number(values.seconds);
if (!(seconds > 0)) endWithUsage(USAGE, '--seconds takes a positive number');
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) endWithUsage(USAGE, `there is no target ${unknown}`);

/** What a corpus is for is in few inputs: those without which less code is reached. */
const MOST_KEPT = 40;

let isBroken = false;
const broken = (what: string): void => {
  isBroken = true;
  console.error(`FAILED ${what}`.slice(0, 4000));
};

async function search(target: Target): Promise<void> {
  const corpus = corpusOf(target.name);
  const reached = await reachedCode(target.code);
  const seed = seedFor(target.name);
  const hunting = { seed, corpus, reached, isOver: (_runs: number, spent: number) => spent >= seconds };
  const { runs, found, kept, ...outcome } = await hunt(target, hunting);
  const perSecond = Math.round(runs / outcome.seconds);
  const share = (reached.share() * 100).toFixed(1);
  await reached.stop();
  console.log(`${target.name}: ${runs} inputs, ${perSecond} a second, ${share} % of its code, ${kept.length} new`);
  if (values.keep) keep(target.name, [...corpus, ...kept].slice(0, MOST_KEPT));
  if (found !== undefined) broken(`${target.name}: ${found.fault}\n  ${JSON.stringify(found.input)}`);
}

/** A new platform every so many calls, because a school that is called for long is full of what calls made. */
const CALLS = 5000;

async function call(name: string, driverOf: (made: Schools) => Driver | Promise<Driver>): Promise<void> {
  const began = performance.now();
  const spent = (): number => (performance.now() - began) / 1000;
  const done = new Map<string, number>();
  let calls = 0;
  for (let round = 0; spent() < seconds && !isBroken; round += 1) {
    await tap.test(`${name} ${round}`, async (t) => {
      const made = await schools(t, seedFor(`${name} ${round}`));
      const { figures, next } = await driverOf(made);
      while (figures.calls < CALLS && spent() < seconds && figures.faults.length === 0) await next();
      for (const [one, times] of figures.done) done.set(one, (done.get(one) ?? 0) + times);
      calls += figures.calls;
      const errors = made.logs.filter((line) => line.includes('"level":50'));
      for (const fault of [...figures.faults, ...errors]) broken(`${name}: ${fault}`);
    });
  }
  const never = [...done].filter(([, times]) => times === 0).map(([one]) => one);
  console.log(`${name}: ${calls} calls, ${Math.round(calls / spent())} a second, of ${done.size} operations`);
  if (never.length > 0) console.log(`  never done: ${never.join(', ')}`);
}

const isWanted = (name: string): boolean => positionals.length === 0 || positionals.includes(name);

console.log(REPEATED_BY);
for (const target of PARSERS.filter(({ name }) => isWanted(name))) await search(target);
await tap.test('on a server', async (t) => {
  const { app } = await testApp(t, { env: PROXIED, housekeeping: false });
  for (const target of serverTargets(app).filter(({ name }) => isWanted(name))) await search(target);
});
for (const [name, driverOf] of Object.entries(DRIVERS)) if (isWanted(name)) await call(name, driverOf);
process.exit(isBroken ? 1 : 0);
