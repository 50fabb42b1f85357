/** Two servers of one service behind a round robin are restarted one after the other under load (F25). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings, send } from '../support/server-process.ts';
import { FaultClient } from './client.ts';
import { inspectFile } from './crash.ts';
import { givenMore, lostOf } from './ledger-of-load.ts';
import { startLoad } from './load.ts';
import { check, type Report } from './report.ts';

const LOOK_MS = 100;
const DRAIN_SECONDS = 1;

/** What balancers do: asks each node whether it is ready, and gives a request that a node did not take to the next. */
class RoundRobin {
  readonly #nodes: { origin: string; isReady: boolean }[] = [];
  readonly #server: Server;
  #turn = 0;
  #isClosed = false;

  constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    void this.#look();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  set(place: number, origin: string): void {
    this.#nodes[place] = { origin, isReady: true };
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #look(): Promise<void> {
    for (; !this.#isClosed; await sleep(LOOK_MS)) {
      for (const node of this.#nodes) node.isReady = (await send(`${node.origin}/readyz`)).status === 200;
    }
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    this.#turn += 1;
    const ready = this.#nodes.filter(({ isReady }) => isReady);
    const ordered = ready.map((_, i) => ready[(this.#turn + i) % ready.length]);
    for (const node of ordered)
      if (node && (await pass(node.origin, incoming, Buffer.concat(chunks), outgoing))) return;
    outgoing.writeHead(502).end();
  }
}

/** @returns whether it was answered; a request whose connection was refused can go to another node */
function pass(origin: string, { url = '/', method, headers }: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
  return new Promise<boolean>((resolve) => {
    const further = request(`${origin}${url}`, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('end', () => resolve(true));
    });
    further.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      outgoing.writeHead(502).end();
      resolve(true);
    });
    further.end(body);
  });
}

export async function restartInTurn(given: Settings, rounds: number): Promise<Report> {
  const settings: Settings = { ...given, DRAIN_SECONDS: String(DRAIN_SECONDS) };
  const balancer = new RoundRobin();
  const nodes = [await ServerProcess.start(settings), await ServerProcess.start(settings)];
  for (const [place, { origin }] of nodes.entries()) balancer.set(place, origin);
  const origin = await balancer.open();
  const client = await FaultClient.signIn(settings, origin);
  const load = startLoad(client, origin, 150, randomFrom(seedFor('rolling restart')));
  await givenMore(load, 50);
  const begin = performance.now();
  const codes: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const place of [0, 1]) {
      codes.push((await nodes[place]?.stop())?.code ?? null);
      const node = await ServerProcess.start(settings);
      nodes[place] = node;
      balancer.set(place, node.origin);
      await sleep(500);
    }
  }
  const seconds = (performance.now() - begin) / 1000;
  await load.stop();
  const { tokens, lost } = await lostOf(client, origin, load.chains);
  balancer.close();
  for (const node of nodes) await node.stop();
  const answers = [...load.statuses.values()].reduce((sum, count) => sum + count, 0);
  return {
    checks: [
      check(
        'failed requests',
        [...load.statuses].filter(([status]) => ![200, 303].includes(status)),
        [],
      ),
      check(
        'exit codes',
        codes,
        codes.map(() => 0),
      ),
      check('acknowledged tokens lost', lost, 0),
      check('the load did something', tokens > 50, true),
      ...inspectFile((settings.DATABASE_URL ?? '').slice('file:'.length)),
    ],
    figures: {
      restarts: codes.length,
      requests: answers,
      'a second': Math.round(answers / seconds),
      'tokens checked': tokens,
    },
  };
}
