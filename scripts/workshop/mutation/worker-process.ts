/** Controls a process that runs tests against mutants, and replaces it if it hangs or exits. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Order, Outcome } from './worker.ts';

const NO_TRACKING = pathToFileURL(join(import.meta.dirname, '../testing/no-tracking.ts')).href;
const WORN_OUT_BYTES = 1.2 * 2 ** 30;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Worker {
  #child: ChildProcess | undefined;
  readonly #environment: Record<string, string>;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** @returns `undefined` if the process exited or exceeded the time limit */
  async run(order: Order, limitMs: number): Promise<Outcome | undefined> {
    this.#child ??= await this.#start();
    const child = this.#child;
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>();
    const died = (): void => resolve(undefined);
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('exit', died);
    child.on('message', (message: Outcome | object) => {
      // tap sends messages of its own.
      if ('loading' in message) resolve(message);
    });
    child.send(order);
    const outcome = await promise;
    clearTimeout(timer);
    child.off('exit', died);
    child.removeAllListeners('message');
    if (outcome === undefined || outcome.bytes > WORN_OUT_BYTES) this.end();
    return outcome;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'worker.ts'), {
      env: { ...process.env, ...this.#environment, TAP: '1', TAP_TIMEOUT: '0' },
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', NO_TRACKING],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(child);
    child.once('exit', () => {
      running.delete(child);
      if (this.#child === child) this.#child = undefined;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    child.on('message', (message: object) => {
      if ('ready' in message) resolve();
    });
    await promise;
    child.removeAllListeners('message');
    return child;
  }
}
