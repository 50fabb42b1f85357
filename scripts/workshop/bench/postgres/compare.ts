/** The rows of the benchmark on PostgreSQL, with one, two and three processes and several sizes of the pool. */
import { CONNECTIONS } from '../load/callers.ts';
import { applyLoad } from '../load/load.ts';
import { prepareRow, ROW_NAMES, type RowName } from '../load/rows.ts';
import { preciseCpuTime } from '../process-metrics.ts';
import { rotated } from '../rounds.ts';
import type { Plan } from '../school/measure.ts';
import { startPostgres } from '../school/postgres.ts';
import { median, quantile } from '../statistics.ts';
import { type Setup, type Setups, startSetups } from './setups.ts';
import type { Traffic } from './wire.ts';

/** Discovery does not ask the database. */
const ROWS = ROW_NAMES.filter((row) => row !== 'discovery');

interface Metrics {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** CPU time per request. */
  servers: number;
  database: number;
}

type Measured = Map<RowName, Map<Setup, Metrics[]>>;

export async function comparePostgres(folder: string, plan: Plan): Promise<string> {
  const postgres = await startPostgres();
  if (postgres === undefined) {
    return 'PostgreSQL: skipped, it is not installed here (set POSTGRES_BIN to the folder of initdb)';
  }
  try {
    plan.onProgress('starting the servers');
    const setups = await startSetups(folder, postgres);
    const measured: Measured = new Map(ROWS.map((row) => [row, new Map()]));
    for (let round = 0; round <= plan.rounds; round += 1) {
      plan.onProgress(round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`);
      await measureRound(measured, setups, plan, round);
    }
    const traffic = await countTraffic(setups, plan);
    await setups.counted.wire.close();
    return `the rows on PostgreSQL, ${CONNECTIONS} connections\n\n${render(measured, traffic)}`;
  } finally {
    await postgres.stop();
  }
}

/** The order rotates between rounds. A warm-up round compiles the hot code and is not counted. */
async function measureRound(measured: Measured, setups: Setups, { seconds, signal }: Plan, round: number) {
  for (const [row, ofRow] of measured) {
    for (const setup of rotated(setups.measured, round)) {
      signal.throwIfAborted();
      const metrics = await measureOnce(row, setup, seconds);
      if (round > 0) ofRow.set(setup, [...(ofRow.get(setup) ?? []), metrics]);
    }
  }
}

async function measureOnce(row: RowName, setup: Setup, seconds: number): Promise<Metrics> {
  const callers = await prepareRow[row](setup.target, seconds);
  const before = { servers: preciseCpuTime(setup.servers), database: timesOf(setup) };
  const load = await applyLoad(setup.origins, callers, seconds);
  let database = 0;
  // A connection that was opened meanwhile counts as a whole. Those of idle servers may be closed meanwhile.
  for (const [id, time] of timesOf(setup)) database += time - (before.database.get(id) ?? 0);
  return {
    requestsPerSecond: load.answers / load.seconds,
    p50: quantile(load.latencies, 0.5),
    p99: quantile(load.latencies, 0.99),
    servers: (preciseCpuTime(setup.servers) - before.servers) / load.answers,
    database: database / load.answers,
  };
}

/** The CPU time of each process of the database. */
const timesOf = (setup: Setup): Map<number, number> =>
  new Map(setup.database().map((id) => [id, preciseCpuTime([id])]));

/** What one server and the database say to each other for each request, while many come at the same time. */
async function countTraffic({ counted }: Setups, { seconds }: Plan): Promise<Map<RowName, Traffic>> {
  const { wire, target, origins } = counted;
  const traffic = new Map<RowName, Traffic>();
  for (const row of ROWS) {
    const callers = await prepareRow[row](target, seconds);
    const before = { ...wire.traffic };
    const { answers } = await applyLoad(origins, callers, seconds);
    traffic.set(row, {
      statements: (wire.traffic.statements - before.statements) / answers,
      roundTrips: (wire.traffic.roundTrips - before.roundTrips) / answers,
    });
  }
  return traffic;
}

const HEADINGS = ['row', 'servers', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'CPU µs of the database'];

function render(measured: Measured, traffic: Map<RowName, Traffic>): string {
  const lines = [...measured].flatMap(([row, ofRow]) =>
    [...ofRow].map(([{ name }, rounds]) => {
      const middle = (of: (metrics: Metrics) => number, digits: number) => median(rounds.map(of)).toFixed(digits);
      return [
        row,
        name,
        middle((it) => it.requestsPerSecond, 0),
        middle((it) => it.p50, 2),
        middle((it) => it.p99, 2),
        middle((it) => it.servers, 0),
        middle((it) => it.database, 0),
      ];
    }),
  );
  const counts = [...traffic].map(([row, { statements, roundTrips }]) => [
    row,
    statements.toFixed(2),
    roundTrips.toFixed(2),
  ]);
  return `${table(HEADINGS, lines, 2)}\n\n${table(['row', 'statements', 'round trips'], counts, 1)}`;
}

const table = (headings: readonly string[], lines: readonly (readonly string[])[], texts: number): string =>
  [headings, headings.map((_, index) => (index < texts ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
