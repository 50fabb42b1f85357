/** Calendar days in the IANA timezone of a school. Instants are milliseconds since the epoch. */
import { boundedMap } from '../data/bounded-map.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Larger than every UTC offset, so that midnight of a date in any timezone is within this distance. */
const FURTHEST = 15 * HOUR;

/** Creating a formatter costs a hundred times as much as using it. The map has one entry per timezone in use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Everything that a subscription gives ends at the same instant, so lists ask for the same date again and again. */
const dates = boundedMap<string>(1000);

/** Returns the date in the timezone, as `YYYY-MM-DD`. */
export function dateAt(instant: number, timezone: string): string {
  const key = `${instant} ${timezone}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const date = new Date(instant + offsetAt(instant, timezone)).toISOString().slice(0, 10);
  dates.set(key, date);
  return date;
}

/**
 * Adds days to a date.
 * @throws {RangeError} if the date is invalid
 */
export function addDays(date: string, days: number): string {
  return new Date(startInUtc(date) + days * DAY).toISOString().slice(0, 10);
}

/**
 * Returns the instant at which a day ends, which is the start of the next day. Days have 23 or 25 hours when the clocks
 * change, and some begin at one o'clock.
 * @throws {RangeError} if the date or the timezone is invalid
 */
export function endOfDay(date: string, timezone: string): number {
  const midnight = startInUtc(date) + DAY;
  const before = midnight - offsetAt(midnight - FURTHEST, timezone);
  const after = midnight - offsetAt(midnight + FURTHEST, timezone);
  // If the clocks go back over midnight, there are two midnights.
  const real = [before, after].filter((instant) => offsetAt(instant, timezone) === midnight - instant);
  return real.length > 0 ? Math.min(...real) : firstAfterGap(after, before, date, timezone);
}

/**
 * If the clocks go forward over midnight, that midnight does not exist, and the date changes somewhere between the two
 * instants.
 */
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
  // Date.parse accepts 30 February as 1 March.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || new Date(instant).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`${date} is no date`);
  }
  return instant;
}

/** Returns the offset of the timezone from UTC in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  let formatter = formatters.get(timezone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    formatters.set(timezone, formatter);
  }
  const [, sign, hours, minutes, seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatter.format(instant)) ?? [];
  if (sign === undefined) return 0;
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offsetMs : offsetMs;
}
