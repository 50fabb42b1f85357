/** A server that may open no more files, and one that has hardly any memory (F56, F57). */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seedFor } from '../support/seed.ts';
import { type Answer, ServerProcess, type Settings, send } from '../support/server-process.ts';
import { FaultClient, tokensOf } from './client.ts';
import { inspectFile } from './crash.ts';
import { givenMore, lostOf, unexpected } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { METADATA, startProbing } from './probes.ts';
import { check, type Report } from './report.ts';

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
const limitFiles = (pid: number, soft: string | number): void => {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:`]);
};

/** Strangers take every file that the server may open. Whoever is connected goes on (F56). */
export async function useUpFiles(settings: Settings): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [{ refresh_token: token } = { refresh_token: '' }] = await client.tokens(server.origin, 1);
  const refresh = async (): Promise<Answer> => {
    const answer = await client.refresh(server.origin, token, { agent });
    if (answer.status === 200) token = tokensOf(answer).refresh_token;
    return answer;
  };
  await refresh();
  for (const pid of server.answering) limitFiles(pid, openFiles(pid) + 5);
  const { hostname, port } = new URL(server.origin);
  const strangers: Socket[] = Array.from({ length: 60 }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  );
  await sleep(300);
  const connected: Answer[] = [];
  for (let i = 0; i < 50; i += 1) connected.push(await refresh());
  const outside = await send(`${server.origin}${METADATA}`, { agent: new Agent(), headers: { connection: 'close' } });
  for (const stranger of strangers) stranger.destroy();
  await sleep(300);
  const afterwards = await send(`${server.origin}${METADATA}`, {
    agent: new Agent(),
    headers: { connection: 'close' },
  });
  const pairs = await client.tokens(server.origin, 3);
  const { code } = await server.stop();
  agent.destroy();
  return {
    checks: [
      check(
        'answers on an open connection',
        connected.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body]),
        [],
      ),
      check('a new connection while there is no file left', outside.status, 0),
      check('a new connection afterwards, without a restart', afterwards.status, 200),
      check('sign-ins afterwards', pairs.length, 3),
      check('exit code', code, 0),
      ...inspectFile(fileOf(settings)),
    ],
    figures: { strangers: strangers.length, 'refreshed meanwhile': connected.length },
  };
}

/**
 * A heap that is hardly enough for the program: either it goes on, or the process ends and the next one has all that was
 * acknowledged (F57).
 */
export async function smallHeap(
  settings: Settings,
  { megabytes, ms }: { megabytes: number; ms: number },
): Promise<Report> {
  const server = await ServerProcess.start(settings, { nodeOptions: [`--max-old-space-size=${megabytes}`] });
  const client = await FaultClient.signIn(settings, server.origin);
  const load = startLoad(client, server.origin, 2, randomFrom(seedFor('small heap')));
  await givenMore(load);
  const heavy = startProbing(() => send(`${server.origin}/openapi.json`), { pauseMs: 1 });
  const ended = await Promise.race([server.ended(), sleep(ms).then(() => undefined)]);
  await heavy.stop();
  await load.stop();
  if (ended === undefined) await server.stop();
  const again = await ServerProcess.start(settings);
  const { tokens, lost } = await lostOf(client, again.origin, load.chains);
  await again.stop();
  return {
    checks: [
      check(
        'answers that are neither success nor outage',
        unexpected(load).filter(([status]) => status !== 0),
        [],
      ),
      check('acknowledged tokens lost', lost, 0),
      check('the load did something', tokens > 10, true),
      ...inspectFile(fileOf(settings)),
    ],
    figures: {
      'heap MB': megabytes,
      'tokens checked': tokens,
      'answered 200': load.statuses.get(200) ?? 0,
      ended: ended === undefined ? 'no' : `with code ${ended}`,
    },
  };
}
