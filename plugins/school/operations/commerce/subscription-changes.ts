/** What may become of a subscription, judged on its row as it is. */
import { ProblemError } from '../../../../schema/school/problem.ts';
import { DAY, type SubscriptionState, stateAt } from '../../../../schema/school/subscription.ts';
import type { RowIn } from '../../stores.ts';

export type SubscriptionRow = RowIn<'subscriptions'>;
type Changes = Partial<SubscriptionRow>;

const conflict = (detail: string): ProblemError => new ProblemError('conflict', detail);

function requireNotEnded({ status, endsAt }: SubscriptionRow, now: number): SubscriptionState {
  const state = stateAt(status, endsAt, now);
  if (state === 'cancelled' || state === 'expired') throw conflict(`the subscription is ${state}`);
  return state;
}

/** @throws {ProblemError} `conflict` */
export function cancelNow(row: SubscriptionRow, now: number): Changes {
  requireNotEnded(row, now);
  return { status: 'cancelled', cancelledAt: now, endsAt: now, cancelAtPeriodEnd: false };
}

/** @returns `undefined` when that is settled already. @throws {ProblemError} `conflict` */
export function cancelAtPeriodEnd(row: SubscriptionRow, isForEver: boolean, now: number): Changes | undefined {
  const state = requireNotEnded(row, now);
  if (row.cancelAtPeriodEnd) return undefined;
  if (state === 'paused')
    throw conflict('a paused subscription has no period end; set when to now to cancel it immediately');
  if (isForEver) throw conflict('a lifetime subscription has no period end; set when to now to cancel it immediately');
  if (row.endsAt !== null)
    throw conflict('the subscription already ends on a set date; set when to now to cancel it immediately');
  return { cancelAtPeriodEnd: true, cancelledAt: now, endsAt: Math.max(row.currentPeriodEnd, now) };
}

/** Takes a cancellation back that has not come into effect, or goes on with a paused one. @throws {ProblemError} `conflict` */
export function resume(row: SubscriptionRow, now: number): Changes {
  const state = requireNotEnded(row, now);
  if (state !== 'paused' && !row.cancelAtPeriodEnd)
    throw conflict('the subscription is neither paused nor about to end by cancellation');
  const uncancelled = row.cancelAtPeriodEnd ? { cancelAtPeriodEnd: false, cancelledAt: null, endsAt: null } : {};
  if (state !== 'paused') return uncancelled;
  const length = row.currentPeriodEnd - row.currentPeriodStart;
  // A period that was over before begins anew: nobody pays for the time in which it was paused.
  const period =
    row.currentPeriodEnd > now || row.endsAt !== null
      ? {}
      : { currentPeriodStart: now, currentPeriodEnd: now + length };
  return { status: 'active', ...uncancelled, ...period };
}

/** How far it is extended: by days, or until an instant. */
export type Extension = { days: number } | { until: number };

/**
 * Moves the end; one that has run out comes to life again.
 * @throws {ProblemError} `conflict`
 */
export function extend(row: SubscriptionRow, by: Extension, isForEver: boolean, now: number): Changes {
  const state = stateAt(row.status, row.endsAt, now);
  if (state === 'cancelled' || state === 'paused') throw conflict(`the subscription is ${state}`);
  if (isForEver && row.endsAt === null) throw conflict('a lifetime subscription has no end to extend');
  const end = row.endsAt ?? row.currentPeriodEnd;
  const until = 'until' in by ? by.until : Math.max(end, now) + by.days * DAY;
  if (until <= Math.max(end, now)) throw conflict('the new end must be later than the current one and in the future');
  if (state !== 'expired') return { currentPeriodEnd: until, ...(row.endsAt === null ? {} : { endsAt: until }) };
  return {
    status: 'active',
    currentPeriodStart: now,
    currentPeriodEnd: until,
    endsAt: until,
    cancelAtPeriodEnd: false,
    cancelledAt: null,
  };
}
