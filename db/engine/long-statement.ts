/** Runs a statement of SQLite that takes long in a thread, so that the event loop is free meanwhile. */
import { Worker } from 'node:worker_threads';
import type Sqlite from 'better-sqlite3';
import { addOnFile } from '../../schema/program/add-on.ts';
import { readProgramFile } from '../../schema/program/files.ts';

const WAIT_FOR_LOCK_MS = 5000;
let running = 0;

/** Returns whether one is running. SQLite cannot be interrupted, so it may be one that nobody waits for. */
export const isStatementRunning = (): boolean => running > 0;

/**
 * @param connection one that is open to the same file
 * @param signal nobody waits any longer when it is aborted
 * @returns the first cell of each row
 */
export async function runLong(
  connection: Sqlite.Database,
  sql: string,
  values: readonly string[] = [],
  signal?: AbortSignal,
): Promise<unknown[]> {
  const addOn = addOnFile();
  if (addOn === undefined) {
    const statement = connection.prepare(sql);
    return statement.reader ? statement.pluck().all(...values) : [statement.run(...values)];
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const worker = new Worker(readProgramFile('db/engine/scan-thread.js'), {
    eval: true,
    env: {},
    // An option such as --input-type would change how the script is read.
    execArgv: [],
    workerData: { path: connection.name, addOn, waitMs: WAIT_FOR_LOCK_MS },
  });
  running += 1;
  worker.once('exit', () => {
    running -= 1;
    reject(new Error(`the thread of a statement ended: ${sql}`));
  });
  worker.once('error', reject);
  worker.once('message', ({ rows, error }: { rows?: unknown[][]; error?: { message: string; code: string } }) => {
    if (rows === undefined) reject(Object.assign(new Error(error?.message), error));
    else resolve(rows.map(([cell]) => cell));
  });
  const stop = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  worker.postMessage({ sql, values });
  return promise.finally(() => {
    signal?.removeEventListener('abort', stop);
    void worker.terminate();
  });
}
