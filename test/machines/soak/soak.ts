/**
 * A service at half of its capacity for minutes or hours, while each of its parts restarts once and everything is done
 * that an operator does on some day: a backup, a new signing key, housekeeping (F23).
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad } from '../../../scripts/workshop/bench/load/load.ts';
import { residentMemory } from '../../../scripts/workshop/bench/process-metrics.ts';
import { median, slopeOf } from '../../../scripts/workshop/bench/statistics.ts';
import { stopAllServers } from '../../../scripts/workshop/bench/targets/server-process.ts';
import { command } from '../../faults/backup.ts';
import { type Check, check, percentile, type Report } from '../../faults/report.ts';
import { HttpBrowser } from '../../support/http-browser.ts';
import { fill } from '../../support/many-grants.ts';
import type { OwnPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { collectGarbage } from './garbage.ts';
import { livingCallers } from './life.ts';
import { loopDelay } from './loop-delay.ts';
import { PacedLoad } from './paced-load.ts';
import { Parts } from './parts.ts';
import { deadGrants, growth, type Size, sizeOf, writtenSince } from './size.ts';

const CAPACITY_SECONDS = 8;
const SLICES = 30;
const SHORTEST_SLICE_MS = 5000;
/** Grants that ended long ago, for housekeeping. */
const DEAD_GRANTS_PER_MINUTE = 10_000;
const MOST_DEAD_GRANTS = 200_000;
/** Of a run that is long enough for delays to be those of the server, and of one in which a slope means something. */
const ENOUGH_FOR_DELAYS = 3;
const ENOUGH_FOR_SLOPE = 30;
const LARGEST_SLOPE_MIB = 1;
const MOST_DESCRIPTORS = 5;
const LONGEST_LOOP_DELAY_MS = 50;

export interface SoakPlan {
  folder: string;
  minutes: number;
  /** Requests a second; half of what is measured at the beginning, without it. */
  rate?: number | undefined;
  postgres?: OwnPostgres | undefined;
  onProgress?: (line: string) => void;
}

interface Slice {
  minute: number;
  residentMiB: number;
  /** After a garbage collection, because before it, half of the heap is what V8 has not freed yet. */
  heldMiB: number;
  descriptors: number;
  loopDelayMs: number;
  p50: number;
  p99: number;
}

/** What was done at which share of the time. The server is first, so that its memory can be watched from then on. */
type Work = readonly [share: number, name: string, work: () => Promise<unknown>];

export async function soak(plan: SoakPlan): Promise<Report> {
  try {
    return await soakParts(plan);
  } finally {
    await stopAllServers();
  }
}

