/**
 * Compares one process with two workers (`WORKERS=2`), and with two servers that share nothing but the machine. Each
 * process that answers gets as many connections as the one, because requests that arrive together share reads and
 * commits. The load generator shares the processors, so the CPU time of a request says more than the rate.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CONNECTIONS } from '../load/callers.ts';
import { applyLoad, type Caller } from '../load/load.ts';
import { prepareMixed, prepareRow } from '../load/rows.ts';
import { busyTime, childrenOf, preciseCpuTime, residentMemory } from '../process-metrics.ts';
import { rotated } from '../rounds.ts';
import type { Plan } from '../school/measure.ts';
import { median, quantile } from '../statistics.ts';
import { startProductWith } from '../targets/product.ts';
import type { Target } from '../targets/target.ts';

const WORKERS = 2;

interface Contestant {
  name: string;
  /** Where each of its processes is asked. */
  targets: readonly Target[];
  /** The supervising process, if there is one, and those that answer. */
  pids(): number[];
}

interface Metrics {
  rate: number;
  p99: number;
  /** CPU time of all processes of the server for a request. */
  cpu: number;
  /** How many processors each kept busy. */
  busiest: number;
  generator: number;
  machine: number;
}

const ROWS: Readonly<Record<string, (target: Target, seconds: number) => Promise<Caller[]>>> = {
  exchange: prepareRow.exchange,
  refresh: prepareRow.refresh,
  introspection: prepareRow.introspection,
  userinfo: prepareRow.userinfo,
  mixed: prepareMixed,
};

/** By row, by contestant, by round. */
type Measured = Map<string, Metrics[][]>;

export async function compareWorkers(folder: string, plan: Plan): Promise<string> {
  const one = await start(folder, 'one', 1);
  const other = await start(folder, 'other', 1);
  const workers = await start(folder, 'workers', WORKERS);
  const contestants: Contestant[] = [
    { name: '1', targets: [one], pids: () => processesOf(one) },
    { name: `${WORKERS} apart`, targets: [one, other], pids: () => [one, other].flatMap(processesOf) },
    { name: `${WORKERS} workers`, targets: [workers, workers], pids: () => processesOf(workers) },
  ];
  const measured: Measured = new Map(Object.keys(ROWS).map((row) => [row, contestants.map(() => [])]));
  for (let round = 0; round <= plan.rounds; round += 1) {
    plan.onProgress(round === 0 ? 'warm-up' : `round ${round} of ${plan.rounds}`);
    await measureRound(measured, contestants, plan, round);
  }
  const resident = contestants.map(({ name, pids }) => {
    const bytes = pids().reduce((sum, pid) => sum + residentMemory(pid), 0);
    return `${name}: ${(bytes / 2 ** 20).toFixed(0)} MiB`;
  });
  return [
    `one process, ${WORKERS} servers apart and ${WORKERS} workers, SQLite, ${CONNECTIONS} connections for each process`,
    'mixed: one refresh, three introspections; the last columns are relative to one process, and to servers apart',
    '',
    render(measured, contestants),
    '',
    `resident after the load, all processes together: ${resident.join(', ')}`,
  ].join('\n');
}

async function start(parentFolder: string, name: string, workers: number): Promise<Target> {
  const folder = join(parentFolder, `workers-${name}`);
  await mkdir(folder);
  const { server, describe } = await startProductWith(folder, { WORKERS: String(workers) });
  return { name: 'product', origin: server.origin, pid: server.pid, ...(await describe()) };
}

const processesOf = ({ pid }: Target): number[] => [pid, ...childrenOf(pid)];

async function measureRound(
  measured: Measured,
  contestants: readonly Contestant[],
  plan: Plan,
  round: number,
): Promise<void> {
  const isWarmUp = round === 0;
  const seconds = isWarmUp ? plan.seconds / 2 : plan.seconds;
  for (const [row, metrics] of measured) {
    for (const [index, contestant] of rotated([...contestants.entries()], round)) {
      plan.signal.throwIfAborted();
      const callers: Caller[][] = [];
      for (const target of contestant.targets) callers.push((await ROWS[row]?.(target, seconds)) ?? []);
      const one = await measureOnce(contestant, callers, seconds);
      if (!isWarmUp) metrics[index]?.push(one);
    }
  }
}

async function measureOnce(
  { targets, pids }: Contestant,
  callers: readonly Caller[][],
  seconds: number,
): Promise<Metrics> {
  const own = pids();
  const times = () => ({
    server: own.map((pid) => preciseCpuTime([pid])),
    machine: busyTime(),
    us: process.cpuUsage(),
  });
  const before = times();
  const loads = await Promise.all(targets.map(({ origin }, index) => applyLoad(origin, callers[index] ?? [], seconds)));
  const after = times();
  const spent = after.server.map((time, index) => time - (before.server[index] ?? 0));
  const microseconds = Math.max(...loads.map((load) => load.seconds)) * 1e6;
  const latencies = Float64Array.from(loads.flatMap((load) => [...load.latencies])).sort();
  const us = after.us.user + after.us.system - before.us.user - before.us.system;
  return {
    rate: (latencies.length * 1e6) / microseconds,
    p99: quantile(latencies, 0.99),
    cpu: spent.reduce((sum, time) => sum + time, 0) / latencies.length,
    busiest: Math.max(...spent) / microseconds,
    generator: us / microseconds,
    machine: (after.machine - before.machine) / microseconds,
  };
}

const HEADINGS = [
  'row',
  'processes',
  'req/s',
  'p99 ms',
  'CPU µs',
  'busiest process',
  'generator',
  'machine',
  'req/s ÷ one',
  'CPU ÷ one',
  'CPU ÷ apart',
];

function render(measured: Measured, names: readonly Contestant[]): string {
  const lines = [...measured].flatMap(([row, contestants]) =>
    contestants.map((metrics, index) => {
      const middle = (of: (one: Metrics) => number, digits: number): string => median(metrics.map(of)).toFixed(digits);
      const ratio = (of: (one: Metrics) => number, to = 0): string => {
        const other = contestants[to] ?? [];
        return index <= to ? '–' : median(metrics.map((one, round) => of(one) / of(other[round] ?? one))).toFixed(2);
      };
      return [
        row,
        names[index]?.name ?? '',
        middle(({ rate }) => rate, 0),
        middle(({ p99 }) => p99, 1),
        middle(({ cpu }) => cpu, 0),
        middle(({ busiest }) => busiest, 2),
        middle(({ generator }) => generator, 2),
        middle(({ machine }) => machine, 2),
        ratio(({ rate }) => rate),
        ratio(({ cpu }) => cpu),
        ratio(({ cpu }) => cpu, 1),
      ];
    }),
  );
  const rule = HEADINGS.map((_, column) => (column === 0 ? '---' : '---:'));
  return [HEADINGS, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
