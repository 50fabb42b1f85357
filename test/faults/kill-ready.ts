/** How soon a server that was killed under load is ready again, with a database of any size (F04). */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { COMMAND, programFile } from '../support/programs.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { surroundings } from '../support/surroundings.ts';
import { FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { givenMore, lostOf } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { type Check, check, percentile, type Report } from './report.ts';

const MEGABYTE = 1024 * 1024;
const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/** Settings of a service whose database is a demo of many times the size. */
export async function enlarged(settings: Settings, scale: number): Promise<Settings> {
  const large = { MASTER_KEY: randomBytes(32).toString('base64'), ...settings };
  const env = { ...surroundings(), ...large };
  await promisify(execFile)(process.execPath, [programFile(COMMAND), 'seed', '--scale', String(scale)], { env });
  return large;
}

/** @param readyMs limit of the median */
export async function readyAfterKill(
  settings: Settings,
  { rounds, readyMs: limit, program }: { rounds: number; readyMs: number; program?: string | undefined },
): Promise<Report> {
  const random = randomFrom(seedFor('ready after kill'));
  const readyMs: number[] = [];
  const checks: Check[] = [];
  let [held, dead] = [0, 0];
  const start = (): Promise<ServerProcess> => ServerProcess.start(settings, { program });
  let server = await start();
  const client = await FaultClient.signIn(settings, server.origin);
  for (let round = 0; round < rounds; round += 1) {
    const load = startLoad(client, server.origin, 20, random);
    await givenMore(load);
    await sleep(random() * 1000);
    await server.kill();
    await load.stop();
    server = await start();
    readyMs.push(server.readyMs);
    const { tokens, lost } = await lostOf(client, server.origin, load.chains);
    held += tokens;
    dead += lost;
  }
  await server.stop();
  const median = percentile(readyMs, 0.5);
  checks.push(
    check('acknowledged tokens lost', dead, 0),
    check('the load did something', held > rounds, true),
    check(`ready within ${limit} ms, half of the times or more`, median <= limit, true),
    ...inspectFile(fileOf(settings)),
  );
  return {
    checks,
    figures: {
      rounds,
      'database MB': Math.round(statSync(fileOf(settings)).size / MEGABYTE),
      'tokens checked': held,
      'ready ms, fastest': Math.min(...readyMs),
      median,
      slowest: Math.max(...readyMs),
    },
  };
}
