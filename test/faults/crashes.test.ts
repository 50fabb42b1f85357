// slow
/**
 * Crashes: what ends a process that cannot go on. A server must not outlive one without answering: it ends, and whoever
 * watches starts another, which is the supervisor of `WORKERS` or the service manager.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { Agent } from 'node:http';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { ENGINE } from '../support/database-edit.ts';
import { FailingDisk, NO_FAILING_DISK } from '../support/failing-disk.ts';
import { type Environment, type LiveServer, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { childrenOf } from '../support/processes.ts';
import { ROOT } from '../support/programs.ts';
import { type Answer, ServerProcess, send, serviceSettings } from '../support/server-process.ts';
import { temporaryFolder } from '../support/settings.ts';
import { until } from '../support/until.ts';
import { FaultClient } from './client.ts';

const WITHIN_MS = 5000;
const SKIP = { skip: process.platform !== 'linux' && 'reads /proc' };
/** What a process gets for what it did itself. SIGQUIT dumps core as they do, but only people send it. */
const CRASHES = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGSYS',
] as const;

interface Subject {
  readonly server: LiveServer;
  /** The processes that answer. */
  readonly answering: readonly number[];
}

async function started(t: Test, workers: string, settings: Environment = {}): Promise<Subject> {
  const server = await startServer(t, { ...TEST_SETTINGS, ...settings, WORKERS: workers });
  if (workers === '1') return { server, answering: [server.pid] };
  return { server, answering: await everyWorkerAnswers(server, Number(workers)) };
}

/** Over a connection of its own, so that each process gets some. */
async function ask({ origin }: LiveServer, path = '/readyz'): Promise<Answer> {
  const agent = new Agent();
  return send(`${origin}${path}`, { agent }).finally(() => agent.destroy());
}

/** @returns the workers, each of which has answered */
async function everyWorkerAnswers(server: LiveServer, count: number): Promise<readonly number[]> {
  const seen = new Set<string>();
  await until(async () => {
    const { status, headers } = await ask(server);
    if (status === 200) seen.add(String(headers['x-request-id']).replace(/-[^-]*$/, ''));
    return seen.size >= count && childrenOf(server.pid).length === count;
  });
  return childrenOf(server.pid);
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended is listed until its parent has asked why.
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Asks all the time, so that what is broken is needed. @returns whether all have ended in time */
async function endInTime(server: LiveServer, pids: readonly number[]): Promise<boolean> {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(20)) {
    if (!pids.some(isAlive)) return true;
    void ask(server, '/admin');
    void ask(server);
  }
  return false;
}

