/** Sends the same request to several servers in turn, round after round. */
import { CONNECTIONS } from '../load/callers.ts';
import type { Answer } from '../load/connection.ts';
import { applyLoad, UnexpectedAnswer } from '../load/load.ts';
import { cpuTime } from '../process-metrics.ts';
import { rotated } from '../rounds.ts';
import { quantile } from '../statistics.ts';
import type { ServerProcess } from '../targets/server-process.ts';

export interface Metrics {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpuMicroseconds: number;
}

export interface Plan {
  rounds: number;
  seconds: number;
  onProgress(line: string): void;
  signal: AbortSignal;
}

/** One request for each of the servers. */
export interface Row {
  name: string;
  requests: readonly (Buffer | undefined)[];
  /** Text that a correct response contains. */
  proof: string;
}

interface Measurable {
  readonly server: ServerProcess;
}

/** By row, by server, by round. */
export type Measured = Map<Row, Metrics[][]>;

/** A warm-up round of half the length compiles the hot code and is not counted. */
export async function measureRows(rows: readonly Row[], servers: readonly Measurable[], plan: Plan): Promise<Measured> {
  const results: Measured = new Map(rows.map((row) => [row, servers.map(() => [])]));
  for (let round = 0; round <= plan.rounds; round += 1) {
    plan.onProgress(round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`);
    await measureRound(results, servers, plan, round);
  }
  return results;
}

async function measureRound(
  results: Measured,
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

async function measureOnce(row: Row, request: Buffer, { server }: Measurable, seconds: number) {
  const callers = Array.from({ length: CONNECTIONS }, () => ({
    next: () => request,
    accept: (answer: Answer) => accept(row, answer),
  }));
  const before = cpuTime(server.pid);
  const load = await applyLoad(server.origin, callers, seconds);
  return {
    requestsPerSecond: load.answers / load.seconds,
    p50: quantile(load.latencies, 0.5),
    p99: quantile(load.latencies, 0.99),
    cpuMicroseconds: (cpuTime(server.pid) - before) / load.answers,
  };
}

function accept({ proof }: Row, answer: Answer): void {
  if (answer.status !== 200 || !answer.body.includes(proof) || answer.body.includes('"errors"')) {
    throw new UnexpectedAnswer(`200 with ${proof}`, answer);
  }
}
