/** Properties that hold whatever comes. */
import * as fc from 'fast-check';
import type { Test } from 'tap';
import { seedOf } from './seed.ts';

const SHOWN = 8000;

/**
 * Tries a property as often as it says, each run of the tests in other ways.
 * @param what is tried, where a test tries several
 * @param more said with a failure
 */
export async function holds<Values>(
  t: Test,
  property: fc.IRawProperty<Values>,
  { runs, what = t.name, examples = [], more = () => '' }: Trial<Values>,
): Promise<void> {
  const outcome = await fc.check(property, { numRuns: runs, seed: seedOf(t, what), examples, endOnFailure: false });
  const found = outcome.failed ? `${outcome.errorInstance}\n${fc.defaultReportMessage(outcome)}\n${more()}` : '';
  t.equal(found.slice(0, SHOWN), '', what);
  if (!outcome.failed) t.equal(outcome.numRuns, runs, `${what}: none was left out`);
}

interface Trial<Values> {
  runs: number;
  what?: string;
  examples?: Values[];
  more?: () => string;
}
