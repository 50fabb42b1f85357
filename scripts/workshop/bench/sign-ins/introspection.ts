import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import type { Caller } from '../load/load.ts';

export interface Asked {
  /** Milliseconds until each answer, ascending. */
  waits: Float64Array;
}

const PAUSE_MS = 10;

/** One caller who asks, waits for the answer, and pauses. */
export async function askBeside(origin: URL, caller: Caller, seconds: number): Promise<Asked> {
  const connection = await Connection.open(origin);
  const waits: number[] = [];
  const end = performance.now() + seconds * 1000;
  try {
    while (performance.now() < end) {
      const request = caller.next();
      if (request === undefined) break;
      const sent = performance.now();
      const answer = await connection.send(request);
      waits.push(performance.now() - sent);
      caller.accept(answer);
      await sleep(PAUSE_MS);
    }
  } finally {
    connection.close();
  }
  return { waits: Float64Array.from(waits).sort() };
}
