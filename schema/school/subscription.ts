/** The periods and states of subscriptions. Instants are milliseconds since the epoch. */
import { daysAfter, endOfDay, monthsAfter } from './calendar.ts';

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

/** A lifetime subscription has no end but needs a period, which lasts a hundred years. */
const FOR_EVER_DAYS = 36_525;

/** The length of each period of a plan that recurs. */
export const monthsOf = ({ interval, intervalCount }: Pick<PlanTerms, 'interval' | 'intervalCount'>): number =>
  Math.max(1, (intervalCount ?? 1) * (interval === 'year' ? 12 : 1));

/** Returns the end of the first period of a plan that starts at `start`, and whether the subscription ends with it. */
export function firstPeriod(terms: PlanTerms, start: number, timezone: string): { end: number; isLast: boolean } {
  switch (terms.planType) {
    case 'recurring':
      return { end: monthsAfter(start, monthsOf(terms), timezone), isLast: false };
    case 'fixed_length':
      return { end: daysAfter(start, terms.lengthDays ?? 0, timezone), isLast: true };
    case 'fixed_date':
      return { end: terms.endsOn === null ? start : endOfDay(terms.endsOn, timezone), isLast: true };
    case 'lifetime':
      return { end: daysAfter(start, FOR_EVER_DAYS, timezone), isLast: false };
  }
}
