/**
 * Verifies passwords against hashes that another program made. They are computed in a thread of their own, one at a time,
 * so that the server handles other requests in the meantime, however expensive a hash is.
 */
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { ImportedPassword } from '../../schema/people/imported-password.ts';
import { readProgramFile } from '../../schema/program/files.ts';
import { BusyError, type Caller, type HashingLoad, hashingQueue } from './hashing-queue.ts';

export interface ImportedPasswords {
  /**
   * Compares a password with an imported hash.
   * @throws {BusyError} if too many hashes are waiting, the thread ended twice, or the hash takes too long
   */
  matches(password: string, stored: ImportedPassword, caller: Caller): Promise<boolean>;
  readonly load: HashingLoad;
}

/** As many as have their turn within the longest wait of the queue, at the cost that most programs use. */
const QUEUE_CAPACITY = 100;
/** Many times what the most expensive hash takes on a quiet machine. */
const LONGEST_MS = 15_000;
/** Other programs accept longer passwords than this one, but nobody has one beyond this. */
const MAX_LENGTH = 1024;
const MAX_HEAP_MB = 64;

export function importedPasswords(app: FastifyInstance): ImportedPasswords {
  const queue = hashingQueue(app, { atOnce: 1, capacity: QUEUE_CAPACITY });
  let worker: Worker | undefined;

  /** The thread is started when it is first needed, which it never is on most servers, and again after it has ended. */
  function running(): Worker {
    if (worker !== undefined) return worker;
    const started = startWorker();
    started.on('error', (error) => app.log.error({ err: error }, 'the thread for imported passwords failed'));
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    return started;
  }

  /** @returns `undefined` if the thread ended before it answered */
  async function answerOf(password: string, stored: ImportedPassword): Promise<boolean | undefined> {
    const thread = running();
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
    const onExit = (): void => resolve(undefined);
    const onLate = (): void => {
      thread.terminate().catch(onExit);
    };
    // It keeps the process running only while it computes.
    thread.ref();
    thread.once('message', resolve);
    thread.once('exit', onExit);
    const stopTimer = app.timer(onLate, LONGEST_MS);
    thread.postMessage({ password, stored });
    try {
      return await promise;
    } finally {
      stopTimer();
      thread.off('message', resolve);
      thread.off('exit', onExit);
      thread.unref();
    }
  }

  app.addHook('onClose', async () => {
    await worker?.terminate();
  });

  return {
    get load() {
      return queue.load;
    },

    async matches(password, stored, caller) {
      const matches = await queue.inTurn(caller, async () => {
        if (password.length > MAX_LENGTH) return false;
        return (await answerOf(password, stored)) ?? (await answerOf(password, stored));
      });
      if (matches === undefined) throw new BusyError(false);
      queue.note(caller, matches);
      return matches;
    },
  };
}

/** A script instead of a file, because the bundle and the executable have one file of code, which is the whole program. */
function startWorker(): Worker {
  const bcrypt = readProgramFile('node_modules/bcryptjs/umd/index.js');
  const script = readProgramFile('plugins/people/imported-passwords-worker.js');
  const asGlobal = `globalThis.bcrypt = (() => { const module = { exports: {} }, { exports } = module; ${bcrypt}\nreturn module.exports; })();`;
  return new Worker(`${asGlobal}\n${script}`, {
    eval: true,
    // The settings of the server contain secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}
