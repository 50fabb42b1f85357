/** Measures the housekeeping that deletes dead grants, and what a caller beside it notices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import type { Caller } from '../load/load.ts';
import { prepareRow } from '../load/rows.ts';
import type { Plan } from '../school/measure.ts';
import { quantile } from '../statistics.ts';
import { countRows } from './fill.ts';
import type { Figures } from './probe.ts';
import { type GrowthServer, restart } from './servers.ts';
import { table } from './tables.ts';

const PROBE = join(import.meta.dirname, 'probe.ts');
/** The caller asks at fixed times, so that a stalled server does not get fewer requests. */
const CALL_EVERY_MS = 5;
/** The measurement takes this many times as long as that of a row. */
const ROWS_LONG = 15;

interface Purge {
  figures: Figures;
  /** Of the caller, in milliseconds, ascending. */
  latencies: Float64Array;
  deleted: { grants: number; tokens: number };
  seconds: number;
}

export async function measurePurge(empty: GrowthServer, grown: GrowthServer, plan: Plan): Promise<string> {
  const purges = new Map<string, Purge>();
  for (const server of [empty, grown]) {
    plan.onProgress(`housekeeping, ${server.target.name}`);
    purges.set(server.target.name, await measureOne(server, plan));
  }
  return render(purges);
}

async function measureOne(stopped: GrowthServer, plan: Plan): Promise<Purge> {
  const figuresFile = join(stopped.folder, 'figures.json');
  const running = await restart(stopped, { NODE_OPTIONS: `--import ${PROBE}`, BENCH_PROBE: figuresFile });
  const [caller] = await prepareRow.introspection(running.target, plan.seconds);
  if (caller === undefined) throw new Error('introspection has no caller');
  process.kill(running.server.pid, 'SIGWINCH');
  const before = countRows(running.file);
  const begin = performance.now();
  const latencies = await callRegularly(running.target.origin, caller, plan);
  const seconds = (performance.now() - begin) / 1_000;
  const after = countRows(running.file);
  await running.server.stop();
  const deleted = { grants: before.grants - after.grants, tokens: before.tokens - after.tokens };
  const figures = JSON.parse(await readFile(figuresFile, 'utf8')) as Figures;
  return { figures, latencies, deleted, seconds };
}

/** Measures from the time at which each request was due. */
async function callRegularly(origin: URL, caller: Caller, { seconds, signal }: Plan): Promise<Float64Array> {
  const connection = await Connection.open(origin);
  const latencies: number[] = [];
  try {
    const begin = performance.now();
    for (let due = begin; due < begin + seconds * ROWS_LONG * 1_000; due += CALL_EVERY_MS) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      const sent = Math.max(due, performance.now() - CALL_EVERY_MS);
      caller.accept(await connection.send(caller.next() ?? ''));
      latencies.push(performance.now() - sent);
      signal.throwIfAborted();
    }
    return Float64Array.from(latencies).sort();
  } finally {
    connection.close();
  }
}

function render(purges: ReadonlyMap<string, Purge>): string {
  const summary = [...purges].map(([name, { figures, latencies, deleted, seconds }]) => [
    name,
    figures.delays.p99.toFixed(1),
    figures.delays.max.toFixed(1),
    ...[0.5, 0.99, 0.999].map((share) => quantile(latencies, share).toFixed(1)),
    (deleted.grants / seconds).toFixed(0),
    (deleted.tokens / seconds).toFixed(0),
  ]);
  const slices = [...purges].flatMap(([name, { figures }]) =>
    Object.entries(figures.slices).map(([statement, times]) => {
      const ascending = Float64Array.from(times).sort();
      const shares = [0.5, 0.99, 1].map((share) => quantile(ascending, share).toFixed(1));
      return [`${name}: \`${statement}\``, String(times.length), ...shares];
    }),
  );
  const caller = ['p50', 'p99', 'p99.9'].map((share) => `caller ${share} ms`);
  return [
    table(['database', 'loop p99 ms', 'loop max ms', ...caller, 'grants/s', 'tokens/s'], summary),
    table(['transaction of the housekeeping', 'number', 'p50 ms', 'p99 ms', 'max ms'], slices),
  ].join('\n\n');
}
