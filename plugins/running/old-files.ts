/** Deletes files and folders by their age. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const HOUR = 3_600_000;

/** Returns the system's code for an error of a file. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Handles an error with this code by returning a value instead. */
export const unless =
  <Otherwise>(code: string, otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (codeOf(error) === code) return otherwise;
    throw error;
  };

/**
 * Deletes what is in a folder and was last changed before a time.
 * @param before milliseconds since the epoch, by the clock of the file system
 * @param which the names that may be deleted
 */
export async function removeOlder(folder: string, before: number, which = /^/): Promise<void> {
  for (const name of await readdir(folder).catch(unless('ENOENT', []))) {
    if (!which.test(name)) continue;
    const path = join(folder, name);
    const changedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, unless('ENOENT', before));
    if (changedAt < before) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Deletes what is too old in a folder at the start and every hour, by the clock of the file system.
 * @param keptMs the age from which on it is deleted, in milliseconds
 * @param which the names that may be deleted
 */
export function tidyHourly(
  app: FastifyInstance,
  { folder, keptMs, which }: { folder: string; keptMs: number; which: RegExp },
): void {
  const tidy = (): Promise<void> =>
    removeOlder(folder, Date.now() - keptMs, which).catch((error: unknown) =>
      app.log.warn({ err: error, folder }, 'old files were not deleted'),
    );
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    await tidy();
    timer = setInterval(tidy, HOUR);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
