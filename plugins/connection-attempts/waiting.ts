/**
 * Attempts that wait to be written. Their number has a bound, and each source has a share of it, so that a stranger who
 * makes many loses the own ones and hides nobody else's. Those of callers who proved something wait apart from those of
 * strangers, who can have any number of networks.
 */

import { ATTEMPT_STANDINGS, KEPT_ATTEMPTS, type NewAttempt } from '../../schema/attempts/connection-attempt.ts';
import { boundedMap } from '../../schema/data/bounded-map.ts';
import type { Inquiry } from './inquiry.ts';

/** An attempt whose client and school are not looked up yet. */
export interface Noted extends Omit<NewAttempt, 'siteId'> {
  /** The id or slug of a school. */
  site: string | undefined;
  /** What has to be looked up for its explanation. */
  inquiry?: Inquiry | undefined;
}

const MINUTE = 60_000;
/** That are written together. */
const MOST_AT_ONCE = 50;
const MOST_WAITING = 500;
const MOST_SOURCES = 10_000;

interface Arrived {
  attempt: Noted;
  /** Sources take turns, and the list has the order in which attempts were made. */
  place: number;
}

/** The attempts of one standing. */
function queue(clock: () => number) {
  const bySource = new Map<string, Arrived[]>();
  let counts = boundedMap<number>(MOST_SOURCES);
  let written = 0;
  let windowEndsAt = 0;
  let size = 0;

  function beginMinute(): void {
    const now = clock();
    if (now < windowEndsAt && windowEndsAt - now <= MINUTE) return;
    windowEndsAt = now + MINUTE;
    counts = boundedMap(MOST_SOURCES);
    written = 0;
  }

  /** Takes one from the source that has most. */
  function dropOne(): void {
    let most: Arrived[] = [];
    for (const list of bySource.values()) if (list.length > most.length) most = list;
    most.pop();
    size -= 1;
  }

  /** The next one of each source in turn. */
  function next(): Arrived | undefined {
    for (const [source, list] of bySource) {
      bySource.delete(source);
      const first = list.shift();
      if (list.length > 0) bySource.set(source, list);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },

    add(arrived: Arrived): void {
      beginMinute();
      const { source } = arrived.attempt;
      const count = (counts.get(source) ?? 0) + 1;
      counts.set(source, count);
      if (count > KEPT_ATTEMPTS.perSource) return;
      const list = bySource.get(source) ?? [];
      list.push(arrived);
      bySource.set(source, list);
      size += 1;
      if (size > MOST_WAITING) dropOne();
    },

    take(): Arrived[] {
      beginMinute();
      const taken: Arrived[] = [];
      const most = Math.min(MOST_AT_ONCE, KEPT_ATTEMPTS.perMinute - written);
      for (let one = most > 0 ? next() : undefined; one !== undefined; one = next()) {
        taken.push(one);
        if (taken.length >= most) break;
      }
      size -= taken.length;
      written += taken.length;
      return taken;
    },
  };
}

export function waitingAttempts(clock: () => number) {
  const queues = { proven: queue(clock), claimed: queue(clock) };
  let arrivals = 0;

  return {
    get size() {
      return queues.proven.size + queues.claimed.size;
    },

    add(attempt: Noted): void {
      arrivals += 1;
      queues[attempt.standing].add({ attempt, place: arrivals });
    },

    /** Takes those that are written now. What is more waits for the next time. */
    take(): Noted[] {
      const taken = ATTEMPT_STANDINGS.flatMap((standing) => queues[standing].take());
      return taken.sort((a, b) => a.place - b.place).map(({ attempt }) => attempt);
    },
  };
}
