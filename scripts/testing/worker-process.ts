/** A process that runs test files, as the runner sees it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { Order, Outcome } from './worker.ts';

/** What a process keeps of the files it ran slows it down at last. */
const WORN_OUT_BYTES = 1.5 * 2 ** 30;
/** The process itself gives a file up earlier, unless it does not get to it any more. */
const FILE_TIMEOUT_MS = 630_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

export class Worker {
  isWornOut = false;
  readonly #child: ChildProcess;

  constructor(module: string, environment: Record<string, string>) {
    this.#child = fork(module, {
      execArgv: ['--import', pathToFileURL(join(import.meta.dirname, 'no-tracking.ts')).href],
      env: { ...process.env, ...environment, TAP: '1', TAP_TIMEOUT: '0' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
  }

  /** Never fails: a process that ends early is an outcome too, and is worn out. */
  async run(order: Order): Promise<Outcome> {
    const begin = performance.now();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const endedEarly = (code: number | null, signal: string | null): void => {
      this.isWornOut = true;
      const seconds = (performance.now() - begin) / 1000;
      const failures = [`\nFAILED ${order.file} ended early: ${signal ?? `exit code ${code}`}`];
      resolve({ file: order.file, seconds, cpuSeconds: 0, passed: 0, failed: 1, skipped: 0, failures, bytes: 0 });
    };
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), FILE_TIMEOUT_MS);
    this.#child.once('exit', endedEarly);
    this.#child.on('message', (message: Outcome | object) => {
      // tap has something to say to a runner of its own.
      if (!('file' in message)) return;
      this.isWornOut = message.bytes > WORN_OUT_BYTES;
      resolve(message);
    });
    this.#child.send(order);
    const outcome = await promise;
    clearTimeout(timer);
    this.#child.off('exit', endedEarly);
    this.#child.removeAllListeners('message');
    return outcome.passed + outcome.failed + outcome.skipped > 0 ? outcome : saidNothing(outcome);
  }

  async end(): Promise<void> {
    if (!running.has(this.#child)) return;
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}

const saidNothing = (outcome: Outcome): Outcome => ({
  ...outcome,
  failed: 1,
  failures: [`\nFAILED ${outcome.file} holds no test`],
});
