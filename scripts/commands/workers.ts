/**
 * Runs several server processes on one port, because one process uses one processor. The first worker migrates, seeds and
 * prints the first steps; the others start when it listens. Workers stop when this process says so or is gone: signals
 * also reach them directly, from a terminal or a service manager, and would otherwise arrive twice.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { isSea } from 'node:sea';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { cannotStart } from './process.ts';

export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const NOT_READ_AGAIN =
  'SIGHUP does not stop the server, and nothing is read again: settings change with a restart, and AUDIT_LOG is opened for each write';
/**
 * Signals of the system to a process that cannot go on. They are never handled: a handler of JavaScript returns to the
 * instruction that failed, which fails again, for ever. Without one they end the process, and whoever watches starts another.
 */
export const CRASHES = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;
/** The wait before a worker that ended is replaced doubles up to the longest, until one has run for that time. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** How long a worker that stops waits until the others accept no connections either. */
const CLOSED_WITHIN_MS = 2000;
/** How often a worker says that it listens, and after how many of these times of silence it is killed. */
const TELL_EACH_MS = 1000;
const SILENT_TIMES = 10;
/** Tells a worker its number, the first of which is 1. */
const NUMBER = 'WORKER_NUMBER';
/** Tells a worker that no other has been started before. */
const IS_FIRST = 'WORKER_IS_FIRST';
/** Where every worker can have a socket of its own on the port. */
const SHARES_PORTS = ['linux', 'freebsd'].includes(process.platform);

type FromPrimary = 'stop' | 'all closed' | 'all listening';
type FromWorker = 'listening' | 'closed';

/** The number of this worker; `undefined` in a process without workers. */
export const workerNumber = (): number | undefined => (cluster.isWorker ? Number(process.env[NUMBER] ?? 1) : undefined);

/** Returns whether no other worker has been started before this one, which makes and migrates the database. */
export const isFirstWorker = (): boolean => process.env[IS_FIRST] !== undefined;

/**
 * A closed terminal ends its programs by SIGHUP. `logrotate`, `systemctl reload` and others mean that a server reads its files
 * again, and it must not end by it.
 * @returns the signals that do not stop this process
 */
export function surviveHangUp(note: (line: string) => void): readonly 'SIGHUP'[] {
  if (process.stdin.isTTY || process.stdout.isTTY) return [];
  process.on('SIGHUP', () => note(NOT_READ_AGAIN));
  return ['SIGHUP'];
}

interface Address {
  port: number;
  host: string;
}

/**
 * The address that a server or worker listens on. The system divides connections between the sockets of the workers. From
 * a single socket, one worker would take nearly all that arrive while nobody is busy, and connections are kept for long.
 * @throws {Error} if another program has the port, which would get some of the connections otherwise
 */
export async function freeAddress(address: Address, worker: number | undefined): Promise<Address> {
  if (worker !== undefined && !SHARES_PORTS) return address;
  if (worker === undefined || isFirstWorker()) {
    const probe = createServer().listen({ ...address, exclusive: true });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  }
  return worker === undefined ? address : { ...address, ...{ reusePort: true } };
}

/** Calls back when this worker has to stop, and ignores signals, which the other process handles. */
export function onStop(stop: () => void): void {
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  onMessage('stop', stop);
}

function onMessage(awaited: FromPrimary, act: () => void): void {
  process.on('message', (message: FromPrimary) => {
    if (message === awaited) act();
  });
}

/**
 * Tells that this worker listens, and again and again, as long as its event loop turns.
 * @param greet called when all workers listen for the first time
 */
export function tellListening(greet: () => void): void {
  let isGreeted = false;
  onMessage('all listening', () => {
    if (!isGreeted) greet();
    isGreeted = true;
  });
  const tell = (): void => void process.send?.('listening' satisfies FromWorker);
  tell();
  setInterval(tell, TELL_EACH_MS).unref();
}

/**
 * Stops accepting connections, and resolves when the other workers have stopped it, too. A client whose connection is
 * closed only then finds no worker that would accept it and close it again.
 */
