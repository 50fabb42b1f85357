/** Subscriptions of members to plans, and their outcome. */
import { dateAt, endOfDay, monthsAfter } from '../../../../schema/school/calendar.ts';
import { type Dice, diceOf, nth } from './dice.ts';
import type { Plan } from './offers.ts';
import type { Member } from './people.ts';
import { DAY, type Row, type Wave } from './wave.ts';

export interface Subscription {
  row: Row<'subscriptions'>;
  plan: Plan;
  /** Start of each period that requires a payment. */
  dues: readonly number[];
}

type Course = 'running' | 'ending' | 'trialing' | 'past_due' | 'paused' | 'cancelled' | 'expired';

/** The outcomes of recurring subscriptions; the others run until their end. */
const COURSES: readonly Course[] = [
  'running',
  'trialing',
  'expired',
  'running',
  'past_due',
  'cancelled',
  'running',
  'paused',
  'ending',
];

/** The row of a lifetime plan needs an end, which is in the distant future. */
const FOR_EVER = 36_525 * DAY;
/** Minimum time between joining and the first activity, so that every purchase fits in. */
export const SETTLED = 4 * DAY;

export function subscriptionsOf(wave: Wave, members: readonly Member[], plans: readonly Plan[]): Subscription[] {
  const sold = plans.filter(({ outline }) => outline.status !== 'draft');
  let count = 0;
  return members.flatMap((member) =>
    Array.from({ length: member.wants.plans }, (_, index) => {
      count += 1;
      // Every other member takes the first plan, which is monthly.
      const plan = nth(sold, count % 2 === 0 ? 0 : (count - 1) / 2);
      return subscriptionOf(wave, member, plan, count, index);
    }),
  );
}

function subscriptionOf(wave: Wave, member: Member, plan: Plan, count: number, index: number): Subscription {
  const id = `${member.id.replace('usr_', 'sub_')}_${index + 1}`;
  const dice = diceOf(id);
  const { terms } = plan.outline;
  const made =
    terms.planType === 'recurring'
      ? recurring(wave, member, plan, nth(COURSES, count + Math.floor(count / COURSES.length)), dice)
      : onceOnly(wave, member, plan, dice);
  const { dues, ...columns } = made;
  const { priceAmount, priceCurrency } = plan.row;
  const { startedAt, cancelledAt, endsAt, pausedAt, currentPeriodStart } = columns;
  const changes = [startedAt, currentPeriodStart, cancelledAt ?? 0, endsAt ?? 0, pausedAt ?? 0].filter(
    (at) => at <= wave.now,
  );
  const row: Row<'subscriptions'> = {
    id,
    personId: member.id,
    planId: plan.row.id,
    ...columns,
    priceAmount,
    priceCurrency,
    createdAt: startedAt,
    updatedAt: Math.max(...changes),
  };
  return { row, plan, dues };
}

type Standing = Pick<
  Row<'subscriptions'>,
  'status' | 'startedAt' | 'currentPeriodStart' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'
> & { cancelledAt: number | null; endsAt: number | null; pausedAt?: number | null; dues: number[] };

/** A subscription that is paid once, for a length of time or until a date. */
function onceOnly({ now, site }: Wave, member: Member, { outline: { terms }, row }: Plan, dice: Dice): Standing {
  const latest = Math.max(member.joinedAt + SETTLED, member.lastSeenAt - DAY);
  // Plans for a term are sold in the weeks around its start.
  const earliest = Math.max(member.joinedAt + SETTLED, terms.planType === 'fixed_date' ? latest - 60 * DAY : 0);
  const startedAt = timeBetween(dice, earliest, latest);
  const currentPeriodEnd =
    terms.planType === 'fixed_length'
      ? startedAt + terms.lengthDays * DAY
      : row.endsOn == null
        ? startedAt + FOR_EVER
        : endOfDay(row.endsOn, site.timezone);
  const over = currentPeriodEnd <= now;
  return {
    status: over ? 'expired' : 'active',
    startedAt,
    currentPeriodStart: startedAt,
    currentPeriodEnd,
    cancelAtPeriodEnd: false,
    cancelledAt: null,
    endsAt: terms.planType === 'lifetime' ? null : currentPeriodEnd,
    dues: [startedAt],
  };
}

function recurring({ now, site }: Wave, member: Member, { outline }: Plan, course: Course, dice: Dice): Standing {
  const { terms, trialDays = 0 } = outline;
  if (terms.planType !== 'recurring') throw new TypeError('a plan that does not recur');
  if (course === 'trialing' && trialDays > 0) return trial(now, trialDays, dice);

  const startedAt = onEarlyDay(
    timeBetween(dice, member.joinedAt + SETTLED, Math.max(now - 45 * DAY, member.joinedAt + SETTLED)),
    site.timezone,
  );
  const months = terms.intervalCount * (terms.interval === 'year' ? 12 : 1);
  const starts = startsUntil(now, startedAt, months, site.timezone);
  // What is over ended a period ago, where there was one before.
  const over = course === 'expired' && starts.length > 1;
  if (over) starts.pop();
  const currentPeriodStart = starts.at(-1) ?? startedAt;
  const currentPeriodEnd = monthsAfter(startedAt, months * starts.length, site.timezone);
  const decided = timeBetween(dice, currentPeriodStart, Math.min(now - 3 * DAY, currentPeriodEnd));
  const leaving = over || course === 'ending';
  return {
    status: over ? 'expired' : statusOf(course),
    startedAt,
    currentPeriodStart,
    currentPeriodEnd,
    cancelAtPeriodEnd: leaving,
    cancelledAt: leaving || course === 'cancelled' ? decided : null,
    pausedAt: course === 'paused' ? decided : null,
    endsAt: course === 'cancelled' ? decided : leaving ? currentPeriodEnd : null,
    dues: starts.slice(-6),
  };
}

/** When each period began so far. */
function startsUntil(now: number, startedAt: number, months: number, timezone: string): number[] {
  const starts = [startedAt];
  let next = monthsAfter(startedAt, months, timezone);
  while (next <= now) {
    starts.push(next);
    next = monthsAfter(startedAt, months * starts.length, timezone);
  }
  return starts;
}

const statusOf = (course: Course): Standing['status'] =>
  course === 'past_due' || course === 'paused' || course === 'cancelled' ? course : 'active';

function trial(now: number, trialDays: number, dice: Dice): Standing {
  const startedAt = now - dice.between(1, trialDays - 2) * DAY - dice.between(0, 86_399) * 1000;
  const currentPeriodEnd = startedAt + trialDays * DAY;
  const open = { cancelAtPeriodEnd: false, cancelledAt: null, endsAt: null, dues: [] };
  return { status: 'trialing', startedAt, currentPeriodStart: startedAt, currentPeriodEnd, ...open };
}

/** Returns a random time, rounded to a second. */
export const timeBetween = (dice: Dice, from: number, to: number): number =>
  from + dice.between(0, Math.max(0, Math.floor((to - from) / 1000))) * 1000;

/** Every month has a 28th day. */
function onEarlyDay(instant: number, timezone: string): number {
  const day = Number(dateAt(instant, timezone).slice(-2));
  return day <= 28 ? instant : instant - (day - 28) * DAY;
}
