import { applyLoad, type Caller } from './load/load.ts';
import { prepareRow, type RowName } from './load/rows.ts';
import { cpuTime, peakMemory, resetPeakMemory } from './process-metrics.ts';
import { quantile } from './statistics.ts';
import type { Target } from './targets/target.ts';

/** The measurement of one row with one target in one round. */
export interface Measurement {
  requestsPerSecond: number;
  p50Milliseconds: number;
  p95Milliseconds: number;
  p99Milliseconds: number;
  cpuMicroseconds: number;
  peakBytes: number;
}

export const measure = async (row: RowName, target: Target, seconds: number): Promise<Measurement> =>
  measureCallers(await prepareRow[row](target, seconds), target, seconds);

export async function measureCallers(
  callers: readonly Caller[],
  target: Target,
  seconds: number,
): Promise<Measurement> {
  resetPeakMemory(target.pid);
  const cpuBefore = cpuTime(target.pid);
  const load = await applyLoad(target.origin, callers, seconds, true);
  const cpu = cpuTime(target.pid) - cpuBefore;
  return {
    requestsPerSecond: load.answers / load.seconds,
    p50Milliseconds: quantile(load.latencies, 0.5),
    p95Milliseconds: quantile(load.latencies, 0.95),
    p99Milliseconds: quantile(load.latencies, 0.99),
    cpuMicroseconds: cpu / load.answers,
    peakBytes: peakMemory(target.pid),
  };
}