async function soakParts({ folder, minutes, rate, postgres, onProgress = () => {} }: SoakPlan): Promise<Report> {
  const parts = await Parts.start(folder, postgres);
  const capacity = rate === undefined ? await measureCapacity(parts) : undefined;
  const aimed = rate ?? (capacity ?? 0) / 2;
  const before = await sizeOf(parts.databaseUrl);
  const begin = Date.now();
  const load = new PacedLoad(parts.target, aimed);
  const asked = new Set<string>();
  const lengthMs = minutes * 60_000;
  const emailLoad = askForLetters(parts, load, lengthMs, asked);
  const backups = join(folder, 'backups');
  const dead = Math.min(MOST_DEAD_GRANTS, Math.round(minutes * DEAD_GRANTS_PER_MINUTE));
  const works = worksOf(parts, load, backups, dead);
  const slices: Slice[] = [];
  const worked: Record<string, number> = {};
  const work = doAll(works, lengthMs, worked, onProgress);
  const sliceMs = Math.max(SHORTEST_SLICE_MS, lengthMs / SLICES);
  for (let end = sliceMs; end <= lengthMs; end += sliceMs) {
    await sleep(Math.max(0, begin + end - Date.now()));
    const slice = await measure(parts, load, end / 60_000).catch((error: unknown) => {
      if (parts.isServing) throw error;
    });
    if (slice === undefined) continue;
    slices.push(slice);
    onProgress(JSON.stringify(slice));
  }
  await Promise.all([work, emailLoad]);
  await load.stop();
  const missing = (): string[] => [...asked].filter((email) => !parts.recipients().has(email));
  await until(() => missing().length === 0);
  // Housekeeping has the time that it needs, whatever else the machine does.
  for (let rounds = 0; rounds < 5 && (await deadGrants(parts.databaseUrl)) > 0; rounds += 1)
    await until(async () => (await deadGrants(parts.databaseUrl)) === 0);
  const left = await deadGrants(parts.databaseUrl);
  const written = await writtenSince(parts.databaseUrl, begin);
  await parts.stop();
  const after = await sizeOf(parts.databaseUrl);
  const { stdout } = await command(parts.settings, 'backup', 'verify', join(backups, readdirSync(backups)[0] ?? ''));
  const settled = slices.filter(({ minute }) => minute > Math.min(10, minutes / 3));
  return {
    checks: [
      check('errors', load.errors.slice(0, 5), []),
      check('e-mails lost', missing(), []),
      check('grants of long ago that housekeeping has left', left, 0),
      check('the backup is whole', stdout.startsWith('whole: '), true),
      ...checksOfRows(load, written),
      ...checksOfSlices(settled, minutes),
    ],
    figures: {
      minutes,
      ...(capacity === undefined ? {} : { 'capacity, requests a second': Math.round(capacity) }),
      'requests a second': Math.round(load.done.requests / (minutes * 60)),
      requests: load.done.requests,
      ...figuresOfSlices(settled),
      ...figuresOfSize(before, after, load.done.codes),
      'e-mails': asked.size,
      'requests sent again': load.again.requests,
      'longest of these, ms': load.again.longestMs,
      'connections begun anew': load.again.abandoned,
      ...worked,
    },
  };
}

async function measureCapacity({ target }: Parts): Promise<number> {
  const { answers, seconds } = await applyLoad(target.origin, livingCallers(target), CAPACITY_SECONDS);
  return answers / seconds;
}

function worksOf(parts: Parts, load: PacedLoad, backups: string, dead: number): Work[] {
  mkdirSync(backups);
  const { databaseUrl: url } = parts;
  const isFile = url.startsWith('file:');
  const bury = (): void => {
    if (isFile) fill(url.slice('file:'.length), 0, dead);
  };
  const restartPostgres: Work = [0.6, 'PostgreSQL restarted, ms', () => load.during(() => parts.restartPostgres())];
  return [
    [0.1, 'server restarted, ms', () => load.during(() => parts.restartServer(bury))],
    [0.4, 'backup, ms', () => command(parts.settings, 'backup', '--to', backups)],
    [0.5, 'signing key replaced, ms', () => command(parts.settings, 'keys', 'rotate', '--now')],
    ...(isFile ? [] : [restartPostgres]),
    [0.7, 'mail server restarted, ms', () => parts.restartMail()],
  ];
}

async function doAll(
  works: readonly Work[],
  lengthMs: number,
  worked: Record<string, number>,
  onProgress: (line: string) => void,
): Promise<void> {
  const begin = performance.now();
  for (const [share, name, work] of works) {
    await sleep(Math.max(0, begin + share * lengthMs - performance.now()));
    const from = performance.now();
    await work();
    worked[name] = Math.round(performance.now() - from);
    onProgress(`${name}: ${worked[name]}`);
  }
}

/** People ask for links at even intervals. Whoever is told that one is on its way has to get it. */
async function askForLetters(parts: Parts, load: PacedLoad, lengthMs: number, asked: Set<string>): Promise<void> {
  const { origin } = parts.target.origin;
  const { people } = parts;
  for (const email of people) {
    await sleep(lengthMs / (people.length + 1));
    try {
      const browser = new HttpBrowser(origin, origin);
      const form = await browser.get('/password/forgot');
      if ((await browser.submit(form, '/password/forgot', { email })).status === 200) asked.add(email);
    } catch {
      // The server is away for the moment: this person gives up.
    }
  }
  if (asked.size < people.length / 2) load.errors.push(`only ${asked.size} people could ask for a link`);
}

