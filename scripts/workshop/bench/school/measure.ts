/** Sends the same request to several servers in turn, round after round. */
import { CONNECTIONS } from '../load/callers.ts';
import { applyLoad } from '../load/load.ts';
import { preciseCpuTime } from '../process-metrics.ts';
import { rotated } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import { accept, type SchoolRow } from './rows.ts';
import type { School } from './start.ts';

export interface Metrics {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the server, and of its database if that is a separate process. */
  cpuMicroseconds: number;
}

export interface Plan {
  rounds: number;
  seconds: number;
  /** Sizes of the two compared schools, as multiples of the demo. */
  sizes: readonly [number, number];
  /** Living and dead grants of the large database of `growth`. */
  grants: readonly [number, number];
  /** Length of the long run. */
  minutes: number;
  onProgress(line: string): void;
  signal: AbortSignal;
}

type Measurable = Pick<School, 'server' | 'database'>;

/** By row, by server, by round. */
export type Measured<Row extends SchoolRow> = Map<Row, Metrics[][]>;

/** A warm-up round of half the length compiles the hot code and is not counted. */
export async function measureRows<Row extends SchoolRow>(
  rows: readonly Row[],
  servers: readonly Measurable[],
  plan: Plan,
): Promise<Measured<Row>> {
  const results: Measured<Row> = new Map(rows.map((row) => [row, servers.map(() => [])]));
  for (let round = 0; round <= plan.rounds; round += 1) {
    plan.onProgress(round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`);
    await measureRound(results, servers, plan, round);
  }
  return results;
}

async function measureRound(
  results: Measured<SchoolRow>,
  servers: readonly Measurable[],
  { seconds, signal }: Plan,
  round: number,
): Promise<void> {
  const isWarmUp = round === 0;
  for (const [row, measured] of results) {
    for (const [index, server] of rotated([...servers.entries()], round)) {
      const request = row.requests[index];
      if (request === undefined) continue;
      signal.throwIfAborted();
      const metrics = await measureOnce(row, request, server, isWarmUp ? seconds / 2 : seconds);
      if (!isWarmUp) measured[index]?.push(metrics);
    }
  }
}

async function measureOnce(row: SchoolRow, request: Buffer, { server, database }: Measurable, seconds: number) {
  const callers = Array.from({ length: CONNECTIONS }, () => ({
    next: () => request,
    accept: (answer: Parameters<typeof accept>[1]) => accept(row, answer),
  }));
  const cpu = async () => preciseCpuTime([server.pid, ...(await database())]);
  const before = await cpu();
  const load = await applyLoad(server.origin, callers, seconds);
  return {
    requestsPerSecond: load.answers / load.seconds,
    p50: quantile(load.latencies, 0.5),
    p99: quantile(load.latencies, 0.99),
    cpuMicroseconds: ((await cpu()) - before) / load.answers,
  };
}
