/**
 * The access that a subscription gives a member, with its end. Nothing of it is stored: it follows from the
 * subscription and its plan whenever it is asked for. Instants are milliseconds since the epoch.
 */
import { dateAt, daysAfter, monthsAfter, monthsBetween, wholeMonths } from './calendar.ts';
import { monthsOf, type PlanTerms, type SubscriptionState, stateAt } from './subscription.ts';

/** How a member got access to a course. `subscription` rows only keep the progress: the subscription gives the access. */
export const ENROLLMENT_SOURCES = ['order', 'grant', 'coupon', 'subscription', 'import'] as const;
export type EnrollmentSource = (typeof ENROLLMENT_SOURCES)[number];

/** A subscription of a member with what its plan says now. A plan serves its subscribers even when it is archived. */
export interface HeldSubscription extends Pick<PlanTerms, 'planType' | 'interval' | 'intervalCount'> {
  id: string;
  planId: string;
  status: SubscriptionState;
  startedAt: number;
  currentPeriodStart: number;
  currentPeriodEnd: number;
  endsAt: number | null;
  pausedAt: number | null;
  updatedAt: number;
  allCourses: boolean;
  courseIds: readonly string[];
  productIds: readonly string[];
}

/** The last day of access and the instant at which access ends. Both are null if it never ends. */
interface AccessEnd {
  expireDate: string | null;
  expiresAt: number | null;
}

const GIVING: ReadonlySet<SubscriptionState> = new Set(['trialing', 'active', 'past_due']);

/** Returns whether a subscription gives access now. A paused one does not. */
export const givesAccess = ({ status, startedAt, endsAt }: HeldSubscription, now: number): boolean =>
  startedAt <= now && GIVING.has(stateAt(status, endsAt, now));

const coversCourse = ({ allCourses, courseIds }: HeldSubscription, courseId: string): boolean =>
  allCourses || courseIds.includes(courseId);

/** A subscription that renews itself until it is cancelled has no end. */
const renews = ({ planType, endsAt }: Pick<HeldSubscription, 'planType' | 'endsAt'>): boolean =>
  endsAt === null && planType !== 'lifetime';

type Recorded = Pick<
  HeldSubscription,
  'interval' | 'intervalCount' | 'startedAt' | 'currentPeriodStart' | 'currentPeriodEnd'
>;

/**
 * Returns the day and time by which the periods are counted, and the months from there to the end of the recorded
 * period. One that began on the 31st ends on the last day of each shorter month, and on the 31st again after it.
 */
function cycleOf({ startedAt, currentPeriodStart, currentPeriodEnd, ...terms }: Recorded, timezone: string) {
  for (const from of [startedAt, currentPeriodStart]) {
    // Earlier versions counted in UTC.
    for (const zone of [timezone, 'UTC']) {
      const months = wholeMonths(from, currentPeriodEnd, zone);
      if (months !== undefined && months % monthsOf(terms) === 0) return { from, months };
    }
  }
  return { from: currentPeriodEnd, months: 0 };
}

/**
 * Returns the current period of a subscription that renews itself. If the recorded one has passed without a renewal
 * being recorded here, it is the period that would be the current one.
 */
export function renewedPeriod(held: Recorded, now: number, timezone: string): Period {
  const { currentPeriodStart: start, currentPeriodEnd: end } = held;
  if (end > now) return { start, end };
  const each = monthsOf(held);
  const { from, months } = cycleOf(held, timezone);
  const endAfter = (periods: number): number =>
    periods === 0 ? end : monthsAfter(from, months + periods * each, timezone);
  // Few are left to count, however long ago it was.
  let periods = Math.max(0, Math.floor(monthsBetween(end, now, timezone) / each) - 1);
  while (endAfter(periods) <= now) periods += 1;
  return { start: endAfter(periods - 1), end: endAfter(periods) };
}

interface Period {
  start: number;
  end: number;
}

/** Returns the end of the access that a subscription gives now, or null if it never ends. */
const endOf = (held: HeldSubscription, now: number, timezone: string): number | null =>
  renews(held) ? renewedPeriod(held, now, timezone).end : held.endsAt;

/** Returns the term of a subscription: its state, its current period, and whether it renews itself or ends. */
export function termOf(held: HeldSubscription, now: number, timezone: string) {
  const { planType, currentPeriodStart: start, currentPeriodEnd: end, endsAt } = held;
  const isRenewing = renews(held) && givesAccess(held, now);
  const period = isRenewing ? renewedPeriod(held, now, timezone) : { start, end };
  return {
    status: stateAt(held.status, endsAt, now),
    currentPeriodStart: period.start,
    currentPeriodEnd: planType === 'lifetime' ? endsAt : period.end,
    renewsAt: isRenewing ? period.end : null,
  };
}

/**
 * Returns when a subscription that gives no access now stopped doing so, or null if it never gave any, because it
 * has not begun or was paused or cancelled before it did. One that ended during a pause stopped when the pause began.
 */
function stoppedAt(held: HeldSubscription, now: number): number | null {
  const { status, startedAt, endsAt, pausedAt, updatedAt } = held;
  if (startedAt > now) return null;
  const ended = endsAt !== null && endsAt <= now ? endsAt : updatedAt;
  const paused = pausedAt ?? (status === 'paused' ? updatedAt : ended);
  const stopped = Math.min(paused, ended);
  return stopped <= startedAt ? null : stopped;
}

