/** What is left after the process, or the end of the log, is lost without warning (F04, F05). */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../db/database.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { errorOf, FaultClient } from './client.ts';
import { type Chain, startLoad } from './load.ts';
import { type Check, check, inParallel, percentile, type Report } from './report.ts';

const PAUSE_MS = 20;

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/** Rows that no unit of work leaves behind when each is whole. */
export const HALF_WRITTEN = {
  'tokens without a redeemed code':
    'select count(*) from tokens t left join grants g on g.id = t.grant_id where g.redeemed_at is null',
  'redeemed codes without tokens':
    'select count(*) from grants g where redeemed_at is not null and (select count(*) from tokens where grant_id = g.id) < 2',
  'rotated tokens without their successor':
    'select count(*) from tokens where rotated_at is not null and successor_id not in (select id from tokens)',
} as const;

export function inspectFile(file: string): Check[] {
  const connection = new Sqlite(file);
  try {
    const value = (sql: string): unknown => connection.prepare(sql).pluck().get();
    return [
      check('integrity_check', value('pragma integrity_check'), 'ok'),
      ...Object.entries(HALF_WRITTEN).map(([what, sql]) => check(what, value(sql), 0)),
    ];
  } finally {
    connection.close();
  }
}

/**
 * Kill -9 at a random moment of a mixed load, restart, and hold the server to everything it had said (F04).
 * @param settings of a service whose grace period is 0, so that every rotated token must be refused
 * @param readyMs limit of the fastest start, which even so may have to wait for what else runs on the machine
 * @param program what starts the server
 */
export async function killDuringLoad(
  settings: Settings,
  { rounds, readyMs: limit, program }: { rounds: number; readyMs: number; program?: string | undefined },
): Promise<Report> {
  const random = randomFrom(seedFor('kill during load'));
  const lost = { access: 0, refresh: 0, revived: 0, twice: 0, again: 0 };
  const seen = { access: 0, refresh: 0, retired: 0, codes: 0, unanswered: 0, serverErrors: 0 };
  const readyMs: number[] = [];
  const inspections: Check[] = [];

  const start = (): Promise<ServerProcess> => ServerProcess.start(settings, { program });
  let server = await start();
  const client = await FaultClient.signIn(settings, server.origin);
  for (let round = 0; round < rounds; round += 1) {
    await client.consent(server.origin);
    const load = startLoad(client, server.origin, PAUSE_MS, random);
    await sleep(200 + random() * 1000);
    await server.kill();
    await load.stop();
    for (const [status, count] of load.statuses) if (status >= 500) seen.serverErrors += count;

    server = await start();
    readyMs.push(server.readyMs);
    inspections.push(...inspectFile(fileOf(settings)));
    await holdToItsWord(client, server.origin, load.chains);
  }
  await server.stop();

  async function holdToItsWord(client: FaultClient, origin: string, chains: readonly Chain[]): Promise<void> {
    await inParallel(chains, 16, async ({ code, redeemed, access, current, retired }) => {
      for (const token of access) if (!(await client.isActive(origin, token))) lost.access += 1;
      if (current !== undefined && !(await client.isActive(origin, current))) lost.refresh += 1;
      for (const token of retired) {
        const answer = await client.refresh(origin, token);
        if (answer.status !== 400 || errorOf(answer) !== 'invalid_grant') lost.revived += 1;
      }
      const again = await client.redeem(origin, code);
      if (redeemed && again.status !== 400) lost.twice += 1;
      // A redemption that was never answered may have happened or not, but only once.
      const third = await client.redeem(origin, code);
      if (third.status !== 400) lost.again += 1;
      seen.access += access.length;
      seen.refresh += current === undefined ? 0 : 1;
      seen.retired += retired.length;
      seen.codes += redeemed ? 1 : 0;
      seen.unanswered += redeemed ? 0 : 1;
    });
  }

  return {
    checks: [
      check('acknowledged access tokens lost', lost.access, 0),
      check('acknowledged refresh tokens lost', lost.refresh, 0),
      check('rotated refresh tokens accepted', lost.revived, 0),
      check('redeemed codes accepted', lost.twice, 0),
      check('codes accepted twice after the restart', lost.again, 0),
      check('server errors', seen.serverErrors, 0),
      check(`ready again within ${limit} ms`, Math.min(...readyMs) <= limit, true),
      check('the load did something', seen.codes > rounds && seen.retired > rounds, true),
      ...inspections,
    ],
    figures: {
      rounds,
      'access tokens': seen.access,
      'refresh tokens': seen.refresh,
      'rotated tokens': seen.retired,
      'codes redeemed': seen.codes,
      'codes unanswered': seen.unanswered,
      'start ms, fastest': Math.min(...readyMs),
      median: percentile(readyMs, 0.5),
      slowest: Math.max(...readyMs),
    },
  };
}

