/** A stop that nobody who is being served notices (F24). */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Answer, ServerProcess, type Settings } from '../support/server-process.ts';
import { FaultClient, tokensOf } from './client.ts';
import { inspectFile, logBytes } from './crash.ts';
import { check, type Report } from './report.ts';

const CLIENTS = 20;
const LOGINS = 10;

export async function stopUnderLoad(settings: Settings, rounds: number): Promise<Report> {
  const broken: string[] = [];
  const counts = { answers: 0, refused: 0, unavailable: 0, errors: 0, log: 0 };
  const codes: (number | null)[] = [];
  const stopMs: number[] = [];

  for (let round = 0; round < rounds; round += 1) {
    const server = await ServerProcess.start(settings);
    const client = await FaultClient.signIn(settings, server.origin);
    const families = await client.tokens(server.origin, CLIENTS);
    for (let login = 0; login < LOGINS; login += 1) {
      const browser = new HttpBrowser(server.origin, settings.BASE_URL);
      await browser.get(client.authorizePath);
    }
    const connected = new Set<number>();
    const clients = families.map((family, i) => keepAsking(client, server.origin, family.refresh_token, i, connected));
    // The door is closed when everybody is inside: a connection that is only being opened may be refused in any way.
    while (connected.size < CLIENTS) await sleep(10);
    const { code, ms } = await server.stop();
    await Promise.all(clients);
    codes.push(code);
    stopMs.push(ms);
    counts.log += logBytes(settings);
  }

  /** One keep-alive connection, one request after the other, until the door is closed. */
  async function keepAsking(
    client: FaultClient,
    origin: string,
    first: string,
    index: number,
    connected: Set<number>,
  ): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let token = first;
    for (;;) {
      const writes = index % 2 === 0;
      const answer = writes
        ? await client.refresh(origin, token, { agent })
        : await client.introspect(origin, token, { agent });
      connected.add(index);
      if (!judge(answer)) break;
      if (writes) token = tokensOf(answer).refresh_token;
    }
    agent.destroy();
  }

  /** @returns whether to go on */
  function judge(answer: Answer): boolean {
    if (answer.status === 200) {
      counts.answers += 1;
      return true;
    }
    if (answer.status === 503) counts.unavailable += 1;
    else if (answer.status > 0) counts.errors += 1;
    else if (answer.broken === 'ECONNREFUSED') counts.refused += 1;
    else broken.push(answer.broken ?? '');
    return false;
  }

  return {
    checks: [
      check('connections broken', broken, []),
      check('503 on accepted requests', counts.unavailable, 0),
      check('other errors', counts.errors, 0),
      check('clients that found the door closed', counts.refused, CLIENTS * rounds),
      check(
        'exit codes',
        codes,
        codes.map(() => 0),
      ),
      check('bytes left in the log', counts.log, 0),
      ...inspectFile((settings.DATABASE_URL ?? '').slice('file:'.length)),
    ],
    figures: {
      rounds,
      clients: CLIENTS,
      'half-open logins': LOGINS,
      answers: counts.answers,
      'slowest stop ms': Math.max(...stopMs),
    },
  };
}