/** The last day of access in the timezone of the school. Access may end in the course of that day. */
const accessEnd = (end: number | null, timezone: string): AccessEnd =>
  end === null ? { expireDate: null, expiresAt: null } : { expireDate: dateAt(end - 1, timezone), expiresAt: end };

/** Returns the later of two ends. No end is later than any. */
const laterEnd = (one: AccessEnd, other: AccessEnd): AccessEnd => {
  if (one.expireDate === null || other.expireDate === null) return one.expireDate === null ? one : other;
  return (one.expiresAt ?? 0) >= (other.expiresAt ?? 0) ? one : other;
};

/** The access that subscriptions give a member now. */
export interface Coverage {
  /** When the first of the subscriptions to all courses began; undefined if there is none. */
  allSince: number | undefined;
  /** When the first subscription to each of these courses began, if that is not after `allSince`. */
  since: ReadonlyMap<string, number>;
}

/** Combines the subscriptions that give access now. A course that several of them give is open since the first. */
export function coverageOf(subscriptions: readonly HeldSubscription[], now: number): Coverage | undefined {
  const giving = subscriptions.filter((held) => givesAccess(held, now)).sort((a, b) => a.startedAt - b.startedAt);
  if (giving.length === 0) return undefined;
  const allSince = giving.find(({ allCourses }) => allCourses)?.startedAt;
  const since = new Map<string, number>();
  for (const { courseIds, startedAt } of giving) {
    if (allSince !== undefined && startedAt >= allSince) continue;
    for (const id of courseIds) if (!since.has(id)) since.set(id, startedAt);
  }
  return { allSince, since };
}

/** An enrollment of a member's own, or the row that keeps the progress in a course that subscriptions give. */
export interface EnrollmentState extends AccessEnd {
  source: EnrollmentSource;
  status: 'active' | 'expired' | 'revoked';
  startsAt: number;
  lastWatchedAt: number | null;
}

/** The id of the enrollment in a course that a subscription gives, which is the same before there is a row. */
export const enrollmentIdOf = (courseId: string, personId: string): string =>
  `enr_${courseId.slice(4)}-${personId.slice(4)}`;

/** A member's access to a course. */
export interface CourseAccess extends AccessEnd {
  isOpen: boolean;
  source: EnrollmentSource;
  /** When the access began, from which lectures are released by the day. */
  since: number;
  /** The subscriptions that give access now, whether or not an enrollment does. */
  subscriptionIds: readonly string[];
}

/** The subscriptions of a member, with the timezone in which the days of the school end. */
export interface MemberSubscriptions {
  timezone: string;
  subscriptions: readonly HeldSubscription[];
}

const isOpenByItself = ({ source, status, expiresAt }: EnrollmentState, now: number): boolean =>
  source !== 'subscription' && status === 'active' && (expiresAt === null || expiresAt > now);

/**
 * Combines an enrollment with the subscriptions of the same member. The enrollment is named as the source if both give
 * access, and the access lasts until the later end.
 * @param isPublished subscriptions give published courses only
 * @returns undefined if there is neither an enrollment that was not revoked nor a subscription that gives the course
 */
export function accessTo(
  course: { id: string; isPublished: boolean },
  row: EnrollmentState | undefined,
  { subscriptions, timezone }: MemberSubscriptions,
  now: number,
): CourseAccess | undefined {
  const covering = subscriptions.filter((held) => coversCourse(held, course.id));
  const giving = course.isPublished ? covering.filter((held) => givesAccess(held, now)) : [];
  const accessEnds = giving.map((held) => accessEnd(endOf(held, now, timezone), timezone));
  const began = giving.map(({ startedAt }) => startedAt);
  const subscriptionIds = giving.map(({ id }) => id);
  if (row !== undefined && isOpenByItself(row, now)) {
    const since = Math.min(row.startsAt, ...began);
    return { isOpen: true, source: row.source, since, subscriptionIds, ...accessEnds.reduce(laterEnd, endsOf(row)) };
  }
  const [first, ...others] = accessEnds;
  if (first !== undefined) {
    const since = Math.min(...began, ...(row?.source === 'subscription' ? [row.startsAt] : []));
    return { isOpen: true, source: 'subscription', since, subscriptionIds, ...others.reduce(laterEnd, first) };
  }
  if (row === undefined || row.status === 'revoked') return undefined;
  const closed = { isOpen: false, source: row.source, since: row.startsAt, subscriptionIds };
  return row.source === 'subscription'
    ? { ...closed, ...accessEnd(lastGiven(covering, row, now), timezone) }
    : { ...closed, ...endsOf(row) };
}

const endsOf = ({ expireDate, expiresAt }: AccessEnd): AccessEnd => ({ expireDate, expiresAt });

/** The instant until which subscriptions gave a course: the latest end, but not before the course was last watched. */
function lastGiven(covering: readonly HeldSubscription[], row: EnrollmentState, now: number): number {
  const ends = covering.flatMap((held) => (givesAccess(held, now) ? [] : (stoppedAt(held, now) ?? [])));
  return Math.min(now, Math.max(row.startsAt, row.lastWatchedAt ?? 0, ...ends));
}

/** When a lecture opens: at a time that is the same for everyone, or some days after the start of a member's access. */
export interface Release {
  releaseAt: number | null;
  releaseAfterDays: number | null;
}

/** When a lecture opens to a member whose access to its course began at `since`: at the same time of day. */
export const releasedAt = ({ releaseAt, releaseAfterDays }: Release, since: number, timezone: string): number =>
  Math.max(releaseAt ?? 0, releaseAfterDays === null ? since : daysAfter(since, releaseAfterDays, timezone));
