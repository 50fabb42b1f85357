/** Controls a process that runs test files. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { FILE_TIMEOUT_MS } from './time-limit.ts';
import type { Order, Outcome } from './worker.ts';

/** Above this size, a process is replaced, because its memory slows it down. */
const WORN_OUT_BYTES = 1.5 * 2 ** 30;
/** Longer than the timeout of the process itself, in case that it cannot react. */
const STOPPED_AFTER_MS = FILE_TIMEOUT_MS + 30_000;
/** Time for child processes to exit. */
const END_WITHIN_MS = 10_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

export class Worker {
  isWornOut = false;
  #hasFailed = false;
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

  /** Never rejects: an early exit of the process is also a result, after which it is replaced. */
  async run(order: Order): Promise<Outcome> {
    const begin = performance.now();
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const endedEarly = (code: number | null, signal: string | null): void => {
      this.isWornOut = true;
      const seconds = (performance.now() - begin) / 1000;
      resolve({ ...failedOutcome(order.file, `ended early: ${signal ?? `exit code ${code}`}`), seconds });
    };
    const timer = setTimeout(() => this.#stop(), STOPPED_AFTER_MS);
    this.#child.once('exit', endedEarly);
    this.#child.on('message', (message: Outcome | object) => {
      // tap sends messages of its own.
      if (!('file' in message)) return;
      this.isWornOut = message.isUnended || message.bytes > WORN_OUT_BYTES;
      resolve(message);
    });
    // A process that is exiting reports this itself.
    if (this.#child.connected) this.#child.send(order, () => undefined);
    else endedEarly(this.#child.exitCode, this.#child.signalCode);
    const outcome = await promise;
    clearTimeout(timer);
    this.#child.off('exit', endedEarly);
    this.#child.removeAllListeners('message');
    const isEmpty = outcome.passed + outcome.failed + outcome.skipped === 0;
    this.#hasFailed ||= isEmpty || outcome.failed > 0;
    return isEmpty ? failedOutcome(order.file, 'holds no test') : outcome;
  }

  /** @returns a failure if an error occurred after the last file had ended */
  async end(): Promise<Outcome | undefined> {
    if (running.has(this.#child)) {
      this.#child.disconnect();
      const timer = setTimeout(() => this.#stop(), END_WITHIN_MS);
      await once(this.#child, 'exit');
      clearTimeout(timer);
    }
    const { exitCode } = this.#child;
    if (exitCode === 0 || this.#hasFailed) return undefined;
    return failedOutcome('a process of the runner', `ended with exit code ${exitCode}, although no file had failed`);
  }

  #stop(): void {
    this.#child.kill();
    setTimeout(() => this.#child.kill('SIGKILL'), END_WITHIN_MS).unref();
  }
}

const failedOutcome = (file: string, why: string): Outcome => ({
  ...{ file, seconds: 0, cpuSeconds: 0, passed: 0, failed: 1, skipped: 0, bytes: 0, skips: [], isUnended: false },
  failures: [`\nFAILED ${file} ${why}`],
});
