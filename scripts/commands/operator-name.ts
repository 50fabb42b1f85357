/** Who runs a command, for the audit log. Apart from the other arguments, which are read before packages are installed. */
import { userInfo } from 'node:os';
import { readableLine } from '../../schema/text/readable.ts';
import { ArgumentError } from './usage.ts';

const MAX_NAME = 64;

/**
 * Returns the name of whoever runs a command, for the audit log: the given one, or that of the operating system.
 * @throws {ArgumentError}
 */
export function operatorNamed(name: string | undefined): string {
  const { data } = readableLine(MAX_NAME, 1).safeParse(name ?? userInfo().username);
  if (data === undefined) throw new ArgumentError(`--by takes a name of 1 to ${MAX_NAME} characters`);
  return data;
}
