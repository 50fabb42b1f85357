/** Replays many traces, one after the other, and counts what happened. */
import { type Difference, type NextEvent, replay } from './replay.ts';
import type { School } from './server.ts';

export interface Replays {
  readonly traces: number;
  readonly events: number;
  /** Pairs of requests at the same time. */
  readonly races: number;
  /** The rows of the table by which the server answered. */
  readonly rows: ReadonlySet<string>;
  readonly differences: readonly Difference[];
}

const MOST_DIFFERENCES = 5;

export async function replayAll(school: School, list: Iterable<NextEvent>): Promise<Replays> {
  const rows = new Set<string>();
  const differences: Difference[] = [];
  let [traces, events, races] = [0, 0, 0];
  for (const next of list) {
    if (differences.length >= MOST_DIFFERENCES) break;
    const replayed = await replay(school, next);
    traces += 1;
    events += replayed.events;
    races += replayed.races;
    for (const row of replayed.rows) rows.add(row);
    if (replayed.difference !== undefined) differences.push(replayed.difference);
  }
  return { traces, events, races, rows, differences };
}
