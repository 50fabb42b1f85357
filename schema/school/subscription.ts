/** The periods and states of subscriptions. Instants are milliseconds since the epoch. */
import { endOfDay } from './calendar.ts';

/** States of subscriptions that have not ended. The end of a stored subscription may have passed since. */
export const LIVE_STATES = ['trialing', 'active', 'past_due', 'paused'] as const;

export type SubscriptionState = (typeof LIVE_STATES)[number] | 'cancelled' | 'expired';

/** Returns the current state. The stored state does not change when a subscription reaches its end. */
export const stateAt = (state: SubscriptionState, endsAt: number | null, now: number): SubscriptionState =>
  state !== 'cancelled' && endsAt !== null && endsAt <= now ? 'expired' : state;

export interface PlanTerms {
  planType: 'recurring' | 'fixed_date' | 'fixed_length' | 'lifetime';
  interval: 'month' | 'year' | null;
  intervalCount: number | null;
  lengthDays: number | null;
  /** The last day, in the timezone of the school. */
  endsOn: string | null;
}

export const DAY = 86_400_000;
/** A lifetime subscription has no end but needs a period, which lasts a hundred years. */
const FOR_EVER = 36_525 * DAY;

/** Returns the end of the first period of a plan that starts at `start`, and whether the subscription ends with it. */
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

/** Returns the same day of a later month, or the last day of that month if it is shorter. */
export function monthsAfter(instant: number, months: number): number {
  const date = new Date(instant);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}