export async function closeTogether(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => onMessage('all closed', resolve));
  // The method of the class above leaves open connections as they are.
  Server.prototype.close.call(server);
  process.send?.('closed' satisfies FromWorker);
  await Promise.race([closed, sleep(CLOSED_WITHIN_MS)]);
}

function closedOrGone(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', (message: FromWorker) => message === 'closed' && resolve());
    worker.once('exit', () => resolve());
  });
}

/** Ends a worker whose event loop does not turn any more. Counts times, because the whole machine may have been suspended. */
function killIfSilent(worker: Worker, number: number): void {
  let silent = 0;
  worker.on('message', () => {
    silent = 0;
  });
  const timer = setInterval(() => {
    silent += 1;
    if (silent <= SILENT_TIMES) return;
    process.stderr.write(`worker ${number} has not answered for ${SILENT_TIMES} seconds and is killed\n`);
    worker.process.kill('SIGKILL');
  }, TELL_EACH_MS);
  worker.once('exit', () => clearInterval(timer));
}

/**
 * Starts the workers and replaces those that end unexpectedly, until a signal stops all of them.
 * @param delay milliseconds until workers that do not stop are killed
 */
export async function superviseWorkers(count: number, delay: number): Promise<void> {
  // No connection passes through this process.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // An executable has no script: its first argument is the command.
  if (isSea()) cluster.setupPrimary({ exec: 'serve', args: [] });
  const running = new Map<Worker, { isListening: boolean }>();
  let hasStarted = false;
  let isStopping = false;

  function start(number: number): Worker {
    const worker = cluster.fork({ [NUMBER]: String(number), ...(hasStarted ? {} : { [IS_FIRST]: 'yes' }) });
    hasStarted = true;
    running.set(worker, { isListening: false });
    worker.once('message', () => {
      running.set(worker, { isListening: true });
      killIfSilent(worker, number);
      if ([...running.values()].filter(({ isListening }) => isListening).length < count) return;
      for (const one of running.keys()) if (one.isConnected()) one.send('all listening' satisfies FromPrimary);
    });
    worker.once('exit', () => running.delete(worker));
    return worker;
  }

  /** @returns whether it ended as it was told to, or had not begun to listen */
  async function stop(worker: Worker, { isListening }: { isListening: boolean }): Promise<boolean> {
    const ended = once(worker, 'exit');
    if (isListening) worker.send('stop' satisfies FromPrimary);
    else worker.process.kill('SIGKILL');
    const [code] = await ended;
    return code === 0 || !isListening;
  }

  const survived = surviveHangUp((line) => process.stderr.write(`${line}\n`));
  closeWithGrace({ delay, skip: [...CRASHES, ...survived] }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack}\n`);
    isStopping = true;
    void tellWhenClosed([...running.keys()]);
    const isWell = await Promise.all([...running].map(([worker, state]) => stop(worker, state)));
    if (isWell.includes(false)) throw new Error('a worker did not stop as it should');
  });

  /** Tells the workers when none of them accepts connections any more. */
  async function tellWhenClosed(workers: readonly Worker[]): Promise<void> {
    await Promise.all(workers.map(closedOrGone));
    for (const worker of workers) if (worker.isConnected()) worker.send('all closed' satisfies FromPrimary);
  }

  /** Starts a worker again whenever it ends. */
  async function keep(number: number, first = start(number)): Promise<void> {
    let wait = FIRST_WAIT_MS;
    for (let worker = first; !isStopping; worker = start(number)) {
      const begin = performance.now();
      const [code, signal] = await once(worker, 'exit');
      if (isStopping) return;
      wait = performance.now() - begin > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
      process.stderr.write(`worker ${number} ended (${signal ?? code}) and is started again\n`);
      await sleep(wait);
    }
  }

  const first = start(1);
  const ended = once(first, 'exit');
  const failed = await Promise.race([once(first, 'message').then(() => undefined), ended]);
  if (isStopping) return;
  if (failed !== undefined) process.exit(Number(failed[0] ?? 1));
  for (let number = 2; number <= count; number += 1) void keep(number).catch(cannotStart);
  await keep(1, first);
}
