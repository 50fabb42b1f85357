/**
 * Optimistic concurrency. If two requests change the same row at once, the second one reads the row again and decides
 * again; `updatedAt` serves as the version of a row.
 */
import { instantOf } from '../../../../schema/school/calendar.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';

/** Each lost attempt means that another request succeeded, so only a constantly changing row exhausts this limit. */
const MAX_ATTEMPTS = 100;

const modifiedSince = (name: string): ProblemError =>
  new ProblemError('precondition-failed', `the ${name} has been modified since; get it again`);

/**
 * Repeats an attempt to read and change rows until no other request interferes.
 * @param attempt returns `undefined` if it changed nothing because the rows had changed since it read them
 * @throws {ProblemError} `precondition-failed` if every attempt fails
 */
export async function retryOnConflict<Result>(
  name: string,
  attempt: (failures: number) => Promise<Result | undefined>,
  maxAttempts = MAX_ATTEMPTS,
): Promise<Result> {
  for (let failures = 0; failures < maxAttempts; failures += 1) {
    const result = await attempt(failures);
    if (result !== undefined) return result;
  }
  throw modifiedSince(name);
}

/**
 * Requires that the caller allows this version of the row to be changed. Every attempt calls it on the row it has read.
 * @param ifUpdatedAt the version that the input requires, as a date-time
 * @throws {ProblemError} `precondition-failed` if the caller requires another version
 */
export function requireVersion(
  { onlyVersions }: Operator,
  name: string,
  { updatedAt }: { readonly updatedAt?: number | null },
  ifUpdatedAt?: string,
): void {
  const isWanted = ifUpdatedAt === undefined || instantOf(ifUpdatedAt) === updatedAt;
  if (!isWanted || onlyVersions?.includes(Number(updatedAt)) === false) throw modifiedSince(name);
}

/** The `updatedAt` of a change. It is always later than the previous one, so that it identifies the version. */
export const nextVersion = ({ now }: Pick<Operator, 'now'>, { updatedAt }: { readonly updatedAt: number }): number =>
  Math.max(now, updatedAt + 1);
