/** The first admin page of a school: its stats, and for how long it lists first steps. */

/** The first days of a school, in milliseconds. */
export const FIRST_STEPS_MS = 30 * 86_400_000;

/** More members are not counted. */
export const MAX_COUNTED_MEMBERS = 100_000;

/** How often something happened on each of several days, oldest first. */
export interface DailyCount {
  /** If not everything was counted, only the days that were counted completely. */
  days: readonly number[];
  total: number;
  /** True if everything was counted. */
  isAll: boolean;
}

/** Adds what happened on the same days. */
export function sumOf(counts: readonly DailyCount[]): DailyCount {
  const length = Math.min(...counts.map(({ days }) => days.length));
  const days = Array.from({ length }, (_, index) =>
    counts.reduce((sum, count) => sum + (count.days.at(index - length) ?? 0), 0),
  );
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return { days, total, isAll: counts.every(({ isAll }) => isAll) };
}

/** An app whose connections keep ending. */
export interface FailingClient {
  clientId: string;
  name: string;
  times: number;
}

/** What people did at a school on a day. Revenue is in minor units. */
export interface LearnedDay {
  enrollments: number;
  completions: number;
  revenue: number;
  registrations: number;
}
