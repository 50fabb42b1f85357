/**
 * Shares out the few password hashes that are computed at the same time. Nobody can keep the others out: known browsers
 * come first, and everybody who waits in one line, such as that of a network, shares the turns of that line.
 */
import type { FastifyInstance } from 'fastify';
import { boundedMap } from '../../schema/data/bounded-map.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';

/** A caller that needs a hash. */
export interface Caller {
  /** Callers with the same line share its turns: a person who is known, or else a network. */
  line: string;
  isKnown: boolean;
}

/** Proxies give up after 60 seconds. */
const LONGEST_WAIT_MS = 30_000;
/** From when half of the places are taken, a network with failures may have this many of them. */
const PLACES_WITH_FAILURES = 2;
/** A network with so many failures within a quarter of an hour waits behind those without. */
const FAILURES_THAT_COUNT = 5;
const FAILURES_LAST_MS = 15 * 60_000;
const MAX_NETWORKS = 50_000;

/** Too many hashes are waiting. */
export class BusyError extends OAuthError<'busy'> {
  /** True if the line of the caller is what is too long. */
  readonly isOwnDoing: boolean;

  constructor(isOwnDoing: boolean) {
    super('busy', {}, { retryAfterSeconds: 2 });
    this.isOwnDoing = isOwnDoing;
  }
}

export interface HashingQueue {
  /** @throws {BusyError} */
  inTurn<Result>(caller: Caller, task: () => Promise<Result>): Promise<Result>;
  /** Notes whether the password was right, which decides over the next turns of the network. */
  note(caller: Caller, wasRight: boolean): void;
  readonly load: HashingLoad;
}

/** How many hashes are being computed, and how many wait. */
export interface HashingLoad {
  running: number;
  waiting: number;
}

/** Known browsers, strangers, and strangers from networks with failures. */
type Rank = 0 | 1 | 2;

export interface QueueSize {
  /** How many hashes are computed at the same time. */
  atOnce: number;
  /** How many can wait. */
  capacity: number;
}

export function hashingQueue({ clock, timer }: FastifyInstance, { atOnce, capacity }: QueueSize): HashingQueue {
  const failures = recentFailures(clock);
  const room = waitingRoom();
  let running = 0;

  return {
    async inTurn(caller, task) {
      if (running < atOnce) running += 1;
      else await turnOf(caller);
      try {
        return await task();
      } finally {
        const next = room.takeNext();
        // A task that ends passes its place on, so `running` does not change.
        if (next === undefined) running -= 1;
        else next.begin();
      }
    },

    note({ line, isKnown }, wasRight) {
      if (!isKnown) failures.add(line, wasRight ? -1 : 1);
    },

    get load() {
      return { running, waiting: room.size };
    },
  };

  /** Resolves when it is the caller's turn. @throws {BusyError} */
  async function turnOf({ line, isKnown }: Caller): Promise<void> {
    const rank = isKnown ? 0 : failures.of(line) < FAILURES_THAT_COUNT ? 1 : 2;
    const queueLength = room.lengthOf(rank, line);
    const isGated = rank === 2 && room.size >= capacity / 2 && queueLength >= PLACES_WITH_FAILURES;
    if (isGated || (room.size === capacity && !room.makeRoom(rank, queueLength))) throw new BusyError(queueLength > 0);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { begin: resolve, refuse: (isOwnDoing) => reject(new BusyError(isOwnDoing)) };
    const stopTimer = timer(() => {
      room.leave(rank, line, waiter);
      waiter.refuse(false);
    }, LONGEST_WAIT_MS);
    room.join(rank, line, waiter);
    return promise.finally(stopTimer);
  }
}

/** Failures of networks that were not made up for by successes. */
function recentFailures(clock: () => number) {
  const counts = boundedMap<{ count: number; until: number }>(MAX_NETWORKS);
  const countOf = (line: string): number => {
    const known = counts.get(line);
    return known === undefined || known.until <= clock() ? 0 : known.count;
  };
  return {
    of: countOf,
    add(line: string, change: 1 | -1): void {
      const count = countOf(line) + change;
      if (count > 0) counts.set(line, { count, until: clock() + FAILURES_LAST_MS });
      else counts.delete(line);
    },
  };
}

interface Waiter {
  begin(): void;
  refuse(isOwnDoing: boolean): void;
}

/** Those who wait, in lines. The lines of a rank are in the order of their next turn. */
function waitingRoom() {
  const ranks: Record<Rank, Map<string, Waiter[]>> = [new Map(), new Map(), new Map()];
  let size = 0;

  function leave(rank: Rank, name: string, waiter: Waiter): void {
    const line = ranks[rank].get(name);
    const index = line?.indexOf(waiter) ?? -1;
    if (line === undefined || index === -1) return;
    line.splice(index, 1);
    size -= 1;
    if (line.length === 0) ranks[rank].delete(name);
  }

  return {
    get size() {
      return size;
    },

    lengthOf: (rank: Rank, name: string): number => ranks[rank].get(name)?.length ?? 0,

    join(rank: Rank, name: string, waiter: Waiter): void {
      const line = ranks[rank].get(name);
      if (line === undefined) ranks[rank].set(name, [waiter]);
      else line.push(waiter);
      size += 1;
    },

    leave,

    /** The first line has its turn, and then is the last. */
    takeNext(): Waiter | undefined {
      for (const lines of [ranks[0], ranks[1], ranks[2]]) {
        for (const [name, line] of lines) {
          const next = line.shift();
          size -= 1;
          lines.delete(name);
          if (line.length > 0) lines.set(name, line);
          return next;
        }
      }
      return undefined;
    },

    /**
     * Refuses the last in the longest line of the lowest rank, unless a newcomer has no better claim.
     * @param queueLength how many wait in the newcomer's line
     */
    makeRoom(rank: Rank, queueLength: number): boolean {
      const lowest = ([2, 1, 0] as const).find((one) => ranks[one].size > 0) ?? rank;
      let longest: [string, Waiter[]] | undefined;
      for (const entry of ranks[lowest]) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
      if (longest === undefined || lowest < rank) return false;
      const [name, line] = longest;
      const last = line.at(-1);
      if (last === undefined || (lowest === rank && line.length <= queueLength + 1)) return false;
      leave(lowest, name, last);
      last.refuse(line.length > 0);
      return true;
    },
  };
}