/** The signals of a list for which a process has a handler. */
const caughtBy = (pid: number | 'self', status = readFileSync(`/proc/${pid}/status`, 'utf8')): string[] => {
  const mask = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1]}`);
  return CRASHES.filter((name) => (mask >> BigInt(constants.signals[name] - 1)) & 1n);
};

/** Node itself looks whether WebAssembly caused a SIGSEGV, and lets any other end the process. */
const CAUGHT_BY_NODE = caughtBy(
  'self',
  spawnSync(process.execPath, ['-e', "console.log(require('fs').readFileSync('/proc/self/status', 'utf8'))"], {
    encoding: 'utf8',
  }).stdout,
);

/** What systemd does by the unit of the manual: `on-failure` is any signal but those by which people end a service. */
const UNIT = readFileSync(join(ROOT, 'docs/run/install.md'), 'utf8');
const CLEAN = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE'];
const restarts = (signal: string | null): boolean =>
  /^Restart=on-failure$/m.test(UNIT) && /^StartLimitIntervalSec=0$/m.test(UNIT) && !CLEAN.includes(signal ?? 'SIGTERM');

const fileOf = ({ databaseUrl }: LiveServer): string => databaseUrl.slice('file:'.length);

/** What breaks whatever answers. */
const FAULTS: Readonly<Record<string, (subject: Subject) => void>> = {
  ...Object.fromEntries(
    (['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGFPE', 'SIGILL'] as const).map((signal) => [
      signal,
      ({ answering }) => answering.map((pid) => process.kill(pid, signal)),
    ]),
  ),
  // The add-on reads memory that has no file any more.
  'a truncated -shm': ({ server }) => truncateSync(`${fileOf(server)}-shm`, 0),
};
const faults = Object.entries(FAULTS).filter(([what]) => ENGINE === 'sqlite' || what.startsWith('SIG'));
const signalOf = (what: string): string => (what.startsWith('SIG') ? what : 'SIGBUS');

for (const [what, breakIt] of faults) {
  t.test(`${what} ends a server, and the next start works`, SKIP, async (t) => {
    const subject = await started(t, '1');
    const { server, answering } = subject;
    t.strictSame(caughtBy(server.pid), CAUGHT_BY_NODE, 'nothing else catches a crash');
    breakIt(subject);
    t.ok(await endInTime(server, answering), 'ended in time');
    const { signal } = await server.ended;
    t.equal(signal, signalOf(what));
    t.ok(restarts(signal), 'systemd starts another');
    const again = await startServer(t, {
      ...TEST_SETTINGS,
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
    });
    t.equal((await ask(again)).status, 200);
    await again.stop();
  });
}

t.test('crashes end the workers of a server, and others take their places', SKIP, async (t) => {
  const { server, answering: first } = await started(t, '2');
  for (const pid of [server.pid, ...first]) t.strictSame(caughtBy(pid), CAUGHT_BY_NODE, 'nothing catches a crash');
  // After each, others wait twice as long before they start.
  const some = faults.filter(([what]) => !['SIGFPE', 'SIGILL', 'SIGABRT'].includes(what));
  for (const [what, breakIt] of some) {
    const answering = await everyWorkerAnswers(server, 2);
    breakIt({ server, answering });
    t.ok(await endInTime(server, answering), `${what}: ended in time`);
  }
  await everyWorkerAnswers(server, 2);
  const { code, stderr } = await server.stop();
  t.equal(code, 0);
  for (const [what] of some) t.match(stderr, `(${signalOf(what)}) and is started again`);
});

t.test('a worker that does not answer for ten seconds is killed and replaced', SKIP, async (t) => {
  const { server, answering } = await started(t, '2');
  const [silent = Number.NaN] = answering;
  process.kill(silent, 'SIGSTOP');
  await sleep(8000);
  t.ok(isAlive(silent), 'not at once');
  await until(() => !isAlive(silent));
  t.equal((await everyWorkerAnswers(server, 2)).length, 2);
  // While it stops, too.
  const [another = Number.NaN] = childrenOf(server.pid);
  process.kill(another, 'SIGSTOP');
  const { stderr } = await server.stop();
  t.equal(stderr.match(/has not answered for 10 seconds and is killed/g)?.length, 2, stderr);
});

// It is about the file of SQLite.
for (const workers of ENGINE === 'sqlite' ? ['1', '2'] : []) {
  t.test(
    `a disk that becomes read-only ends a server or its writes, and the log says so, with WORKERS=${workers}`,
    { skip: SKIP.skip || NO_FAILING_DISK },
    async (t) => {
      const disk = FailingDisk.mount(temporaryFolder(t));
      if (disk === undefined) throw new Error('it was possible before');
      t.teardown(() => disk.unmount());
      const settings = await serviceSettings(disk.folder, { WORKERS: workers });
      const server = await ServerProcess.start(settings, { outputFolder: temporaryFolder(t) });
      t.teardown(() => server.kill());
      const client = await FaultClient.signIn(settings, server.origin);
      t.ok((await client.code(server.origin)).code, 'it writes');
      disk.fail();
      const writes = new Set<number>();
      for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(100)) {
        writes.add((await client.code(server.origin)).answer.status);
      }
      for (const status of writes) t.ok([0, 503].includes(status), `a write is answered with ${status}`);
      if (isAlive(server.pid)) {
        t.equal((await client.introspect(server.origin, 'at_unknown')).status, 200, 'a read');
        t.match(server.output(), /"msg":"the store is unavailable"|ended \(SIGBUS\)/);
      }
    },
  );
}
