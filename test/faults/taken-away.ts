/** The file of the database is deleted, moved or replaced while the server has it open (F51). */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seedFor } from '../support/seed.ts';
import { type Answer, ServerProcess, type Settings, send } from '../support/server-process.ts';
import { FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { givenMore, lostOf } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { notReady } from './probes.ts';
import { type Check, check, type Report } from './report.ts';

/** Reads go on for a second at most. */
const NOTICED_WITHIN_MS = 1500;
const SUFFIXES = ['', '-wal', '-shm'] as const;

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

export async function takeFileAway(settings: Settings): Promise<Report> {
  const moved = await moveAndPutBack(settings);
  const replaced = await replace(settings);
  return { checks: [...moved.checks, ...replaced.checks], figures: moved.figures };
}

const acknowledged = (answers: readonly Answer[]): number => answers.filter(({ status }) => status !== 503).length;

/** Everything that the server answers while its file is away. */
async function askWithoutFile(what: string, client: FaultClient, server: ServerProcess): Promise<Check[]> {
  const writes: Answer[] = [];
  for (let i = 0; i < 20; i += 1) writes.push((await client.code(server.origin)).answer);
  await sleep(NOTICED_WITHIN_MS);
  const reads = [await client.introspect(server.origin, 'at_unknown')];
  return [
    check(`${what}: writes acknowledged`, acknowledged(writes), 0),
    check(`${what}: reads answered after a second`, acknowledged(reads), 0),
    check(`${what}: readiness`, await notReady(server.origin), ['database', 'signing_key']),
    check(`${what}: alive`, (await send(`${server.origin}/healthz`)).status, 200),
    check(
      `${what}: the log says why`,
      /was deleted or replaced while the server had it open/.test(server.output()),
      true,
    ),
  ];
}

async function moveAndPutBack(settings: Settings): Promise<Report> {
  const file = fileOf(settings);
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const load = startLoad(client, server.origin, 5, randomFrom(seedFor('file taken away')));
  await givenMore(load);
  for (const end of SUFFIXES) renameSync(`${file}${end}`, `${file}.away${end}`);
  const without = await askWithoutFile('moved', client, server);
  await load.stop();
  for (const end of SUFFIXES) renameSync(`${file}.away${end}`, `${file}${end}`);

  const back = await client.code(server.origin);
  await sleep(NOTICED_WITHIN_MS);
  const { tokens, lost } = await lostOf(client, server.origin, load.chains);
  const ready = await notReady(server.origin);
  const { code } = await server.stop();
  return {
    checks: [
      ...without,
      check('put back: a write', back.code !== undefined, true),
      check('put back: acknowledged tokens lost', lost, 0),
      check('put back: readiness', ready, []),
      check('put back: the load did something', tokens > 10, true),
      check('put back: exit code', code, 0),
      ...inspectFile(file),
    ],
    figures: { 'tokens checked': tokens },
  };
}

/** Somebody moves a copy over the file, and restarts the server afterwards. */
async function replace(settings: Settings): Promise<Report> {
  const file = fileOf(settings);
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  await client.tokens(server.origin, 50);
  renameSync(copy, file);
  const without = await askWithoutFile('replaced', client, server);
  const { code } = await server.stop();
  const leftLog = existsSync(`${file}-wal`);
  const again = await ServerProcess.start(settings);
  const later = await FaultClient.signIn(settings, again.origin);
  const pairs = await later.tokens(again.origin, 5);
  await again.stop();
  const inspections = inspectFile(file);

  const gone = await ServerProcess.start(settings);
  for (const end of SUFFIXES) rmSync(`${file}${end}`);
  const deleted = await askWithoutFile('deleted', later, gone);
  const end = await gone.stop();
  return {
    checks: [
      ...without,
      check('replaced: exit code', code, 0),
      check('replaced: the old log beside the new file', leftLog, false),
      check('replaced: the log of the old file is kept', existsSync(`${file}.replaced-wal`), true),
      check('replaced: the new file works after a restart', pairs.length, 5),
      ...inspections,
      ...deleted,
      check('deleted: exit code', end.code, 0),
      check('deleted: nothing was made in its place', existsSync(file), false),
    ],
    figures: {},
  };
}
