/**
 * Reads of SQLite that may go through many rows, such as counts and reports. Threads run them with connections of their
 * own, so that the event loop is free meanwhile. One thread is for those that took long before, so that others need not
 * wait for them.
 */
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { addOnFile } from '../../schema/program/add-on.ts';
import { readProgramFile } from '../../schema/program/files.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import { unavailableInSqlite } from './engine-errors.ts';

/** A smaller file is read in less time than the event loop may be held. Then there are no threads. */
const SMALL_BYTES = 16 * 1024 * 1024;
/** A read that takes longer runs in the other thread the next time. */
const SLOW_MS = 50;
/** As on PostgreSQL. SQLite cannot be interrupted, so a read that takes longer goes on, but nobody waits for it. */
const LIMIT_MS = 5000;

interface Job {
  sql: string;
  values: readonly unknown[];
  resolve(rows: unknown[][]): void;
  reject(error: unknown): void;
}

type Answer = { ms: number } & ({ rows: unknown[][] } | { error: { message: string; code: string } });

export class ScanThreads {
  readonly #path: string;
  readonly #slow = new Set<string>();
  readonly #threads: Readonly<Record<'quick' | 'slow', Thread>>;
  #isLarge = false;

  /** @param path of a database that is open, or `:memory:` */
  constructor(path: string) {
    this.#path = path;
    const onAnswer = (sql: string, ms: number): void => {
      if (ms > SLOW_MS) this.#slow.add(sql);
      else this.#slow.delete(sql);
    };
    this.#threads = { quick: new Thread(path, onAnswer), slow: new Thread(path, onAnswer) };
  }

  /** Returns whether the file is so large that reads of it belong here. */
  get areNeeded(): boolean {
    this.#isLarge ||=
      this.#path !== ':memory:' &&
      (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > SMALL_BYTES &&
      addOnFile() !== undefined;
    return this.#isLarge;
  }

  /**
   * Runs a read, which sees every commit before it.
   * @returns the cells of each row
   * @throws {StoreUnavailableError} if there is no answer in time
   */
  read(sql: string, values: readonly unknown[]): Promise<unknown[][]> {
    return this.#threads[this.#slow.has(sql) ? 'slow' : 'quick'].run(sql, values);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#threads).map((thread) => thread.close()));
  }
}

/** Runs one read after the other. It is started when it is first needed, and again after it has ended. */
class Thread {
  readonly #path: string;
  readonly #onAnswer: (sql: string, ms: number) => void;
  #worker: Worker | undefined;
  #running: Job | undefined;
  #waiting: Job[] = [];

  constructor(path: string, onAnswer: (sql: string, ms: number) => void) {
    this.#path = path;
    this.#onAnswer = onAnswer;
  }

  run(sql: string, values: readonly unknown[]): Promise<unknown[][]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    const job = { sql, values, resolve, reject };
    const late = setTimeout(() => {
      this.#waiting = this.#waiting.filter((one) => one !== job);
      reject(new StoreUnavailableError('SQLite: a read did not end in time'));
    }, LIMIT_MS);
    this.#waiting.push(job);
    this.#next();
    return promise.finally(() => clearTimeout(late));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#running !== undefined) return;
    this.#running = this.#waiting.shift();
    // It keeps the process running only while somebody waits for it.
    if (this.#running === undefined) {
      this.#worker?.unref();
      return;
    }
    const { sql, values } = this.#running;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ sql, values });
  }

  #start(): Worker {
    // A script instead of a file, because the bundle and the executable have one file of code, which is the whole program.
    const worker = new Worker(readProgramFile('db/engine/scan-thread.js'), {
      eval: true,
      // The settings of the server contain secrets.
      env: {},
      workerData: { path: this.#path, addOn: addOnFile() },
    });
    let cause: unknown;
    worker.on('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#running?.reject(new StoreUnavailableError('SQLite: the thread of a read ended', { cause }));
      this.#running = undefined;
      this.#next();
    });
    worker.on('message', (answer: Answer) => {
      const job = this.#running;
      this.#running = undefined;
      this.#next();
      if (job === undefined) return;
      this.#onAnswer(job.sql, answer.ms);
      if ('rows' in answer) job.resolve(answer.rows);
      else job.reject(failed(answer.error));
    });
    return worker;
  }
}

function failed({ message, code }: { message: string; code: string }): Error {
  const error = Object.assign(new Error(message), { code });
  return unavailableInSqlite(error) ?? error;
}
