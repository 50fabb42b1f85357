/** The metrics of a school, and the division of a range of days into periods. */
import { addDays, endOfDay, lastDayOf } from './calendar.ts';

export const METRICS = [
  'revenue',
  'refunds',
  'orders',
  'newStudents',
  'activeStudents',
  'lectureViews',
  'completions',
] as const;
export type Metric = (typeof METRICS)[number];

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

export const RANKINGS = [
  'courses_by_students',
  'courses_by_revenue',
  'courses_by_completions',
  'lectures_by_views',
] as const;
export type Ranking = (typeof RANKINGS)[number];

/** Milliseconds since the epoch: the start, inclusive, and the end, exclusive. */
export type Period = readonly [first: number, last: number];

export const MAX_DAYS = 400;

/** Returns the time at which a day begins in a timezone, in milliseconds since the epoch. */
const startOfDay = (date: string, timezone: string): number => endOfDay(addDays(date, -1), timezone);

/** Returns the period from the start of `from` to the end of `to`. */
export const periodOf = (from: string, to: string, timezone: string): Period => [
  startOfDay(from, timezone),
  endOfDay(to, timezone),
];

/**
 * Divides a range of days into days, weeks or months of the timezone. The first and the last period may be partial.
 * @returns each period with its first day
 */
export function cut(
  from: string,
  to: string,
  interval: Interval,
  timezone: string,
): { date: string; period: Period }[] {
  const pieces: { date: string; period: Period }[] = [];
  for (let date = from, first = startOfDay(from, timezone); date <= to; ) {
    const whole = interval === 'day' ? date : lastDayOf(date, interval);
    const end = whole < to ? whole : to;
    const last = endOfDay(end, timezone);
    pieces.push({ date, period: [first, last] });
    [date, first] = [addDays(end, 1), last];
  }
  return pieces;
}
