/**
 * Transactions whose outcome has to be known. The answer to one can be lost although it is committed, with the
 * connection or because PostgreSQL says nothing for a while. Whoever uses something that works once would then be told
 * to try again, and be taken for a thief when doing so.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import { isUnanswered } from './engine-errors.ts';

/** How long to find out while a request waits. */
const FIND_OUT_MS = 2000;
const PAUSE_MS = 100;
/** How long to check for a change that is made late, once the database answers again, and how long to wait for that. */
const LATE_MS = 5000;
const GIVE_UP_MS = 300_000;
const RETRY_MS = 250;

export interface Undecided {
  /** Applies the change. It begins with a required step that works once, so that repeating it does no harm. */
  apply(): Promise<boolean>;
  /** Returns whether it was this change that was made, and not that of somebody else. */
  isMade(): Promise<boolean>;
  /**
   * Makes up for the change if it was made although its request has been refused as an outage.
   * @returns whether it had been made
   */
  makeUp(): Promise<boolean>;
}

/** @returns whether the change was made, by the first attempt or by one that found out about it */
export async function decided(change: Undecided): Promise<boolean> {
  try {
    return await change.apply();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError && error.isUndecided)) throw error;
    return findOut(change, error);
  }
}

/** @param outage why the change is undecided */
async function findOut({ apply, isMade, makeUp }: Undecided, outage: StoreUnavailableError): Promise<boolean> {
  let last = outage;
  // A server that says nothing has been waited for long enough.
  const until = performance.now() + (isUnanswered(outage.cause) ? 0 : FIND_OUT_MS);
  while (performance.now() < until) {
    try {
      return (await apply()) || (await isMade());
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      last = error;
      await sleep(PAUSE_MS);
    }
  }
  retryLater(makeUp, performance.now());
  throw last;
}

/**
 * Does something at once, or as soon as the database is available.
 * @param work returns whether there was anything to do
 */
export async function eventually(work: () => Promise<boolean>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    retryLater(work, performance.now());
  }
}

/** @param answeredAt when the database first answered again */
function retryLater(makeUp: Undecided['makeUp'], since: number, answeredAt?: number): void {
  const retry = async (): Promise<void> => {
    const now = performance.now();
    if (now > (answeredAt === undefined ? since + GIVE_UP_MS : answeredAt + LATE_MS)) return;
    try {
      if (await makeUp()) return;
      retryLater(makeUp, since, answeredAt ?? now);
    } catch (error) {
      if (error instanceof StoreUnavailableError) retryLater(makeUp, since, answeredAt);
    }
  };
  setTimeout(retry, RETRY_MS).unref();
}
