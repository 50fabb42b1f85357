/** Days as a school counts them: they begin and end by its IANA timezone. Instants are milliseconds since the epoch. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Further than any clock is from UTC, so that every place's midnight of a date is within it. */
const FURTHEST = 15 * HOUR;

/** Formatters cost a hundred times what they are used for. There are as many as timezones in use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The date, `YYYY-MM-DD`, that the calendar on the wall shows. */
export const dateAt = (instant: number, timezone: string): string =>
  new Date(instant + offsetAt(instant, timezone)).toISOString().slice(0, 10);

/** @throws {RangeError} when the date is none */
export function addDays(date: string, days: number): string {
  return new Date(startInUtc(date) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The instant at which a day is over, which is the first of the next one. Days have 23 or 25 hours where the clocks change,
 * and some begin at one o'clock.
 * @throws {RangeError} when the date or the timezone is none
 */
export function endOfDay(date: string, timezone: string): number {
  const midnight = startInUtc(date) + DAY;
  const before = midnight - offsetAt(midnight - FURTHEST, timezone);
  const after = midnight - offsetAt(midnight + FURTHEST, timezone);
  // Where the clocks go back to midnight, it comes twice.
  const real = [before, after].filter((instant) => offsetAt(instant, timezone) === midnight - instant);
  return real.length > 0 ? Math.min(...real) : firstAfterGap(after, before, date, timezone);
}

/** The clocks go forward over midnight, which does not happen: somewhere between the two the date changes. */
function firstAfterGap(from: number, to: number, date: string, timezone: string): number {
  let [inside, outside] = [from - 1, to];
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2);
    if (dateAt(middle, timezone) > date) outside = middle;
    else inside = middle;
  }
  return outside;
}

function startInUtc(date: string): number {
  const instant = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes 30 February for 1 March.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || new Date(instant).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`${date} is no date`);
  }
  return instant;
}

/** How far the clocks of the place are ahead of UTC. */
function offsetAt(instant: number, timezone: string): number {
  let formatter = formatters.get(timezone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    formatters.set(timezone, formatter);
  }
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatter.format(instant)) ?? [];
  if (sign === undefined) return 0;
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
