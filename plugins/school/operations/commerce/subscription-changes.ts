/** The changes that a subscription allows in its current state: cancelling, pausing, resuming and extending it. */
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

/**
 * A paused subscription stays paused until its end, because its access ended with the pause.
 * @throws {ProblemError} `conflict`
 */
export function cancelNow(row: SubscriptionRow, now: number): Changes {
  requireNotEnded(row, now);
  return { status: 'cancelled', cancelledAt: now, endsAt: now, cancelAtPeriodEnd: false };
}

/** @returns `undefined` if it is already paused. @throws {ProblemError} `conflict` */
export function pause(row: SubscriptionRow, now: number): Changes | undefined {
  return requireNotEnded(row, now) === 'paused' ? undefined : { status: 'paused', pausedAt: now };
}

/** @returns `undefined` if it already ends then. @throws {ProblemError} `conflict` */
export function cancelAtPeriodEnd(row: SubscriptionRow, isLifetime: boolean, now: number): Changes | undefined {
  const state = requireNotEnded(row, now);
  if (row.cancelAtPeriodEnd) return undefined;
  if (state === 'paused')
    throw conflict('a paused subscription has no period end; set when to now to cancel it immediately');
  if (isLifetime) throw conflict('a lifetime subscription has no period end; set when to now to cancel it immediately');
  if (row.endsAt !== null)
    throw conflict('the subscription already ends on a set date; set when to now to cancel it immediately');
  return { cancelAtPeriodEnd: true, cancelledAt: now, endsAt: Math.max(row.currentPeriodEnd, now) };
}

/**
 * Undoes a cancellation that has not taken effect, or resumes a paused subscription.
 * @throws {ProblemError} `conflict`
 */
export function resume(row: SubscriptionRow, now: number): Changes {
  const state = requireNotEnded(row, now);
  if (state !== 'paused' && !row.cancelAtPeriodEnd)
    throw conflict('the subscription is neither paused nor about to end by cancellation');
  const uncancelled = row.cancelAtPeriodEnd ? { cancelAtPeriodEnd: false, cancelledAt: null, endsAt: null } : {};
  if (state !== 'paused') return uncancelled;
  const length = row.currentPeriodEnd - row.currentPeriodStart;
  // If the period ended during the pause, a new one begins, so that nobody pays for the time of the pause.
  const period =
    row.currentPeriodEnd > now || row.endsAt !== null
      ? {}
      : { currentPeriodStart: now, currentPeriodEnd: now + length };
  return { status: 'active', pausedAt: null, ...uncancelled, ...period };
}

/** An extension by a number of days, or until a time. */
export type Extension = { days: number } | { until: number };

/**
 * Moves the end, and revives a subscription that has expired.
 * @throws {ProblemError} `conflict`
 */
export function extend(row: SubscriptionRow, by: Extension, isLifetime: boolean, now: number): Changes {
  const state = stateAt(row.status, row.endsAt, now);
  if (state === 'cancelled' || state === 'paused') throw conflict(`the subscription is ${state}`);
  if (isLifetime && row.endsAt === null) throw conflict('a lifetime subscription has no end to extend');
  const end = row.endsAt ?? row.currentPeriodEnd;
  const until = 'until' in by ? by.until : Math.max(end, now) + by.days * DAY;
  if (until <= Math.max(end, now)) throw conflict('the new end must be later than the current one and in the future');
  if (state !== 'expired') return { currentPeriodEnd: until, ...(row.endsAt === null ? {} : { endsAt: until }) };
  return {
    status: 'active',
    currentPeriodStart: now,
    currentPeriodEnd: until,
    endsAt: until,
    pausedAt: null,
    cancelAtPeriodEnd: false,
    cancelledAt: null,
  };
}
