/** Rows of which metrics are made, and the metrics counted one row after the other, as slowly and plainly as can be. */
import type { Test } from 'tap';
import type { SchoolContent } from '../../db/school/school-content.ts';
import type { Interval, Metric, Ranking } from '../../schema/school/analytics.ts';
import { randomFrom, seedOf } from './seed.ts';

const DAY = 86_400_000;
const HOUR = DAY / 24;

export type MetricRows = Required<
  Pick<SchoolContent, 'courses' | 'lectures' | 'enrollments' | 'watchPositions' | 'orders' | 'orderItems'>
>;

/**
 * @param mark makes the ids of one school different from those of another
 * @param from the first instant
 */
export function metricRowsOf(t: Test, mark: string, from: number, days: number): MetricRows {
  const random = randomFrom(seedOf(t, `figures of ${mark}`));
  const roll = (below: number): number => Math.floor(random() * below);
  // Every half hour can be, so that some fall right on midnight.
  const moment = (): number => from + roll(days * 48) * (HOUR / 2);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
  const courses = numbers(5).map((n) => ({
    id: `crs_${mark}_${n}`,
    slug: `c-${n}`,
    title: `Course ${n}`,
    createdAt: n,
  }));
  const lectures = numbers(10).map((n) => ({
    id: `lec_${mark}_${n}`,
    courseId: `crs_${mark}_${n % 5}`,
    sectionId: `sec_${mark}`,
    title: `Lecture ${n}`,
    kind: 'text' as const,
    durationSeconds: 1,
    contentMarkdown: '',
    freePreview: false,
    position: n,
    status: 'published' as const,
    createdAt: 0,
    updatedAt: 0,
  }));
  const enrollments = numbers(40).flatMap((person) =>
    numbers(5)
      .filter(() => roll(3) > 0)
      .map((course) => ({
        id: `enr_${mark}_${person}_${course}`,
        personId: `usr_${mark}_${person}`,
        courseId: `crs_${mark}_${course}`,
        status: (['active', 'active', 'expired', 'revoked'] as const)[roll(4)] ?? 'active',
        startsAt: moment(),
        progressPercent: roll(101),
        completedAt: roll(3) === 0 ? moment() : null,
      })),
  );
  const watchPositions = enrollments.flatMap(({ id, courseId }) =>
    lectures
      .filter((lecture) => lecture.courseId === courseId && roll(4) > 0)
      .map((lecture) => ({ enrollmentId: id, lectureId: lecture.id, positionSeconds: 1, watchedAt: moment() })),
  );
  const statuses = ['paid', 'paid', 'partially_refunded', 'refunded', 'pending', 'cancelled', 'failed'] as const;
  const orders = numbers(250).map((n) => {
    const status = statuses[roll(7)] ?? 'paid';
    const total = roll(20_000);
    const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(status);
    const placedAt = moment();
    return {
      id: `ord_${mark}_${n}`,
      number: `${mark}-${n}`,
      personId: `usr_${mark}_${roll(40)}`,
      status,
      subtotal: total,
      discount: 0,
      tax: 0,
      total,
      currency: roll(5) === 0 ? 'USD' : 'EUR',
      paymentMethod: 'card' as const,
      placedAt,
      paidAt: isPaid ? placedAt + roll(3) * HOUR : null,
      refundedAmount: status === 'refunded' ? total : status === 'partially_refunded' ? Math.floor(total / 3) : 0,
      refundedAt:
        status === 'refunded' || status === 'partially_refunded' ? placedAt + (2 + roll(60 * 24)) * HOUR : null,
    };
  });
  const orderItems = orders.flatMap(({ id }) =>
    numbers(1 + roll(3)).map((position) => ({
      orderId: id,
      position,
      kind: roll(4) === 0 ? ('event' as const) : ('course' as const),
      refId: `crs_${mark}_${roll(5)}`,
      title: 'x',
      quantity: 1 + roll(2),
      unitAmount: roll(9000),
    })),
  );
  return { courses, lectures, enrollments, watchPositions, orders, orderItems };
}

/** What the calendar on the wall shows. */
const formatters = new Map<string, Intl.DateTimeFormat>();
function dayOf(instant: number, timeZone: string): string {
  const known = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formatters.set(timeZone, known);
  return known.format(instant);
}

const paid = ({ status }: { status: string }): boolean => ['paid', 'partially_refunded', 'refunded'].includes(status);

/** Something that counts, and the person where people are counted, each once in a period. */
export interface Happening {
  at: number | null | undefined;
  value: number;
  who?: string;
}

