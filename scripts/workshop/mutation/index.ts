/**
 * `npm run machine -- mutation`: applies mutants to the protocol core and checks that a test kills each. Arguments can limit it to
 * files of the core and to test files.
 * The first run of the tests, without a mutant, determines which test reaches which mutant. Each mutant is then run
 * with those tests only, until one of them fails.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { withoutOptions } from '../../commands/usage.ts';
import { CORE, ROOT } from './core.ts';
import { Coverage } from './coverage.ts';
import { Hunt } from './hunt.ts';
import { makeMutants } from './mutants.ts';
import { describe, isSurvivor, type Result, report } from './report.ts';
import { Worker } from './worker-process.ts';

const AT_ONCE = Math.min(4, availableParallelism());
const FIRST_RUN_LIMIT_MS = 600_000;
const PROGRESS_EVERY = 100;

const begin = performance.now();
const minutes = (): string => `${((performance.now() - begin) / 60_000).toFixed(1)} minutes`;

const USAGE =
  'Usage: npm run machine -- mutation [file of the core …] [test file …]    apply mutants, and check that a test kills each\n';
const named = withoutOptions(process.argv.slice(2), USAGE);
const namedTests = named.filter((name) => name.startsWith('test/'));
const namedFiles = named.filter((name) => !name.startsWith('test/'));
const files = namedFiles.length > 0 ? namedFiles : Object.keys(CORE);
const provers = new Map(
  files.map((file) => {
    const patterns = namedTests.length > 0 ? namedTests : (CORE[file] ?? []);
    const tests = patterns.map((pattern) => globSync(pattern, { cwd: ROOT }).sort());
    if (tests.length === 0 || tests.some(({ length }) => length === 0)) throw new Error(`${file}: no such tests`);
    return [file, [...new Set(tests.flat())]];
  }),
);
const testFiles = new Set([...provers.values()].flat());

const folder = mkdtempSync(join(tmpdir(), 'schoolgate-mutation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const mutants = await makeMutants(files, join(folder, 'sources'));
const templates = join(folder, 'templates');
const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/workshop/testing/make-templates.ts'), templates], {
  env: { ...process.env, TEST_DATABASE: 'sqlite' },
  stdio: 'inherit',
});
if (status !== 0) throw new Error('the databases that tests start from could not be made');
const environment = {
  TEST_DATABASE: 'sqlite',
  TMPDIR: folder,
  TEST_TEMPLATES: templates,
  TEST_SEED: '1',
  MUTATION_SOURCES: join(folder, 'sources'),
  MUTATION_FILES: files.join(),
};

const coverage = new Coverage();
await inParallel(testFiles, async (file, worker) => {
  const outcome = await worker.run({ file }, FIRST_RUN_LIMIT_MS);
  if (outcome === undefined || outcome.failed !== undefined) {
    throw new Error(`${file} fails without a mutant: ${outcome?.failures.join('\n')}`);
  }
  coverage.add(outcome);
});
console.log(
  `${mutants.length} mutants in ${files.length} files, ${coverage.tests} tests in ${testFiles.size} files (${minutes()})`,
);

const hunt = new Hunt(coverage, (file) => provers.get(file) ?? []);
const results: Result[] = [];
await inParallel(mutants, async (mutant, worker) => {
  const result = { ...mutant, fate: await hunt.fateOf(mutant, worker) };
  results.push(result);
  if (isSurvivor(result)) console.log(describe(result));
  if (results.length % PROGRESS_EVERY === 0) console.log(`${results.length} of ${mutants.length} (${minutes()})`);
});
console.log();
const isGood = report(results.sort((a, b) => Number(a.id) - Number(b.id)));
console.log(minutes());
process.exit(isGood ? 0 : 1);

async function inParallel<Item>(
  items: Iterable<Item>,
  work: (item: Item, worker: Worker) => Promise<void>,
): Promise<void> {
  const waiting = Iterator.from(items);
  const one = async (): Promise<void> => {
    const worker = new Worker(environment);
    for (const item of waiting) await work(item, worker);
    worker.end();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
