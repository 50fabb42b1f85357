import { type Answer, Connection } from './connection.ts';

/** A simulated user of a row, which creates requests and checks responses. */
export interface Caller {
  /** Returns the next request, or undefined if there is none. */
  next(): string | Buffer | undefined;
  /** Throws {@link UnexpectedAnswer} unless the response is correct. */
  accept(answer: Answer): void;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** Milliseconds, ascending. */
  latencies: Float64Array;
}

export class UnexpectedAnswer extends Error {
  constructor(expectation: string, answer: Answer) {
    super(`expected ${expectation}, got ${answer.status}\n${answer.head}\n\n${answer.body.slice(0, 500)}`);
  }
}

/**
 * Opens one connection per caller. Every caller sends its next request after the response to its last one.
 * @param origins of one server, or of several that serve the same site and share the connections
 * @param staysAwake whether the event loop of this process never sleeps, for a server that uses one processor while this
 * process has another. Otherwise the kernel has to wake a sleeping processor at each answer, in the time of the server that
 * sends it. On a virtual machine that can cost as much as the request itself, and it is charged to slow servers only: a fast
 * one keeps this process awake.
 */
export async function applyLoad(
  origins: URL | readonly [URL, ...URL[]],
  callers: readonly Caller[],
  seconds: number,
  staysAwake = false,
): Promise<LoadResult> {
  const [first, ...others] = [origins].flat() as [URL, ...URL[]];
  const all = [first, ...others];
  const connections = await Promise.all(callers.map((_, index) => Connection.open(all[index % all.length] ?? first)));
  const latencies: number[] = [];
  const sleep = staysAwake ? stayAwake() : () => undefined;
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
    sleep();
    for (const connection of connections) connection.close();
  }
}

/** Keeps the event loop turning until the returned function is called. */
function stayAwake(): () => void {
  let next = setImmediate(function turn() {
    next = setImmediate(turn);
  });
  return () => clearImmediate(next);
}
