/**
 * A process that runs tests against mutants and reports the results. It is also the module that tests receive when they
 * import `tap`: it tracks the running test, runs only the selected tests, and stops after the first failure.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { t as root, type Test } from 'tap';
import { describeFailures } from '../testing/failures.ts';
import { failTestsOnUncaughtErrors } from '../testing/uncaught-errors.ts';
import { LEFT_OUT, ROOT } from './core.ts';
import type { Switch } from './mutants.ts';
import { pathOf, selection } from './selection.ts';

export interface Order {
  file: string;
  /** The paths of the tests; default: all tests of the file. */
  tests?: readonly string[];
  mutant?: string;
  /** Reloads all modules of the project, for mutants that take effect while modules are loaded. */
  isFresh?: boolean;
}

export interface Outcome {
  file: string;
  /** The first test that failed. */
  failed: string | undefined;
  /** For each test, its own duration in seconds and the mutants that it reached. */
  tests: Record<string, { seconds: number; reached: string[] }>;
  /** The mutants that were reached while modules were loaded. */
  loading: string[];
  failures: string[];
  bytes: number;
}

const HIT_LIMIT = 5_000_000;
const { MUTATION_SOURCES: SWITCHED = '', MUTATION_FILES = '' } = process.env;
const mutated = new Set(MUTATION_FILES.split(','));

const stryker: Switch = {};
Object.assign(globalThis, { __stryker__: stryker });

let order: Order = { file: '' };
let failed: string | undefined;
let loads = 0;
let output = '';
const seconds = new Map<string, number>();

let isWanted: (path: string) => boolean;

type Body = (t: Test) => unknown;

/** The test object as its body sees it. */
function followed(t: Test, path: string): Test {
  const titles = new Map<string, number>();
  const test = (title: string, ...rest: unknown[]): unknown => {
    const count = (titles.get(title) ?? 0) + 1;
    titles.set(title, count);
    const inside = pathOf(path, count === 1 ? title : `${title} (${count})`);
    if (failed !== undefined || LEFT_OUT.test(title) || !isWanted(inside)) return Promise.resolve();
    const body = rest.pop() as Body;
    return t.test(title, ...(rest as [object]), (child: Test) => runBody(child, inside, path, body));
  };
  return new Proxy(t, {
    get(_t, name) {
      if (name === 'test') return test;
      if (name === 'setTimeout') return () => undefined;
      const value: unknown = Reflect.get(t, name, t);
      return typeof value === 'function' ? value.bind(t) : value;
    },
  });
}

async function runBody(t: Test, path: string, parent: string, body: Body): Promise<void> {
  const begin = performance.now();
  stryker.currentTestId = path;
  try {
    await body(followed(t, path));
    if (!t.passing()) failed ??= path;
  } catch (error) {
    failed ??= path;
    throw error;
  } finally {
    // If the body did not wait for its subtests, one of them is running by now.
    if (stryker.currentTestId === path) stryker.currentTestId = parent === '' ? undefined : parent;
    const spent = (performance.now() - begin) / 1000;
    seconds.set(path, (seconds.get(path) ?? 0) + spent);
    if (parent !== '') seconds.set(parent, (seconds.get(parent) ?? 0) - spent);
  }
}

let top: Test = followed(root, '');
export default new Proxy(root, { get: (_root, name) => Reflect.get(top, name) });

failTestsOnUncaughtErrors(root);

const isOurs = (url: string): boolean =>
  url.startsWith(pathToFileURL(ROOT).href) && !/\/node_modules\/|\/scripts\/mutation\//.test(url);
const stripped = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'tap' && !context.parentURL?.includes('/node_modules/')) {
      return { url: import.meta.url, shortCircuit: true };
    }
    const found = next(specifier, context);
    if (order.isFresh !== true || !isOurs(found.url) || found.url.includes('?')) return found;
    return { ...found, url: `${found.url}?mutant=${order.mutant}` };
  },
  load(url, context, next) {
    const path = isOurs(url) ? fileURLToPath(url) : '';
    if (!path.endsWith('.ts')) return next(url, context);
    const name = relative(ROOT, path);
    const source =
      stripped.get(name) ?? stripTypeScriptTypes(readFileSync(mutated.has(name) ? join(SWITCHED, name) : path, 'utf8'));
    stripped.set(name, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

async function run(request: Order): Promise<Outcome> {
  order = request;
  failed = undefined;
  isWanted = selection(request.tests);
  loads += 1;
  output = '';
  seconds.clear();
  const coverage = { static: {}, perTest: {} };
  stryker.mutantCoverage = Object.assign(stryker.mutantCoverage ?? coverage, coverage);
  Object.assign(stryker, { activeMutant: request.mutant, hitCount: 0, hitLimit: HIT_LIMIT, currentTestId: undefined });
  const result = await root.test(request.file, { timeout: 0 }, async (t) => {
    top = followed(t, '');
    await import(`${pathToFileURL(join(ROOT, request.file)).href}?load=${loads}`);
  });
  stryker.activeMutant = undefined;
  if (result !== null && !result.ok) failed ??= request.file;
  const { perTest, static: loading } = stryker.mutantCoverage;
  const tests = [...seconds].map(([path, spent]) => [
    path,
    { seconds: spent, reached: request.mutant === undefined ? Object.keys(perTest[path] ?? {}) : [] },
  ]);
  return {
    file: request.file,
    failed,
    tests: Object.fromEntries(tests),
    loading: Object.keys(loading),
    failures: describeFailures(output),
    bytes: process.memoryUsage.rss(),
  };
}

root.pipe(
  new Writable({
    write(chunk, _encoding, done) {
      output = (output + String(chunk)).slice(-20_000);
      done();
    },
  }),
);
process.on('message', (request: Order) => void run(request).then((outcome) => process.send?.(outcome)));
process.once('disconnect', () => process.exit());
process.send?.({ ready: true });
