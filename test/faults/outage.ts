/** The database cannot take writes for a while (F06, F07). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { randomFrom, seedFor } from '../support/seed.ts';
import { type Answer, ServerProcess, type Settings, send, serviceSettings } from '../support/server-process.ts';
import { errorOf, FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { startLoad } from './load.ts';
import { check, checkTime, inParallel, percentile, type Report } from './report.ts';

const METADATA = '/.well-known/oauth-authorization-server';

/** The event loop must not wait for the lock. */
const LOCKED_READ_MS = 200;
const LOCKED_WRITE_MS = 2000;
const RECOVERED_MS = 1000;
const ALERT = 'the store is unavailable';

const isOutage = (answer: Answer): boolean =>
  answer.status === 503 &&
  errorOf(answer) === 'temporarily_unavailable' &&
  Number(answer.headers['retry-after']) >= 1 &&
  Number(answer.headers['retry-after']) <= 2;

/**
 * Another process holds the write lock (F07).
 * @param patience how many times as long it may take, beside other work
 */
export async function lockDatabase(settings: Settings, seconds: number, patience = 1): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const tokens = await client.tokens(server.origin, 400);
  const beside = new Sqlite((settings.DATABASE_URL ?? '').slice('file:'.length));
  beside.exec('begin immediate');
  const end = Date.now() + seconds * 1000;
  const reads: Answer[] = [];
  const writes: Answer[] = [];
  const reading = (async () => {
    while (Date.now() < end) {
      reads.push(await send(`${server.origin}${METADATA}`));
      await sleep(10);
    }
  })();
  const writing = inParallel(tokens, 4, async ({ refresh_token: token }) => {
    if (Date.now() < end - 2000) writes.push(await client.refresh(server.origin, token));
  });
  await Promise.all([reading, writing]);
  beside.exec('commit');
  beside.close();
  const afterwards = await client.tokens(server.origin, 5);
  const { code } = await server.stop();
  const readP99 = percentile(
    reads.map(({ ms }) => ms),
    0.99,
  );
  return {
    checks: [
      check('metadata that was not answered', reads.filter(({ status }) => status !== 200).length, 0),
      check(
        'writes that neither succeed nor are an outage',
        writes.filter((answer) => answer.status !== 200 && !isOutage(answer)).map(({ status, body }) => [status, body]),
        [],
      ),
      check('writes afterwards', afterwards.length, 5),
      // A write is refused after a second, and waits for a commit before that.
      check('writes not answered in time', writes.filter(({ ms }) => ms > LOCKED_WRITE_MS * patience).length, 0),
      checkTime('metadata answered in time', readP99, LOCKED_READ_MS * patience),
      check('exit code', code, 0),
    ],
    figures: {
      'lock s': seconds,
      writes: writes.length,
      refused: writes.filter(isOutage).length,
      'slowest write ms': percentile(
        writes.map(({ ms }) => ms),
        1,
      ),
      metadata: reads.length,
      'metadata p99 ms': readP99,
    },
  };
}

/**
 * The disk is full (F06). Needs root, for a small disk of its own.
 * @param patience how many times as long it may take, beside other work
 * @returns `undefined` without root
 */
export async function fillDisk(patience = 1): Promise<Report | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const disk = mkdtempSync(join(tmpdir(), 'schoolgate-disk-'));
  const output = mkdtempSync(join(tmpdir(), 'schoolgate-output-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  try {
    return await fill(disk, output, patience);
  } finally {
    execFileSync('umount', [disk]);
    for (const folder of [disk, output]) rmSync(folder, { recursive: true });
  }
}

async function fill(disk: string, output: string, patience: number): Promise<Report> {
  const settings = await serviceSettings(disk);
  const server = await ServerProcess.start(settings, { outputFolder: output });
  const client = await FaultClient.signIn(settings, server.origin);
  const ballast = join(disk, 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 2_000_000)));

  const load = startLoad(client, server.origin, 10, randomFrom(seedFor('full disk')));
  while (!load.statuses.has(503)) await sleep(20);
  const full = await Promise.all([
    send(`${server.origin}${METADATA}`),
    send(`${server.origin}/.well-known/jwks.json`),
    ...load.chains.slice(0, 20).map(({ access }) => client.introspect(server.origin, access[0] ?? '')),
  ]);
  const refused: Answer[] = [];
  for (let i = 0; i < 20; i += 1) {
    const answer = (await client.code(server.origin)).answer;
    if (answer.status !== 303) refused.push(answer);
  }
  await sleep(500);
  rmSync(ballast);
  const begin = performance.now();
  while ((await client.code(server.origin)).answer.status !== 303) await sleep(10);
  const recoveredMs = Math.round(performance.now() - begin);
  await sleep(300);
  await load.stop();

  let lost = 0;
  let tokens = 0;
  await inParallel(load.chains, 16, async ({ access }) => {
    for (const token of access) {
      tokens += 1;
      if (!(await client.isActive(server.origin, token))) lost += 1;
    }
  });
  const { code } = await server.stop();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const others = [...load.statuses].filter(([status]) => ![200, 303, 503].includes(status));
  return {
    checks: [
      check('reads on the full disk', full.filter(({ status }) => status !== 200).length, 0),
      check(
        'refusals that do not say when to come back',
        refused.filter(({ headers }) => headers['retry-after'] !== '2').length,
        0,
      ),
      check('answers that are neither success nor outage', others, []),
      check('acknowledged tokens lost', lost, 0),
      check('alerts in the log, one a minute', lines.filter((line) => line.includes(ALERT)).length, 1),
      check('writing again in time', recoveredMs <= RECOVERED_MS * patience, true),
      check('exit code', code, 0),
      ...inspectFile(join(disk, 'schoolgate.db')),
    ],
    figures: {
      'answered 200': load.statuses.get(200) ?? 0,
      'refused 503': load.statuses.get(503) ?? 0,
      'tokens checked': tokens,
      'log lines': lines.length,
      'recovered after ms': recoveredMs,
    },
  };
}
