/**
 * `npm test`: runs the given test files, or all but the slow ones, or with THOROUGH all, and prints the number of
 * passed, failed and skipped assertions. It prints the result of each file, and every failed assertion on standard
 * error. It fails if an assertion failed or nothing ran.
 * Several processes run one file after the other, slowest files first. If a process exits while it runs a file, that
 * file has failed, and another process continues with the rest.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startPostgres } from '../../../test/support/postgres.ts';
import { answerHelp, readArguments } from '../../commands/usage.ts';
import { BUILD, buildTests, builtModule } from './build.ts';
import { reportCoverage } from './coverage.ts';
import { guardsOf } from './guards.ts';
import { fitting, inThisRun, needsOf } from './needs.ts';
import { missingPackages } from './packages.ts';
import { toSource } from './positions.ts';
import type { Outcome } from './worker.ts';
import { Worker } from './worker-process.ts';

/** One more than the number of cores, because many files wait for a browser, a server or the clock. */
const AT_ONCE = Math.min(4, availableParallelism() + 1);
const ENOUGH_MEMORY = 4 * 2 ** 30;
const SLOWEST = Number(process.env.SLOWEST ?? 10);
/** V8 then measures the sources instead of the bundles. */
const measuresCoverage = process.env.COVERAGE !== undefined;
const moduleOf = (file: string): string => (measuresCoverage ? resolve(file) : builtModule(file));

/** How long a run for a change may take. */
const GUARDED_SECONDS = 60;
/** The seconds that each file took when it last ran here. */
const TIMES = '.tap/times.json';
const lastSeconds: Record<string, number> = existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {};

const begin = performance.now();
const USAGE = `Usage: npm test -- [<file, folder or pattern> ...]    run all tests but the slow ones, or those that are named
       npm test -- --guards <source> ...            run for a minute what guards these sources best, slow or not
       npm test -- --changed                        the same for what differs from the last commit, or else for that
       npm test -- --list ...                       print the files only
THOROUGH=on also runs the slow tests, and TEST_DATABASE=postgres runs them on PostgreSQL.
`;
answerHelp(process.argv.slice(2), USAGE);
const { values, positionals } = readArguments(process.argv.slice(2), USAGE, {
  guards: { type: 'boolean', default: false },
  changed: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
});
const engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
const isWhole = positionals.length === 0 || values.guards;
const found = isWhole ? fitting(testFilesOf('test'), engine) : positionals.flatMap(namedFiles);
const files = await chosen();
if (values.list) {
  process.stdout.write(files.map((file) => `${file}\n`).join(''));
  process.exit();
}
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
mkdirSync('.tap', { recursive: true });
const times = { ...lastSeconds, ...Object.fromEntries(ended.map(({ file, seconds }) => [file, Math.round(seconds)])) };
writeFileSync(TIMES, JSON.stringify(times));
await postgres?.stop();
const tooLow = measuresCoverage ? await reportCoverage(join(folder, 'coverage')) : [];
for (const fault of tooLow) console.error(`FAILED ${fault}`);

const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, outcome) => total + outcome[name], 0);
if (files.length < found.length) {
  console.log(`\nleft out ${found.length - files.length} files; THOROUGH=on npm test runs them too`);
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

/** A folder has the files that fit the engine. */
function namedFiles(pattern: string): string[] {
  const isFolder = statSync(pattern, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? fitting(testFilesOf(pattern), engine) : testFilesOf(pattern);
}

async function chosen(): Promise<string[]> {
  if (!values.guards && !values.changed) return isWhole ? inThisRun(found, engine) : found;
  const sources = values.guards ? positionals : changedFiles();
  if (values.list) return guardsOf(sources, found);
  let seconds = 0;
  return (await guardsOf(sources, values.guards ? found : inThisRun(found, engine))).filter((file) => {
    const fits = seconds + secondsOf(file) / AT_ONCE < GUARDED_SECONDS;
    if (fits) seconds += secondsOf(file) / AT_ONCE;
    return fits;
  });
}

/** Returns the files that differ from the last commit, or, if none do, those that it has changed. */
function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1');
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

async function runAll(env: Record<string, string>): Promise<Outcome[]> {
  const ended: Outcome[] = [];
  const slowestFirst = runnable.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const alone = slowestFirst.filter((file) => needsOf(file).has('alone'));
  const waiting = slowestFirst.filter((file) => !alone.includes(file)).values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => runEach(waiting, env, ended)));
  await runEach(alone.values(), env, ended);
  return ended;
}

async function runEach(waiting: Iterable<string>, env: Record<string, string>, ended: Outcome[]): Promise<void> {
  const end = async (worker: Worker | undefined): Promise<void> => {
    const late = await worker?.end();
    if (late === undefined) return;
    for (const failure of late.failures) console.error(failure);
    ended.push(late);
  };
  let worker: Worker | undefined;
  for (const file of waiting) {
    if (worker === undefined || worker.isWornOut) {
      await end(worker);
      worker = new Worker(moduleOf('scripts/workshop/testing/worker.ts'), env);
    }
    const outcome = await worker.run({ file, module: moduleOf(file) });
    for (const failure of outcome.failures) console.error(toSource(failure));
    for (const skip of outcome.skips) console.log(`skipped ${file} > ${skip}`);
    console.log(`${outcome.failed > 0 ? 'FAILED' : 'ok'} ${file} (${outcome.seconds.toFixed(1)} s)`);
    ended.push(outcome);
  }
  await end(worker);
}

/** How long a file took when it last ran here, or a guess by its size. */
function secondsOf(file: string): number {
  return lastSeconds[file] ?? (statSync(file).size / 5000) * (needsOf(file).has('slow') ? 10 : 1);
}
