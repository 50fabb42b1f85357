/** Deletes files by their age. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Handles an error with this code by returning a value instead. */
export const unless =
  <Otherwise>(code: string, otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (codeOf(error) === code) return otherwise;
    throw error;
  };

/**
 * Deletes the files of a folder that were last changed before a time.
 * @param before milliseconds since the epoch, by the clock of the file system
 * @param which the names that may be deleted
 */
export async function removeOlder(folder: string, before: number, which = /^/): Promise<void> {
  for (const name of await readdir(folder).catch(unless('ENOENT', []))) {
    if (!which.test(name)) continue;
    const path = join(folder, name);
    const changedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, unless('ENOENT', before));
    if (changedAt < before) await rm(path, { force: true });
  }
}
