/** A thousand connections that say nothing, and others that are slow, while somebody else is served (F09). */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { FaultClient, tokensOf } from './client.ts';
import { askMetadata, startProbing } from './probes.ts';
import { check, checkTime, type Report } from './report.ts';

const CLOSED_WITHIN_MS = 20_000;
/** How long others wait at most. */
const WAIT_MS = 1000;
const GROWN_MB = 30;
const HEAD = 'POST /api/oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const BODY = `${HEAD}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n`;

const memory = (pid: number): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** @param patience how many times as long others may wait, beside other work */
export async function keepManyOpen(
  settings: Settings,
  { idle, slow, patience = 1 }: { idle: number; slow: number; patience?: number },
): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  let [pair = { refresh_token: '' }] = await client.tokens(server.origin, 1);
  // The first answers cost memory that has nothing to do with connections.
  for (let i = 0; i < 200; i += 1) await client.introspect(server.origin, 'at_unknown');
  const all = server.answering;
  const used = (): number => all.reduce((sum, pid) => sum + memory(pid), 0);
  const before = used();
  const { hostname, port } = new URL(server.origin);
  const sockets: Socket[] = [];
  let closed = 0;
  const open = (text: string, drip: boolean): void => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('error', () => undefined);
    socket.resume();
    const timer = drip ? setInterval(() => socket.write('x'), 1000) : undefined;
    socket.once('close', () => {
      clearInterval(timer);
      closed += 1;
    });
    sockets.push(socket);
  };
  const begin = performance.now();
  for (let i = 0; i < idle; i += 1) open('', false);
  for (let i = 0; i < slow; i += 1) {
    open(`${HEAD}X-Slow: `, false);
    open(`${HEAD}X-Slow: `, true);
    open(`${BODY}a=`, false);
    open(`${BODY}a=`, true);
  }
  await sleep(500);
  const metadata = startProbing(askMetadata(server.origin), { pauseMs: 20 });
  const refreshes = startProbing(
    async () => {
      const answer = await client.refresh(server.origin, pair.refresh_token);
      if (answer.status === 200) pair = tokensOf(answer);
      return answer;
    },
    { pauseMs: 50 },
  );
  await sleep(2000);
  const grown = Math.round(used() - before);
  while (closed < sockets.length && performance.now() - begin < CLOSED_WITHIN_MS * patience) await sleep(50);
  const ms = Math.round(performance.now() - begin);
  const [read, written] = [await metadata.stop(), await refreshes.stop()];
  const { code } = await server.stop();
  for (const socket of sockets) socket.destroy();
  return {
    checks: [
      check('connections left open', sockets.length - closed, 0),
      check('all closed in time', ms <= CLOSED_WITHIN_MS * patience, true),
      check('metadata not answered', read.failed, 0),
      check('refreshes not answered', written.failed, 0),
      checkTime('others answered in time', Math.max(read.slowest, written.slowest), WAIT_MS * patience),
      check('others were there', read.count > 50 && written.count > 20, true),
      check('memory grown as little as it may', grown <= GROWN_MB * patience, true),
      check('exit code', code, 0),
    ],
    figures: {
      connections: sockets.length,
      'closed after ms': ms,
      'metadata p99 ms': read.p99,
      'refresh p99 ms': written.p99,
      'slowest ms': Math.max(read.slowest, written.slowest),
      'memory grown by MB': grown,
    },
  };
}
