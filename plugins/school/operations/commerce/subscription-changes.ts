/** The changes that a subscription allows in its current state: cancelling, pausing, resuming and extending it. */
import { daysAfter, endOfSameLength, isWritable } from '../../../../schema/school/calendar.ts';
import { renewedPeriod } from '../../../../schema/school/entitlement.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { type SubscriptionState, stateAt } from '../../../../schema/school/subscription.ts';
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

/**
 * The period may have passed without a renewal being recorded here. It is the present one that ends.
 * @returns `undefined` if it already ends then. @throws {ProblemError} `conflict`
 */
export function cancelAtPeriodEnd(
  row: SubscriptionRow,
  plan: RowIn<'membershipPlans'> | undefined,
  timezone: string,
  now: number,
): Changes | undefined {
  const state = requireNotEnded(row, now);
  if (row.cancelAtPeriodEnd) return undefined;
  if (state === 'paused')
    throw conflict('a paused subscription has no period end; set when to now to cancel it immediately');
  if (plan?.planType === 'lifetime')
    throw conflict('a lifetime subscription has no period end; set when to now to cancel it immediately');
  if (row.endsAt !== null)
    throw conflict('the subscription already ends on a set date; set when to now to cancel it immediately');
  const { interval = null, intervalCount = null } = plan ?? {};
  const { end } = renewedPeriod({ ...row, interval, intervalCount }, now, timezone);
  return { cancelAtPeriodEnd: true, cancelledAt: now, endsAt: end };
}

/**
 * Undoes a cancellation that has not taken effect, or resumes a paused subscription.
 * @throws {ProblemError} `conflict`
 */
export function resume(row: SubscriptionRow, timezone: string, now: number): Changes {
  const state = requireNotEnded(row, now);
  if (state !== 'paused' && !row.cancelAtPeriodEnd)
    throw conflict('the subscription is neither paused nor about to end by cancellation');
  const uncancelled = row.cancelAtPeriodEnd ? { cancelAtPeriodEnd: false, cancelledAt: null, endsAt: null } : {};
  if (state !== 'paused') return uncancelled;
  // If the period ended during the pause, a new one begins, so that nobody pays for the time of the pause.
  const { currentPeriodStart, currentPeriodEnd } = row;
  const period =
    currentPeriodEnd > now || row.endsAt !== null
      ? {}
      : {
          currentPeriodStart: now,
          currentPeriodEnd: endOfSameLength(currentPeriodStart, currentPeriodEnd, now, timezone),
        };
  return { status: 'active', pausedAt: null, ...uncancelled, ...period };
}

/** An extension by a number of days of a timezone, or until a time. */
export type Extension = { days: number; timezone: string } | { until: number };

/**
 * Moves the end, and revives a subscription that has expired.
 * @throws {ProblemError} `conflict`
 */
export function extend(row: SubscriptionRow, by: Extension, isLifetime: boolean, now: number): Changes {
  const state = stateAt(row.status, row.endsAt, now);
  if (state === 'cancelled' || state === 'paused') throw conflict(`the subscription is ${state}`);
  if (isLifetime && row.endsAt === null) throw conflict('a lifetime subscription has no end to extend');
  const end = row.endsAt ?? row.currentPeriodEnd;
  const until = 'until' in by ? by.until : daysAfter(Math.max(end, now), by.days, by.timezone);
  if (!isWritable(until)) throw conflict('the new end is out of range');
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
