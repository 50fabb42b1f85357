/** Somebody has a transaction open that reads, so SQLite cannot start its log anew (F60). */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings, send } from '../support/server-process.ts';
import { freePort } from '../support/surroundings.ts';
import { FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { lostOf } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { askMetadata, startProbing } from './probes.ts';
import { check, type Report } from './report.ts';

const MEGABYTE = 1024 * 1024;
/** What the log shrinks to when it starts anew. */
const KEPT = 64 * MEGABYTE;
const PATIENCE_MS = 30_000;

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/** @param megabytes how large the log gets before the reader goes away */
export async function keepReading(given: Settings, { megabytes }: { megabytes: number }): Promise<Report> {
  const metrics = await freePort();
  const settings = { ...given, METRICS_PORT: String(metrics) };
  const log = `${fileOf(settings)}-wal`;
  const size = (): number => statSync(log).size;
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const reader = new Sqlite(fileOf(settings), { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from tokens').get();
  const begin = performance.now();
  const load = startLoad(client, server.origin, 0, randomFrom(seedFor('stuck reader')));
  const probes = startProbing(askMetadata(server.origin));
  while (size() < megabytes * MEGABYTE) await sleep(20);
  const grownMs = performance.now() - begin;
  const { body } = await send(`http://127.0.0.1:${metrics}/metrics`);
  const reported = Number(/^schoolgate_database_wal_bytes (\S+)$/m.exec(body)?.[1]);
  const probed = await probes.stop();
  reader.exec('commit');
  reader.close();
  // From the next checkpoint on, the log is written from its beginning again.
  const largest = size();
  for (const end = performance.now() + PATIENCE_MS; size() > KEPT && performance.now() < end; ) await sleep(50);
  await sleep(500);
  const later = size();
  await load.stop();
  const { tokens, lost } = await lostOf(client, server.origin, load.chains);
  const { code } = await server.stop();
  return {
    checks: [
      check(
        'answers other than success',
        [...load.statuses].filter(([status]) => ![200, 303].includes(status)),
        [],
      ),
      check('metadata not answered', probed.failed, 0),
      check('the metric says how large the log is', reported >= megabytes * MEGABYTE, true),
      check('the log grows no further, or shrinks', later <= Math.max(KEPT, largest + MEGABYTE), true),
      check('acknowledged tokens lost', lost, 0),
      check('exit code', code, 0),
      ...inspectFile(fileOf(settings)),
    ],
    figures: {
      'log MB with the reader': Math.round(largest / MEGABYTE),
      'afterwards MB': Math.round(later / MEGABYTE),
      'MB/s': (megabytes / (grownMs / 1000)).toFixed(1),
      'tokens checked': tokens,
      'metadata p99 ms': probed.p99,
    },
  };
}
