/** Says why a file of SQLite cannot be used: often it is not the file, but its disk. */
import { dirname } from 'node:path';
import { AddOnError } from '../../schema/program/add-on.ts';
import { diskFault } from '../../schema/program/folders.ts';
import { driverError } from './engine-errors.ts';
import { NotMigratedError } from './migrations.ts';

export function unusable(path: string, cause: unknown): Error {
  if (cause instanceof NotMigratedError || cause instanceof AddOnError) return cause;
  const fault = diskFault(dirname(path));
  if (fault !== undefined) return new Error(fault, { cause });
  const reason = driverError(cause);
  return new Error(`the database ${path} cannot be used: ${reason instanceof Error ? reason.message : reason}`, {
    cause,
  });
}
