/**
 * `npm test`: runs every test file, or those that are named, and ends with how many assertions passed, failed and were
 * skipped. Says of each file how it ended, and on standard error every assertion that failed. Fails when nothing ran or
 * something failed.
 *
 * A few processes take one file after the other, those that take longest first. A process that ends while it runs a file
 * has failed that file; another one goes on with the rest.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startPostgres } from '../../test/support/postgres.ts';
import { BUILD, buildTests, builtModule } from './build.ts';
import { reportCoverage } from './coverage.ts';
import { missingPackages } from './packages.ts';
import { toSource } from './positions.ts';
import type { Outcome } from './worker.ts';
import { Worker } from './worker-process.ts';

/** One more than there are cores: many files wait for a browser, a server or the clock. */
const AT_ONCE = Math.min(4, availableParallelism() + 1);
const ENOUGH_MEMORY = 4 * 2 ** 30;
const SLOWEST = Number(process.env.SLOWEST ?? 10);
/** Files of these take long for their size. */
const SLOW_FOLDERS = /test\/(faults|browser|clients|conformance|db|flows)\//;

/** V8 counts in the sources then, not in what was built of them. */
const measuresCoverage = process.env.COVERAGE !== undefined;
const moduleOf = (file: string): string => (measuresCoverage ? resolve(file) : builtModule(file));

const begin = performance.now();
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : ['test']).flatMap(testFilesOf);
const runnable = files.filter((file) => missingPackages(file) === undefined);
const folder = mkdtempSync(join(temporary(), 'schoolgate-tests-'));
// Apache, which some tests start, reads as a user of its own.
chmodSync(folder, 0o711);
process.once('exit', () => remove(folder));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await buildTests(runnable);
const postgres = await startPostgres(mkdtempSync(join(temporary(), 'schoolgate-pg-')));
const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
const environment = {
  TMPDIR: folder,
  // What one process compiled, the next ones only load.
  NODE_COMPILE_CACHE: join(BUILD, 'compiled'),
  TEST_DATABASE: engine,
  TEST_BUILD: BUILD,
  ...(postgres === undefined ? {} : { TEST_POSTGRES: postgres.folder }),
};
const templates = [builtModule('scripts/testing/make-templates.ts'), folder];
const { status } = spawnSync(process.execPath, templates, {
  env: { ...process.env, ...environment },
  stdio: 'inherit',
});
if (status !== 0) throw new Error('the databases that tests start from could not be made');

const ended = await runAll({
  ...environment,
  TEST_TEMPLATES: folder,
  ...(measuresCoverage ? { NODE_V8_COVERAGE: join(folder, 'coverage') } : {}),
});
const outcomes = [...files.flatMap(skipWithoutPackages), ...ended];
await postgres?.stop();
const tooLow = measuresCoverage ? await reportCoverage(join(folder, 'coverage')) : [];
for (const fault of tooLow) console.error(`FAILED ${fault}`);

const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, outcome) => total + outcome[name], 0);
console.log(`\nThe slowest of ${outcomes.length} files:`);
for (const { file, seconds, cpuSeconds } of outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s, ${cpuSeconds.toFixed(1)} s busy  ${file}`);
}
console.log(`${((performance.now() - begin) / 60_000).toFixed(1)} minutes`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('passed') > 0 && sum('failed') === 0 && tooLow.length === 0 ? 0 : 1);

/** Also while processes that are ending still write there. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    console.error(`${path} is left behind: ${String(error)}`);
  }
}

/** In memory where there is plenty: tests commit often, and each commit waits for the disk. */
function temporary(): string {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ENOUGH_MEMORY ? memory : tmpdir();
}

/** The test files of a pattern: a file, a folder with all that is below it, or a glob. */
function testFilesOf(pattern: string): string[] {
  const found = globSync([pattern, join(pattern, '**/*.test.ts')], { exclude: ['**/node_modules/**'] });
  const tests = found.filter((path) => path.endsWith('.test.ts'));
  if (tests.length > 0) return tests;
  console.error(`There is no test file at ${pattern}.`);
  process.exit(1);
}

/** A file whose packages are not installed: all of it is one skip. */
function skipWithoutPackages(file: string): Outcome[] {
  const reason = missingPackages(file);
  if (reason === undefined) return [];
  const skip = `all its tests: ${reason}`;
  console.log(`skipped ${file} > ${skip}`);
  const nothing = { seconds: 0, cpuSeconds: 0, passed: 0, failed: 0, bytes: 0, failures: [], isUnended: false };
  return [{ ...nothing, file, skipped: 1, skips: [skip] }];
}

async function runAll(given: Record<string, string>): Promise<Outcome[]> {
  const waiting = runnable.toSorted((a, b) => weight(b) - weight(a)).values();
  const ended: Outcome[] = [];
  const work = async (): Promise<void> => {
    let worker: Worker | undefined;
    for (const file of waiting) {
      if (worker === undefined || worker.isWornOut) {
        await end(worker);
        worker = new Worker(moduleOf('scripts/testing/worker.ts'), given);
      }
      const outcome = await worker.run({ file, module: moduleOf(file) });
      for (const failure of outcome.failures) console.error(toSource(failure));
      for (const skip of outcome.skips) console.log(`skipped ${file} > ${skip}`);
      console.log(`${outcome.failed > 0 ? 'FAILED' : 'ok'} ${file} (${outcome.seconds.toFixed(1)} s)`);
      ended.push(outcome);
    }
    await end(worker);
  };
  const end = async (worker: Worker | undefined): Promise<void> => {
    const late = await worker?.end();
    if (late === undefined) return;
    for (const failure of late.failures) console.error(failure);
    ended.push(late);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ended;
}

function weight(file: string): number {
  return statSync(file).size * (SLOW_FOLDERS.test(file) ? 10 : 1);
}
