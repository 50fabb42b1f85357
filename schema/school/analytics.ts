/** The metrics of a school, and the division of a range of days into periods. */
import { addDays, dateAt, endOfDay } from './calendar.ts';

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

/** Returns the number of days from the first to the last date, both included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** Returns the last day of the week (Sunday) or month that contains a day. */
function lastDayOf(date: string, interval: Interval): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (interval === 'day') return date;
  if (interval === 'week') return addDays(date, (7 - day.getUTCDay()) % 7);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

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
    const whole = lastDayOf(date, interval);
    const end = whole < to ? whole : to;
    const last = endOfDay(end, timezone);
    pieces.push({ date, period: [first, last] });
    [date, first] = [addDays(end, 1), last];
  }
  return pieces;
}

/** Returns the last `days` days, ending today. */
export function latestDays(days: number, now: number, timezone: string): { from: string; to: string } {
  const to = dateAt(now, timezone);
  return { from: addDays(to, 1 - days), to };
}
