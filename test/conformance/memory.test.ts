// slow, sqlite
/** A server needs less memory with settings of the C library and of V8, which it starts itself again with. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { type Environment, freePort, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { childrenOf } from '../support/processes.ts';
import { ROOT } from '../support/programs.ts';
import { surroundings } from '../support/surroundings.ts';

t.setTimeout(240_000);

const CHECKOUT = join(ROOT, 'scripts/schoolgate.js');
const NAMES = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'GLIBC_TUNABLES', 'NODE_OPTIONS'];
const GLIBC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };
const V8 = { NODE_OPTIONS: '--max-semi-space-size=8' };
/** Sources are started as they are, whatever Node is told in the tests. */
const NONE = { NODE_OPTIONS: '' };

interface Case {
  title: string;
  own?: Environment;
  flags?: readonly string[];
  has: Environment;
}

const CASES: readonly Case[] = [
  { title: 'nothing', has: { ...GLIBC, ...V8 } },
  { title: 'a setting of malloc', own: { MALLOC_ARENA_MAX: '4' }, has: { MALLOC_ARENA_MAX: '4', ...V8 } },
  {
    title: 'another of malloc',
    own: { MALLOC_TRIM_THRESHOLD_: '65536' },
    has: { ...V8 },
  },
  {
    title: 'a tunable of the C library',
    own: { GLIBC_TUNABLES: 'glibc.malloc.arena_max=2' },
    has: { GLIBC_TUNABLES: 'glibc.malloc.arena_max=2', ...V8 },
  },
  {
    title: 'options of Node',
    own: { NODE_OPTIONS: '--no-deprecation' },
    has: { ...GLIBC, NODE_OPTIONS: '--no-deprecation --max-semi-space-size=8' },
  },
  {
    title: 'the size of the young generation',
    own: { NODE_OPTIONS: '--max_semi_space_size=4' },
    has: { ...GLIBC, NODE_OPTIONS: '--max_semi_space_size=4' },
  },
  { title: 'the same as an argument of Node', flags: ['--max-semi-space-size=4'], has: GLIBC },
  {
    title: 'all of it',
    own: { ...GLIBC, NODE_OPTIONS: '--max-semi-space-size=4' },
    has: { ...GLIBC, NODE_OPTIONS: '--max-semi-space-size=4' },
  },
];

/** The settings of memory that a process was started with. */
function settingsOf(pid: number): Environment {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .map((line) => line.split(/=(.*)/s));
  return Object.fromEntries(pairs.filter(([name = '', value]) => NAMES.includes(name) && value !== ''));
}

const argumentsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

for (const { title, own, flags = [], has } of CASES) {
  t.test(`a server has the settings of memory, if a person sets ${title}`, async (t) => {
    const program = [process.execPath, ...flags, CHECKOUT];
    const server = await startServer(t, { ...TEST_SETTINGS, ...NONE, ...own }, program);
    t.strictSame(settingsOf(server.pid), has);
    t.strictSame(argumentsOf(server.pid).slice(1, -1), [...flags, CHECKOUT, 'serve'], 'with its arguments');
    t.equal((await fetch(new URL('/readyz', server.origin))).status, 200);
    const { code, stderr } = await server.stop();
    t.equal(code, 0, stderr);
    t.notMatch(stderr, /warning/i);
  });
}

t.test('the bundle and each of its workers have the settings of memory', async (t) => {
  const folder = join(temporaryFolder(t), 'bundle');
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/workshop/build.ts'), folder]);
  const program = [process.execPath, join(folder, 'schoolgate.cjs')];
  const server = await startServer(t, { ...TEST_SETTINGS, ...NONE, WORKERS: '2' }, program);
  const processes = [server.pid, ...childrenOf(server.pid)];
  t.equal(processes.length, 3);
  for (const pid of processes) t.strictSame(settingsOf(pid), { ...GLIBC, ...V8 });
  t.equal((await server.stop()).code, 0);
});

t.test('a command that is no server is not started again', async (t) => {
  const { code, stdout } = await run(t, [CHECKOUT, '--version'], { ...NONE, NODE_DEBUG: 'child_process' }).ended;
  t.equal(code, 0);
  t.match(stdout, /^schoolgate \d/);
});

t.test('a program that started the server with a channel for messages keeps it', async (t) => {
  const DATA_DIR = temporaryFolder(t);
  const env = { ...surroundings(), ...TEST_SETTINGS, ...NONE, DATA_DIR, PORT: String(await freePort()) };
  const child = fork(CHECKOUT, ['serve'], { env, silent: true, execArgv: [] });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  for await (const chunk of child.stderr ?? []) {
    output += String(chunk);
    if (/Schoolgate is running/.test(output)) break;
  }
  t.equal(child.connected, true, output);
  t.strictSame(settingsOf(child.pid ?? 0), {});
  child.kill('SIGTERM');
  await once(child, 'exit');
});
