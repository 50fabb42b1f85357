/** Says why a file of SQLite cannot be used: often it is not the file, but its disk. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AddOnError } from '../../schema/program/add-on.ts';
import { driverError } from './engine-errors.ts';
import { NotMigratedError } from './migrations.ts';

/** SQLite writes beside the file even to read it. */
const NEEDED_BYTES = 256 * 1024;

export function unusable(path: string, cause: unknown): Error {
  if (cause instanceof NotMigratedError || cause instanceof AddOnError) return cause;
  const fault = diskFault(dirname(path));
  if (fault !== undefined) return new Error(fault, { cause });
  const reason = driverError(cause);
  return new Error(`the database ${path} cannot be used: ${reason instanceof Error ? reason.message : reason}`, {
    cause,
  });
}

/** @returns what keeps every user from writing to a folder, and what to do about it */
export function diskFault(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEEDED_BYTES ? `the disk of ${folder} is full: make room there, and try again` : undefined;
  } catch (error) {
    return Object(error).code === 'EROFS'
      ? `${folder} is read-only: mount it so that it can be written to (a disk error may have made it so: dmesg), and try again`
      : undefined;
  }
}