function happenings(rows: MetricRows, metric: Metric): Happening[] {
  const enrollmentOf = new Map(rows.enrollments.map((row) => [row.id, row]));
  switch (metric) {
    case 'revenue':
      return rows.orders
        .filter((row) => paid(row) && row.currency === 'EUR')
        .flatMap(({ paidAt, total, refundedAmount, refundedAt }) => [
          { at: paidAt, value: total },
          { at: refundedAt, value: -refundedAmount },
        ]);
    case 'refunds':
      return rows.orders
        .filter((row) => paid(row) && row.currency === 'EUR')
        .map(({ refundedAmount, refundedAt }) => ({ at: refundedAt, value: refundedAmount }));
    case 'orders':
      return rows.orders.filter(paid).map(({ paidAt }) => ({ at: paidAt, value: 1 }));
    case 'newStudents':
      return firstOfEach(rows.enrollments.map(({ personId, startsAt }) => ({ at: startsAt, value: 1, who: personId })));
    case 'activeStudents':
      return rows.watchPositions.map(({ enrollmentId, watchedAt }) => ({
        at: watchedAt,
        value: 1,
        who: String(enrollmentOf.get(enrollmentId)?.personId),
      }));
    case 'lectureViews':
      return rows.watchPositions.map(({ watchedAt }) => ({ at: watchedAt, value: 1 }));
    case 'completions':
      return rows.enrollments.map(({ completedAt }) => ({ at: completedAt, value: 1 }));
  }
}

/** The first that happened to each person. */
export function firstOfEach(all: readonly (Happening & { at: number; who: string })[]): Happening[] {
  const first = new Map<string, number>();
  for (const { at, who } of all) first.set(who, Math.min(at, first.get(who) ?? at));
  return [...first].map(([who, at]) => ({ at, value: 1, who }));
}

/** The day that the period of a day begins with. */
function beginOf(day: string, from: string, interval: Interval): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  const begin = date.toISOString().slice(0, 10);
  return begin < from ? from : begin;
}

interface Stretch {
  from: string;
  to: string;
  interval: Interval;
  timezone: string;
}

/** The points that are not zero. */
export const pointsOf = (rows: MetricRows, metric: Metric, stretch: Stretch): Record<string, number> =>
  pointsFrom(happenings(rows, metric), stretch);

export function pointsFrom(
  happened: readonly Happening[],
  { from, to, interval, timezone }: Stretch,
): Record<string, number> {
  const points: Record<string, number> = {};
  const counted = new Set<string>();
  for (const { at, value, who } of happened) {
    const day = at == null ? '' : dayOf(at, timezone);
    if (day < from || day > to) continue;
    const begin = beginOf(day, from, interval);
    if (who !== undefined && counted.has(`${begin} ${who}`)) continue;
    if (who !== undefined) counted.add(`${begin} ${who}`);
    points[begin] = (points[begin] ?? 0) + value;
  }
  return Object.fromEntries(Object.entries(points).filter(([, value]) => value !== 0));
}

/** The best first. */
export function rankingOf(
  rows: MetricRows,
  ranking: Ranking,
  { from, to, timezone }: { from: string; to: string; timezone: string },
): [id: string, value: number][] {
  const within = (instant: number | null | undefined): boolean => {
    const day = instant == null ? '' : dayOf(instant, timezone);
    return day >= from && day <= to;
  };
  const sums = new Map<string, number>();
  const add = (id: string, value: number): Map<string, number> => sums.set(id, (sums.get(id) ?? 0) + value);
  if (ranking === 'lectures_by_views') {
    for (const row of rows.watchPositions) if (within(row.watchedAt)) add(row.lectureId, 1);
  } else if (ranking === 'courses_by_revenue') {
    for (const order of rows.orders) {
      if (!paid(order) || order.currency !== 'EUR') continue;
      const net = (within(order.paidAt) ? order.total : 0) - (within(order.refundedAt) ? order.refundedAmount : 0);
      const items = rows.orderItems.filter(({ orderId }) => orderId === order.id);
      const whole = items.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 0);
      for (const item of items.filter(({ kind }) => kind === 'course')) {
        add(item.refId, whole === 0 ? 0 : Math.trunc((net * item.quantity * item.unitAmount) / whole));
      }
    }
  } else {
    const time = ranking === 'courses_by_students' ? 'startsAt' : 'completedAt';
    for (const row of rows.enrollments) if (within(row[time])) add(row.courseId, 1);
  }
  return [...sums].filter(([, value]) => value > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
