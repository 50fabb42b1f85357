import { type Answer, Connection } from './connection.ts';

/** One of the simultaneous users of a row: what it sends next, and its judgement of each answer. */
export interface Caller {
  /** The next request, or undefined when it has none left. */
  next(): string | Buffer | undefined;
  /** Throws {@link UnexpectedAnswer} unless the answer is the one a correct server gives. */
  accept(answer: Answer): void;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** milliseconds, ascending */
  latencies: Float64Array;
}

export class UnexpectedAnswer extends Error {
  constructor(expectation: string, answer: Answer) {
    super(`expected ${expectation}, got ${answer.status}\n${answer.head}\n\n${answer.body.slice(0, 500)}`);
  }
}

/** One connection per caller, opened beforehand; every caller sends its next request when its last one is answered. */
export async function applyLoad(origin: URL, callers: readonly Caller[], seconds: number): Promise<LoadResult> {
  const connections = await Promise.all(callers.map(() => Connection.open(origin)));
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1_000;

  const keepCalling = async (caller: Caller, connection: Connection): Promise<void> => {
    let sent = performance.now();
    while (sent < end) {
      const request = caller.next();
      if (request === undefined) return;
      const answer = await connection.send(request);
      const answered = performance.now();
      latencies.push(answered - sent);
      caller.accept(answer);
      sent = performance.now();
    }
  };

  try {
    await Promise.all(
      connections.map((connection, index) => {
        const caller = callers[index];
        return caller === undefined ? undefined : keepCalling(caller, connection);
      }),
    );
    const elapsed = (performance.now() - begin) / 1_000;
    return { answers: latencies.length, seconds: elapsed, latencies: Float64Array.from(latencies).sort() };
  } finally {
    for (const connection of connections) connection.close();
  }
}
