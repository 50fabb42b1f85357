/** What a subscription's times mean. Instants are milliseconds since the epoch. */
import { endOfDay } from './calendar.ts';

/** Subscriptions that have not ended yet, as they are kept; their end may have come since. */
export const LIVE_STATES = ['trialing', 'active', 'past_due', 'paused'] as const;

export type SubscriptionState = (typeof LIVE_STATES)[number] | 'cancelled' | 'expired';

/** The state that is kept does not change by itself when the end comes. */
export const stateAt = (kept: SubscriptionState, endsAt: number | null, now: number): SubscriptionState =>
  kept !== 'cancelled' && endsAt !== null && endsAt <= now ? 'expired' : kept;

export interface PlanTerms {
  planType: 'recurring' | 'fixed_date' | 'fixed_length' | 'lifetime';
  interval: 'month' | 'year' | null;
  intervalCount: number | null;
  lengthDays: number | null;
  /** The last day, by the clocks of the school. */
  endsOn: string | null;
}

export const DAY = 86_400_000;
/** What is for ever has no end, and yet its period needs one: a hundred years on. */
const FOR_EVER = 36_525 * DAY;

/** When the first period of a plan is over that begins at an instant, and whether the subscription is over with it. */
export function firstPeriod(terms: PlanTerms, start: number, timezone: string): { end: number; isLast: boolean } {
  switch (terms.planType) {
    case 'recurring':
      return {
        end: monthsAfter(start, (terms.intervalCount ?? 1) * (terms.interval === 'year' ? 12 : 1)),
        isLast: false,
      };
    case 'fixed_length':
      return { end: start + (terms.lengthDays ?? 0) * DAY, isLast: true };
    case 'fixed_date':
      return { end: terms.endsOn === null ? start : endOfDay(terms.endsOn, timezone), isLast: true };
    case 'lifetime':
      return { end: start + FOR_EVER, isLast: false };
  }
}

/** The same day of a later month, or its last one where it has no such day. */
export function monthsAfter(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}
