/**
 * Runs several server processes on one port, because one process uses one processor. The first worker migrates, seeds and
 * prints the first steps; the others start when it listens. Workers stop when this process says so or is gone: signals
 * also reach them directly, from a terminal or a service manager, and would otherwise arrive twice.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { isSea } from 'node:sea';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { cannotStart } from './process.ts';

export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
/** The wait before a worker that ended is replaced doubles up to the longest, until one has run for that time. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** Tells a worker its number, the first of which is 1. */
const NUMBER = 'WORKER_NUMBER';

type FromPrimary = 'stop';
type FromWorker = 'listening';

/** The number of this worker; `undefined` in a process without workers. */
export const workerNumber = (): number | undefined => (cluster.isWorker ? Number(process.env[NUMBER] ?? 1) : undefined);

/** Calls back when this worker has to stop, and ignores signals, which the other process handles. */
export function onStop(stop: () => void): void {
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  process.on('message', (message: FromPrimary) => {
    if (message === 'stop') stop();
  });
}

/** Tells that this worker listens. */
export function tellListening(): void {
  process.send?.('listening' satisfies FromWorker);
}

/**
 * Starts the workers and replaces those that end unexpectedly, until a signal stops all of them.
 * @param delay milliseconds until workers that do not stop are killed
 */
export async function superviseWorkers(count: number, delay: number): Promise<void> {
  // Whichever worker is free accepts a connection, and none passes through this process.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // An executable has no script: its first argument is the command.
  if (isSea()) cluster.setupPrimary({ exec: 'serve', args: [] });
  const running = new Map<Worker, { isListening: boolean }>();
  let isStopping = false;

  function start(number: number): Worker {
    const worker = cluster.fork({ [NUMBER]: String(number) });
    running.set(worker, { isListening: false });
    worker.once('message', () => running.set(worker, { isListening: true }));
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

  closeWithGrace({ delay }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack}\n`);
    isStopping = true;
    const isWell = await Promise.all([...running].map(([worker, state]) => stop(worker, state)));
    if (isWell.includes(false)) throw new Error('a worker did not stop as it should');
  });

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
