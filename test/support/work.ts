/** How much work something is, counted in function calls: the same on every machine, whatever else it is doing. */
import { Session } from 'node:inspector/promises';
import type { Test } from 'tap';

/**
 * V8 counts in one place only, and a run that measures coverage needs its counts whole: ceilings on work are proven by runs
 * that do not, as CI has one on PostgreSQL.
 */
const isCounting = process.env.NODE_V8_COVERAGE === undefined;

/** How long something may take, in milliseconds: code takes longer while V8 counts how often each part of it runs. */
export const timeLimit = (ms: number): number => (isCounting ? ms : 3 * ms);

export interface WorkCounter {
  /** @returns what came of it, and how many functions were called since the count before, 0 where nobody may count */
  of<Result>(run: () => Promise<Result> | Result): Promise<[Result, number]>;
}

/** Counts until the test ends, in the whole process. */
export async function workCounter(t: Test): Promise<WorkCounter> {
  if (!isCounting) return { of: async (run) => [await run(), 0] };
  const session = new Session();
  session.connect();
  t.teardown(async () => {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  });
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const calls = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let sum = 0;
    for (const { functions } of result) {
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
    return sum;
  };
  await calls();
  return { of: async (run) => [await run(), await calls()] };
}
