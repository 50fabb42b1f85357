/** What a server has to do at a large school, and how long it may take. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { quantile } from '../../../scripts/workshop/bench/statistics.ts';
import { tokensFor } from '../../support/admin.ts';
import type { ReadOf } from '../../support/every-read.ts';
import { everyRead, largestOf, upkeepOf } from '../../support/every-read-of-school.ts';
import { longestTurn } from '../../support/loop-meter.ts';
import { query } from '../../support/postgres.ts';
import { remoteApp } from '../../support/remote-app.ts';
import { ServerProcess, type Settings } from '../../support/server-process.ts';
import { surroundings } from '../../support/surroundings.ts';
import { wrongCounters } from './counters.ts';
import { type Measured, measure, Stopwatch, table } from './measure.ts';
import { processorMeter } from './processor.ts';
import { tryRoster } from './roster.ts';
import { fileIn, openSchool } from './school.ts';

const ANSWER_MS = 200;
const START_MS = 1500;
const UPKEEP_MS = 20;
const STARTS = 5;
const BATCHES = 50;
const SAMPLE = 40;

type Say = (line: string) => void;

/**
 * @param program the bundle
 * @param only a part of the names of the reads to measure, and nothing else
 * @returns what does not hold
 */
export async function trySchool(
  settings: Settings,
  program: string,
  only: string | undefined,
  say: Say,
): Promise<string[]> {
  const app = await openSchool(settings);
  try {
    const broken =
      only === undefined ? [...(await tryUpkeep(app, say)), ...(await tryStart(settings, program, say))] : [];
    if (only === undefined || only === 'roster') broken.push(...(await tryRoster(app, say)));
    // The server would do that beside its first answers, and PostgreSQL some minutes later.
    while (await app.audit.chains.seal(app.clock()));
    const url = settings.DATABASE_URL ?? '';
    if (!url.startsWith('file:')) await query(url, 'vacuum analyze');
    const server = await ServerProcess.start(settings, { program });
    const watch = new Stopwatch(processorMeter(server.pid, url));
    const remote = remoteApp(app, server.origin, watch.note);
    const known = await largestOf(app, fileIn(settings.DATA_DIR ?? ''));
    const reads = await everyRead(remote, tokensFor(remote), known, 1);
    const wanted = reads.filter(({ name }) => only === undefined || name.includes(only));
    const measured: Measured[] = [];
    for (const read of wanted) {
      measured.push(await measure(watch, read, ANSWER_MS));
      if (measured.length % 100 === 0) say(`measured ${measured.length} of ${wanted.length} reads`);
    }
    say(`${measured.length} reads\n${table(measured, ANSWER_MS)}`);
    const slow = measured.filter(({ p95 }) => p95 > ANSWER_MS);
    broken.push(
      ...slow.map(({ name, p95, processor }) => {
        const [p50, most] = processor.map(Math.round);
        return `${Math.round(p95)} ms at p95, ${most} of the processor, ${p50} at p50: ${name}`;
      }),
    );
    say(
      `${slow.length} over ${ANSWER_MS} ms, ${measured.filter(({ processor }) => processor[1] > ANSWER_MS).length} of the processor alone`,
    );
    if (only === undefined) {
      broken.push(...(await tryBackup(settings, program, watch, wanted, say)));
      broken.push(...(await wrongCounters(url)));
    }
    await server.stop();
    return broken;
  } finally {
    await app.close();
  }
}

/** Each periodic job, as often as it finds something to do, by CPU time of the thread of the event loop. */
async function tryUpkeep(app: FastifyInstance, say: Say): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, ask } of upkeepOf(app)) {
    const turns: number[] = [];
    while (turns.length < BATCHES) turns.push(await longestTurn(ask));
    const sorted = turns.sort((a, b) => a - b);
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => quantile(sorted, share));
    say(
      `${name} holds the loop for ${p50?.toFixed(1)} ms (p50), ${p95?.toFixed(1)} (p95), ${most?.toFixed(1)} at most`,
    );
    if ((p95 ?? 0) > UPKEEP_MS) broken.push(`${name} holds the loop for ${p95?.toFixed(0)} ms at p95`);
  }
  return broken;
}

async function tryStart(settings: Settings, program: string, say: Say): Promise<string[]> {
  const starts: number[] = [];
  while (starts.length < STARTS) {
    const server = await ServerProcess.start(settings, { program });
    starts.push(server.readyMs);
    await server.stop();
  }
  say(`ready after ${starts.join(', ')} ms`);
  const least = Math.min(...starts);
  return least > START_MS ? [`ready after ${least} ms`] : [];
}

/** Asks for the same while a backup is taken. */
async function tryBackup(
  settings: Settings,
  program: string,
  watch: Stopwatch,
  reads: readonly ReadOf[],
  say: Say,
): Promise<string[]> {
  const to = mkdtempSync(join(tmpdir(), 'schoolgate-backup-'));
  const begin = performance.now();
  let isOver = false;
  const backup = promisify(execFile)(process.execPath, [program, 'backup', '--to', to], {
    env: { ...surroundings(), ...settings },
  }).finally(() => {
    isOver = true;
  });
  const every = Math.max(1, Math.floor(reads.length / SAMPLE));
  const sample = reads.filter((_read, at) => at % every === 0);
  const times: [ms: number, name: string][] = [];
  for (let at = 0; !isOver; at += 1) {
    const { name, ask } = sample[at % sample.length] as ReadOf;
    times.push([(await watch.time(ask)).ms, name]);
  }
  await backup;
  rmSync(to, { recursive: true, force: true });
  const sorted = times.sort(([a], [b]) => a - b);
  const [ms, name] = sorted[Math.floor(sorted.length * 0.95)] ?? [0, ''];
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  say(
    `backup of ${seconds} s: ${times.length} answers meanwhile, ${ms.toFixed(0)} ms at p95, ${sorted.at(-1)?.[0].toFixed(0)} at most`,
  );
  return ms > ANSWER_MS ? [`${ms.toFixed(0)} ms at p95 during a backup, such as ${name}`] : [];
}