/** Frames that SQLite lets the log grow to before it moves them into the database. */
const CHECKPOINT_PAGES = 1000;
const CHECKPOINTS = 100;
const ENOUGH_LOG = 1_500_000;

/**
 * The log torn at random bytes, as a power cut leaves it when its end was not on disk yet (F05). Every cut is one that
 * can happen: none of the log's frames is in the database file already.
 */
export async function tearLog(settings: Settings, cuts: number): Promise<Report> {
  const random = randomFrom(seedFor('torn log'));
  const file = fileOf(settings);
  const folder = mkdtempSync(join(settings.DATA_DIR ?? '.', 'torn-'));
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const beside = new Sqlite(file);
  // The server still writes that it has sent the e-mail about the sign-in.
  let emptyAtFirst = Number.NaN;
  for (let tries = 0; tries < CHECKPOINTS && emptyAtFirst !== 0; tries += 1) {
    beside.pragma('wal_checkpoint(TRUNCATE)');
    emptyAtFirst = statSync(`${file}-wal`).size;
    if (emptyAtFirst !== 0) await sleep(20);
  }
  beside.close();

  const load = startLoad(client, server.origin, 0, random);
  while (statSync(`${file}-wal`).size < ENOUGH_LOG) await sleep(2);
  const processes = server.answering;
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  const [database, log] = [join(folder, 'whole.db'), join(folder, 'whole.db-wal')];
  copyFileSync(file, database);
  copyFileSync(`${file}-wal`, log);
  for (const pid of processes) process.kill(pid, 'SIGCONT');
  await load.stop();
  await server.stop();

  const { size } = statSync(log);
  const found: number[] = [];
  const bad: Check[] = [];
  for (let cut = 0; cut < cuts; cut += 1) {
    const torn = join(folder, `${cut}.db`);
    copyFileSync(database, torn);
    copyFileSync(log, `${torn}-wal`);
    const at = Math.floor(random() * size);
    truncateSync(`${torn}-wal`, at);
    try {
      const opened = await openDatabase(`file:${torn}`);
      const tokens = opened.many((q) => q.select({ id: opened.tables.tokens.id }).from(opened.tables.tokens));
      found.push((await tokens()).length);
      await opened.close();
      bad.push(...inspectFile(torn).filter(({ got, want }) => got !== want));
    } catch (error) {
      bad.push(check(`cut at ${at}`, String(error), 'opens'));
    }
    for (const end of ['', '-wal', '-shm']) rmSync(`${torn}${end}`, { force: true });
  }
  rmSync(folder, { recursive: true });
  return {
    checks: [
      check('the log was empty at first', emptyAtFirst, 0),
      check('no frame of it was in the database yet', size < CHECKPOINT_PAGES * 4096, true),
      check('cuts that leave something broken', bad, []),
      check('cuts make a difference', new Set(found).size > 10, true),
    ],
    figures: {
      cuts,
      'log bytes': size,
      'tokens found': `${Math.min(...found)} to ${Math.max(...found)}`,
    },
  };
}

/** What is still in the log after a stop; a log that is gone has nothing in it. */
export function logBytes(settings: Settings): number {
  try {
    return readFileSync(`${fileOf(settings)}-wal`).length;
  } catch {
    return 0;
  }
}
