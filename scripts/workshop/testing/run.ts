/**
 * `npm test`: runs the given test files, or all but the long ones, or with THOROUGH all, and prints the number of
 * passed, failed and skipped assertions. It prints the result of each file, and every failed assertion on standard
 * error. It fails if an assertion failed or nothing ran.
 * Several processes run one file after the other, slowest files first. If a process exits while it runs a file, that
 * file has failed, and another process continues with the rest.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startPostgres } from '../../../test/support/postgres.ts';
import { IS_THOROUGH, isItsTurn } from '../../../test/support/thorough.ts';
import { withoutOptions } from '../../commands/usage.ts';
import { BUILD, buildTests, builtModule } from './build.ts';
import { reportCoverage } from './coverage.ts';
import { missingPackages } from './packages.ts';
import { toSource } from './positions.ts';
import type { Outcome } from './worker.ts';
import { Worker } from './worker-process.ts';

/** One more than the number of cores, because many files wait for a browser, a server or the clock. */
const AT_ONCE = Math.min(4, availableParallelism() + 1);
const ENOUGH_MEMORY = 4 * 2 ** 30;
const SLOWEST = Number(process.env.SLOWEST ?? 10);
/** Files in these folders take long relative to their size. */
const SLOW_FOLDERS = /test\/(faults|browser|clients|conformance|db|flows)\//;

/**
 * These tests are about sources, values, the executable, and how pages look in a browser. The engine of the database makes
 * no difference to them, so a run on PostgreSQL leaves them out unless they are named, and not only their folder.
 */
const WHATEVER_THE_ENGINE =
  /^test\/(?:(?:browser|clients|requirements|schema|sources|types)\/|conformance\/binary\.|machines\/(?:fuzz\/parsers|model\/search)\.)/;
/** These tests are about SQLite alone, or what people wrote in its file. */
const ON_SQLITE = /^test\/(?:db\/(?:plans|scan-threads)|routes\/mcp\/hostile-texts|security\/reads-at-scale)\./;
/** These tests are about PostgreSQL alone. */
const ON_POSTGRES =
  /^test\/(?:db\/pgbouncer|faults\/(?:commands-interrupted|lost-answers|postgres|postgres-killed|side-by-side)|routes\/round-trips)\./;

/**
 * These tests start many processes, kill servers, search long, or follow people through many pages, and take longer than
 * all others together. A run leaves them out unless they are named or THOROUGH is on. A rotating run has a third of them.
 */
const LONG = new RegExp(
  `^test/(?:${[
    'browser/(?!(?:consent|cross-origin|every-page|flow|passkeys|pictures)\\.)',
    'clients/',
    'faults/',
    'flows/demo-content\\.',
    'machines/(?:fuzz/operations|model/replay)\\.',
    'machines/simulation/',
    'plugins/(?:keys|maintenance)\\.',
    'runbook/',
    'conformance/(?:audit-command|binary|bundle|clients|clients-command|command-line|commands-without-mail|connect-renew|doctor-deployment|doctor-refused|folders|migrate|outbox-command|start-and-seed|upgrade-check|users-command|webhooks-command|workers)\\.',
    'db/(?:move|stores)\\.',
    'routes/(?:document-limits|mcp/hostile-messages|openapi|published-limits)\\.',
    'security/(?:loop-time|reads-at-scale|regular-expressions|sign-in-queue|slow-and-big|unstorable-text)\\.',
  ].join('|')})`,
);

/** Of the long ones, those that belong to every thorough run on SQLite: faults, and what the coverage counts. */
const NEVER_LEFT_OUT = /^test\/(?:clients\/(?:agents\/|bucket\.)|(?:db|faults|flows|machines|plugins)\/)/;

/** These tests measure times, or need programs that are large, so they run only if they are named themselves. */
const ONLY_NAMED = /^test\/(?:faults\/long\.|clients\/agents\/more\/)/;

