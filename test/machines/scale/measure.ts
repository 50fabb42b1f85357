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
  /** Of the server with its database, also at p50 and p95. Unlike times, it hardly depends on who else uses the machine. */
  processor: readonly [p50: number, p95: number];
  times: number;
}

export class Stopwatch {
  #slowest: Exchange | undefined;
  readonly #processor: () => Promise<number>;

  constructor(processor: () => Promise<number>) {
    this.#processor = processor;
  }

  readonly note = (exchange: Exchange): void => {
    if (this.#slowest === undefined || exchange.ms > this.#slowest.ms) this.#slowest = exchange;
  };

  /** @returns the slowest answer of all that a read needs, such as a redirect and a page */
  async time(ask: () => Promise<unknown>): Promise<Exchange & { processorMs: number }> {
    this.#slowest = undefined;
    await this.#processor();
    await ask();
    const processorMs = await this.#processor();
    return { ...(this.#slowest ?? { status: 0, ms: 0, isDownload: false }), processorMs };
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
  const used: number[] = [];
  let status = 0;
  let total = 0;
  const isSlow = (): boolean => all.slice(1).some((ms) => ms > limitMs / 2);
  while (all.length < FEW || (all.length < MANY && total < ENOUGH_MS && isSlow())) {
    const exchange = await watch.time(ask);
    status = exchange.status;
    total += exchange.ms;
    all.push(exchange.ms);
    used.push(exchange.processorMs);
  }
  // Nothing is prepared and little is in memory the first time.
  const [again = [], work = []] = [all, used].map((values) => values.slice(1).sort((a, b) => a - b));
  const processor = [median(work), quantile(work, 0.95)] as const;
  const times = { first: all[0] ?? 0, p50: median(again), p95: quantile(again, 0.95), times: again.length };
  return { name, status, ...times, processor };
}

const SHOWN = 40;
const NAME = 110;

export function table(measured: readonly Measured[], limitMs: number): string {
  const slowest = measured.toSorted((a, b) => b.p95 - a.p95).filter(({ p95 }, at) => at < SHOWN || p95 > limitMs);
  const cell = (ms: number): string => ms.toFixed(0).padStart(6);
  return [
    '| p95 ms | p50 ms | first | processor p95 | p50 | status | read |',
    '| -----: | -----: | ----: | ------------: | --: | -----: | ---- |',
    ...slowest.map(
      ({ name, status, first, p50, p95, processor }) =>
        `| ${[p95, p50, first, processor[1], processor[0]].map(cell).join(' | ')} | ${String(status).padStart(6)} | ${name.slice(0, NAME)} |`,
    ),
  ].join('\n');
}