async function measure({ pid, settings, inspector }: Parts, load: PacedLoad, minute: number): Promise<Slice> {
  const latencies = load.takeLatencies();
  const before = {
    minute,
    residentMiB: residentMemory(pid) / 2 ** 20,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    loopDelayMs: await loopDelay(Number(settings.METRICS_PORT)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
  await collectGarbage(inspector);
  return { ...before, heldMiB: residentMemory(pid) / 2 ** 20 };
}

/** Nothing but the flows writes, so their rows are counted. A request that was sent again may have written twice. */
function checksOfRows({ done, again }: PacedLoad, written: { grants: number; tokens: number }): Check[] {
  const surplus = (rows: number, expected: number): boolean =>
    rows < expected || rows > expected + 2 * (again.requests + again.abandoned);
  return [
    check('rows of grants other than codes', surplus(written.grants, done.codes), false),
    check('rows of tokens other than answers', surplus(written.tokens, 2 * (done.exchanges + done.refreshes)), false),
  ];
}

const slopeIn = (slices: readonly Slice[]): number =>
  10 * slopeOf(slices.map(({ minute, heldMiB }) => [minute, heldMiB]));

function checksOfSlices(settled: readonly Slice[], minutes: number): Check[] {
  const [first] = settled;
  const most = Math.max(...settled.map(({ descriptors }) => descriptors));
  const delay = median(settled.map(({ loopDelayMs }) => loopDelayMs));
  const slopeLimit = `memory grows by at most ${LARGEST_SLOPE_MIB} MiB in ten minutes`;
  return [
    check(
      `at most ${MOST_DESCRIPTORS} descriptors more than at first`,
      most - (first?.descriptors ?? 0) <= MOST_DESCRIPTORS,
      true,
    ),
    ...(minutes < ENOUGH_FOR_DELAYS
      ? []
      : [check(`timers at most ${LONGEST_LOOP_DELAY_MS} ms late`, delay <= LONGEST_LOOP_DELAY_MS, true)]),
    ...(minutes < ENOUGH_FOR_SLOPE ? [] : [check(slopeLimit, slopeIn(settled) <= LARGEST_SLOPE_MIB, true)]),
  ];
}

function figuresOfSlices(settled: readonly Slice[]): Report['figures'] {
  const [first] = settled;
  const last = settled.at(-1);
  return {
    'p50 ms': median(settled.map(({ p50 }) => p50)),
    'p99 ms': median(settled.map(({ p99 }) => p99)),
    'p99 at the end, relative to the beginning': driftOf(settled).toFixed(2),
    'timers late, p99 ms': median(settled.map(({ loopDelayMs }) => loopDelayMs)).toFixed(1),
    'memory MiB at most': Math.max(...settled.map(({ residentMiB }) => residentMiB)).toFixed(0),
    'after a garbage collection': `${first?.heldMiB.toFixed(0)} to ${last?.heldMiB.toFixed(0)}`,
    'MiB in ten minutes': slopeIn(settled).toFixed(1),
    descriptors: `${first?.descriptors} to ${last?.descriptors}`,
  };
}

/** The median of the last third, relative to that of the first one. */
function driftOf(settled: readonly Slice[]): number {
  const third = Math.max(1, Math.floor(settled.length / 3));
  const p99Of = (slices: readonly Slice[]): number => median(slices.map(({ p99 }) => p99));
  return p99Of(settled.slice(-third)) / p99Of(settled.slice(0, third));
}

function figuresOfSize(before: Size, after: Size, flows: number): Report['figures'] {
  const grown = growth(before, after);
  const inTables = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  const perFlow = (bytes: number): number => Math.round(bytes / flows);
  return {
    flows,
    'database MiB': `${(before.bytes / 2 ** 20).toFixed(1)} to ${(after.bytes / 2 ** 20).toFixed(1)}`,
    'bytes a flow': perFlow(after.bytes - before.bytes),
    'of these in tables': `${perFlow(inTables)} (${grown
      .slice(0, 5)
      .map(([name, bytes]) => `${name} ${perFlow(bytes)}`)
      .join(', ')})`,
  };
}
