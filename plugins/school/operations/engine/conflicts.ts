/** What happens when two callers change the same thing: the change is decided again on the row as it has become. */
import type { Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';

/** Many may change a row at once; whoever loses looks again. So many times nobody loses. */
const TRIES = 100;

const modifiedSince = (name: string): ProblemError =>
  new ProblemError('precondition-failed', `the ${name} has been modified since; get it again`);

/**
 * Looks and changes, again as long as somebody else was faster.
 * @param attempt answers `undefined` where it changed nothing, because what it looked at has changed
 * @throws {ProblemError} `precondition-failed` when somebody always is
 */
export async function retryOnConflict<Kept>(
  name: string,
  attempt: (tries: number) => Promise<Kept | undefined>,
  most = TRIES,
): Promise<Kept> {
  for (let tries = 0; tries < most; tries += 1) {
    const kept = await attempt(tries);
    if (kept !== undefined) return kept;
  }
  throw modifiedSince(name);
}

/**
 * Called on the row that the change is judged by, again whenever it is judged anew.
 * @param ifUpdatedAt the date-time that the input names
 * @throws {ProblemError} `precondition-failed` when the caller wants other versions than this
 */
export function requireVersion(
  { onlyVersions }: Operator,
  name: string,
  { updatedAt }: { readonly updatedAt?: number | null },
  ifUpdatedAt?: string,
): void {
  const isWanted = ifUpdatedAt === undefined || Date.parse(ifUpdatedAt) === updatedAt;
  if (!isWanted || onlyVersions?.includes(Number(updatedAt)) === false) throw modifiedSince(name);
}

/** The time of a change. It always grows, so that whoever has seen the row before can tell. */
export const nextVersion = ({ now }: Pick<Operator, 'now'>, { updatedAt }: { readonly updatedAt: number }): number =>
  Math.max(now, updatedAt + 1);
