/** The long run: one server under a mixed load for minutes, in slices, with what grows. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { applyLoad } from '../load/load.ts';
import { cpuTime, residentMemory } from '../process-metrics.ts';
import type { Plan } from '../school/measure.ts';
import { loopDelay } from '../sign-ins/loop-delay.ts';
import { median, quantile, slopeOf } from '../statistics.ts';
import { seededProduct, signIn } from '../targets/product.ts';
import { freePort } from '../targets/server-process.ts';
import { livingCallers } from './life.ts';

const SLICE_SECONDS = 30;
/** Caches fill and hot code is compiled in the first slices. */
const SETTLED_AFTER = 4;

interface Slice {
  /** Minutes since the beginning, at the end of the slice. */
  minute: number;
  requestsPerSecond: number;
  quantiles: readonly [number, number, number];
  cpuMicroseconds: number;
  loopDelayP99: number;
  residentMiB: number;
  databaseMiB: number;
}

export async function measureLong(folder: string, plan: Plan): Promise<string> {
  const metricsPort = await freePort();
  const { server, seed } = await seededProduct(folder, { METRICS_PORT: String(metricsPort) });
  const { origin, pid } = server;
  const target = { name: 'product' as const, origin, pid, ...(await signIn(origin, seed)) };
  const callers = livingCallers(target);
  const slices: Slice[] = [];
  const count = Math.ceil((plan.minutes * 60) / SLICE_SECONDS);
  await loopDelay(metricsPort);
  for (let number = 1; number <= count; number += 1) {
    plan.signal.throwIfAborted();
    const cpuBefore = cpuTime(pid);
    // A wrong answer throws.
    const load = await applyLoad(origin, callers, SLICE_SECONDS, true);
    slices.push({
      minute: (number * SLICE_SECONDS) / 60,
      requestsPerSecond: load.answers / load.seconds,
      quantiles: [quantile(load.latencies, 0.5), quantile(load.latencies, 0.95), quantile(load.latencies, 0.99)],
      cpuMicroseconds: (cpuTime(pid) - cpuBefore) / load.answers,
      loopDelayP99: await loopDelay(metricsPort),
      residentMiB: residentMemory(pid) / 2 ** 20,
      databaseMiB: statSync(join(folder, 'bench.db')).size / 2 ** 20,
    });
    plan.onProgress(`${(number * SLICE_SECONDS) / 60} of ${plan.minutes} minutes`);
  }
  await server.stop();
  return render(slices);
}

function render(slices: readonly Slice[]): string {
  const headings = [
    'minute',
    'req/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'CPU µs',
    'loop p99 ms',
    'resident MiB',
    'database MiB',
  ];
  const lines = slices.map((slice) => [
    slice.minute.toFixed(1),
    slice.requestsPerSecond.toFixed(0),
    ...slice.quantiles.map((ms) => ms.toFixed(2)),
    slice.cpuMicroseconds.toFixed(1),
    slice.loopDelayP99.toFixed(1),
    slice.residentMiB.toFixed(0),
    slice.databaseMiB.toFixed(0),
  ]);
  const requests = slices.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond * SLICE_SECONDS, 0);
  const settled = slices.slice(SETTLED_AFTER);
  const slope = slopeOf(settled.map(({ minute, residentMiB }) => [minute, residentMiB]));
  return [
    'one server under a mixed load',
    '',
    ...[headings, headings.map(() => '---:'), ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${requests.toFixed(0)} requests, 0 wrong answers; median p99 ${median(slices.map(({ quantiles }) => quantiles[2])).toFixed(1)} ms; ` +
      `memory after minute ${(SETTLED_AFTER * SLICE_SECONDS) / 60}: ${(slope * 10).toFixed(1)} MiB in ten minutes (least squares)`,
  ].join('\n');
}
