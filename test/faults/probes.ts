/** Somebody who asks for the same few things all the time, and writes down what is answered and how late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, send } from '../support/server-process.ts';
import { percentile } from './report.ts';

export const METADATA = '/.well-known/oauth-authorization-server';

export interface Probed {
  /** Those that were not 200. */
  readonly failed: number;
  readonly count: number;
  readonly p99: number;
  readonly slowest: number;
}

export interface Probes {
  stop(): Promise<Probed>;
}

/** One question after the other, each with a pause after it. */
export function startProbing(
  ask: () => Promise<Answer>,
  { pauseMs = 10, isFine = ({ status }: Answer): boolean => status === 200 } = {},
): Probes {
  const answers: Answer[] = [];
  let isStopped = false;
  const work = (async () => {
    while (!isStopped) {
      answers.push(await ask());
      await sleep(pauseMs);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await work;
      const times = answers.map(({ ms }) => ms);
      return {
        failed: answers.filter((answer) => !isFine(answer)).length,
        count: answers.length,
        p99: percentile(times, 0.99),
        slowest: percentile(times, 1),
      };
    },
  };
}

export const askMetadata = (origin: string) => (): Promise<Answer> => send(`${origin}${METADATA}`);

/** The checks that fail, as `/readyz` names them; none if the server is ready. */
export async function notReady(origin: string): Promise<string[]> {
  const { status, body } = await send(`${origin}/readyz`);
  return status === 200 ? [] : JSON.parse(body).failed;
}
