/**
 * Loaded into a server (`--import`), to measure from within how long its event loop is held: by anything, and by each
 * transaction of the housekeeping. SIGWINCH forgets what was measured before. At its end, the server writes the figures
 * to the file `BENCH_PROBE`.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { COMMIT_CHANNEL } from '../../../../db/engine/commit-channel.ts';
import { STATEMENT_CHANNEL } from '../../../../db/engine/statement-channel.ts';

/** What a transaction of the housekeeping begins with, and what nobody else writes. */
const HOUSEKEEPING =
  /^(delete from|update) "(tokens|grants|audit_chains)"(?! set "(revoked|rotated|last_used|redeemed))/;

export interface Figures {
  delays: { p50: number; p99: number; max: number };
  /** How long each transaction of the housekeeping held the loop, in milliseconds, by its first statement. */
  slices: Record<string, number[]>;
}

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let slices: Figures['slices'] = {};
let open: { name: string; since: number } | undefined;

subscribe(STATEMENT_CHANNEL, (sql) => {
  const name = HOUSEKEEPING.exec(String(sql))?.[0];
  if (name !== undefined) open ??= { name, since: performance.now() };
});
subscribe(COMMIT_CHANNEL, () => {
  if (open === undefined) return;
  slices[open.name] = [...(slices[open.name] ?? []), performance.now() - open.since];
  open = undefined;
});

process.on('SIGWINCH', () => {
  delays.reset();
  slices = {};
});

process.on('exit', () => {
  const { BENCH_PROBE } = process.env;
  if (BENCH_PROBE === undefined) return;
  // The histogram counts the time between two of its timers.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const figures: Figures = {
    delays: { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), max: late(delays.max) },
    slices,
  };
  writeFileSync(BENCH_PROBE, JSON.stringify(figures));
});

delays.enable();
