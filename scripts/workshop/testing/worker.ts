/**
 * A process of the test runner. It runs test files one after the other, each as a subtest, and reports the results.
 * It is also the module that test files receive when they import `tap`: the subtest of the current file.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { t as root, type Test } from 'tap';
import { describeFailures } from './failures.ts';
import { FILE_TIMEOUT_MS } from './time-limit.ts';
import { failTestsOnUncaughtErrors } from './uncaught-errors.ts';

/** An order of the runner: a test file, and its built module. */
export interface Order {
  file: string;
  module: string;
}

export interface Outcome {
  file: string;
  seconds: number;
  /** CPU time of this process and of its exited child processes. */
  cpuSeconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Memory of the process afterwards, in bytes. */
  bytes: number;
  /** Descriptions of the failed assertions. */
  failures: string[];
  /** Skipped tests with their reasons. */
  skips: string[];
  /** True if parts of the file may still be running. */
  isUnended: boolean;
}

let current: Test = root;

/** The timeouts of a file apply only when it runs without the runner. */
const ignoreLimit = (): void => undefined;

export default new Proxy(root, {
  get(_root, name) {
    if (name === 'setTimeout') return ignoreLimit;
    const value: unknown = Reflect.get(current, name, current);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});

const thisModule = pathToFileURL(process.argv[1] ?? '').href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'tap' && !context.parentURL?.includes('/node_modules/')
      ? { url: thisModule, shortCircuit: true }
      : next(specifier, context),
});

failTestsOnUncaughtErrors(root);

let output = '';
root.pipe(
  new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  }),
);

function busySeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
}

/** Linux provides the time in hundredths of a second. On other systems, it is 0. */
function endedChildrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number);
  return (user + system) / 100;
}

async function run({ file, module }: Order): Promise<Outcome> {
  const begin = performance.now();
  const busy = busySeconds();
  output = '';
  let own: Test | undefined;
  const result = await root.test(file, { timeout: FILE_TIMEOUT_MS }, async (t) => {
    own = t;
    current = t;
    await import(pathToFileURL(module).href);
  });
  const { pass = 0, fail = 0, skip = 0, todo = 0 } = own?.counts ?? {};
  const seconds = (performance.now() - begin) / 1000;
  const idle = [...output.matchAll(WITHOUT_ASSERTION)].map(
    ([, title]) => `\nFAILED ${file} > ${title} asserts nothing`,
  );
  const isWhole = own !== undefined && result?.ok === true;
  return {
    file,
    seconds,
    cpuSeconds: busySeconds() - busy,
    passed: pass,
    // Errors outside of assertions also count as failures.
    failed: Math.max(fail + idle.length, isWhole ? 0 : 1),
    skipped: skip + todo,
    bytes: process.memoryUsage.rss(),
    failures: [...describeFailures(output), ...idle],
    skips: [...output.matchAll(SKIPPED)].map(([, title, reason]) => `${title}: ${reason}`),
    isUnended: seconds * 1000 >= FILE_TIMEOUT_MS,
  };
}

/** tap counts a test without assertions as passed. */
const WITHOUT_ASSERTION = /^ +1\.\.0\n(?: *\n)? *(?:not )?ok \d+ - (.*?)(?: # time=.*)?$/gm;
const SKIPPED = /^ *ok \d+ - (.*?) # (?:SKIP|TODO) ?(.*)$/gm;

// If a test ends the process, its output so far is kept.
process.once('exit', () => {
  if (current !== root && current.results === null) process.stderr.write(output.slice(-4000));
});
process.on('message', (order: Order) => {
  void run(order).then((outcome) => process.send?.(outcome));
});
process.once('disconnect', () => process.exit(root.passing() ? 0 : 1));
// Child processes end with the process that started them.
process.once('SIGTERM', () => process.exit(1));
