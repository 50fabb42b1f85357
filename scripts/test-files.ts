/**
 * Runs test files, a few at a time, each as a process of its own. Says of each how it ended, on standard error every
 * assertion that failed, and last how many there were. Fails when nothing ran or something failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { type Counts, countAssertions, describeFailures } from './count-tests.ts';

/** One more than there are cores: many files wait for a browser, a server or the clock. */
const AT_ONCE = Math.min(4, availableParallelism() + 1);
/** tap ends a file then, and says what it waits for. A slow machine takes three times as long as a usual one. */
const PATIENCE_SECONDS = 600;
const LAST_WORDS_MS = 30_000;

interface Outcome extends Counts {
  file: string;
  seconds: number;
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

const named = process.argv.slice(2);
const outcomes = await runAll(named.length > 0 ? named : globSync('test/**/*.test.ts').sort());
const sum = (name: keyof Counts): number => outcomes.reduce((total, outcome) => total + outcome[name], 0);
const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, Number(process.env.SLOWEST ?? 0));
for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('passed') > 0 && sum('failed') === 0 ? 0 : 1;

async function runAll(files: readonly string[]): Promise<Outcome[]> {
  const waiting = files.values();
  const ended: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (const file of waiting) ended.push(await run(file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ended;
}

async function run(file: string): Promise<Outcome> {
  const begin = performance.now();
  const env = { ...process.env, TAP: '1', TAP_TIMEOUT: String(PATIENCE_SECONDS) };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_SECONDS * 1000 + LAST_WORDS_MS);
  const [tap] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearTimeout(timer);
  running.delete(child);
  const outcome = { file, seconds: (performance.now() - begin) / 1000, ...countAssertions(tap) };
  for (const failure of describeFailures(file, tap)) console.error(failure);
  // A file that ends before it has said how many there were has failed, whatever it said so far.
  const isWhole = outcome.failed > 0 || (child.exitCode === 0 && outcome.passed + outcome.skipped > 0);
  if (!isWhole) {
    console.error(`\nFAILED ${file} ended early: ${child.signalCode ?? `exit code ${child.exitCode}`}`);
    outcome.failed += 1;
  }
  console.log(`${outcome.failed > 0 ? 'FAILED' : 'ok'} ${file} (${outcome.seconds.toFixed(1)} s)`);
  return outcome;
}