/** V8 then measures the sources instead of the bundles. */
const measuresCoverage = process.env.COVERAGE !== undefined;
const moduleOf = (file: string): string => (measuresCoverage ? resolve(file) : builtModule(file));

const begin = performance.now();
const USAGE = 'Usage: npm test -- [<file, folder or pattern> ...]    run all tests but the long ones, or those\n';
const named = withoutOptions(process.argv.slice(2), USAGE);
const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
const found = (named.length > 0 ? named : ['test']).flatMap((pattern) => {
  const isFolder = statSync(pattern, { throwIfNoEntry: false })?.isDirectory() === true;
  return testFilesOf(pattern).filter((file) => !isFolder || (!ONLY_NAMED.test(file) && dependsOnEngine(file)));
});
const long = found.filter((file) => LONG.test(file)).sort();
const files = named.length > 0 ? found : found.filter((file) => !LONG.test(file) || runsLong(file));
const runnable = files.filter((file) => missingPackages(file) === undefined);
const folder = mkdtempSync(join(temporary(), 'schoolgate-tests-'));
// Apache, which some tests start, runs as another user.
chmodSync(folder, 0o711);
process.once('exit', () => remove(folder));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await buildTests(runnable);
const postgres = await startPostgres(mkdtempSync(join(temporary(), 'schoolgate-pg-')));
const environment = {
  TMPDIR: folder,
  // Compiled code is shared between the processes.
  NODE_COMPILE_CACHE: join(BUILD, 'compiled'),
  TEST_DATABASE: engine,
  TEST_BUILD: BUILD,
  ...(postgres === undefined ? {} : { TEST_POSTGRES: postgres.folder }),
};
const templates = [builtModule('scripts/workshop/testing/make-templates.ts'), folder];
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
if (files.length < found.length) {
  console.log(`\nleft out ${found.length - files.length} files that take long; THOROUGH=on npm test runs them too`);
}
console.log(`\nThe slowest of ${outcomes.length} files:`);
for (const { file, seconds, cpuSeconds } of outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s, ${cpuSeconds.toFixed(1)} s busy  ${file}`);
}
// Once more, because a long run has them far above.
for (const title of outcomes.flatMap(titlesOfFailures)) console.log(title);
console.log(`${((performance.now() - begin) / 60_000).toFixed(1)} minutes`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exit(sum('passed') > 0 && sum('failed') === 0 && tooLow.length === 0 ? 0 : 1);

function titlesOfFailures({ failures }: Outcome): string[] {
  return failures.flatMap((failure) => /^FAILED .*$/m.exec(failure) ?? failure.split('\n', 1));
}

/** Retries while exiting processes still write to the folder. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    console.error(`${path} is left behind: ${String(error)}`);
  }
}

/** Uses a folder in memory if there is enough of it, because tests commit often, and each commit waits for the disk. */
function temporary(): string {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ENOUGH_MEMORY ? memory : tmpdir();
}

/** Returns the test files of a pattern, which is a file, a folder or a glob. */
function testFilesOf(pattern: string): string[] {
  const paths = globSync([pattern, join(pattern, '**/*.test.ts')], { exclude: ['**/node_modules/**'] });
  const tests = paths.filter((path) => path.endsWith('.test.ts'));
  if (tests.length > 0) return tests;
  console.error(`There is no test file at ${pattern}.`);
  process.exit(1);
}

function runsLong(file: string): boolean {
  const isDemanded = engine === 'sqlite' && NEVER_LEFT_OUT.test(file);
  return IS_THOROUGH && (isDemanded || isItsTurn(long.indexOf(file), 3));
}

function dependsOnEngine(file: string): boolean {
  return engine === 'sqlite' ? !ON_POSTGRES.test(file) : !(WHATEVER_THE_ENGINE.test(file) || ON_SQLITE.test(file));
}

/** Reports a file whose packages are not installed as one skip. */
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
        worker = new Worker(moduleOf('scripts/workshop/testing/worker.ts'), given);
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
