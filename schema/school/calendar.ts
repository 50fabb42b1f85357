/**
 * Dates, days and months as people count them, in the IANA timezone of a school. Instants are milliseconds since the
 * epoch. A time of day that the clocks skip is an hour later, and of one that comes twice, the first counts.
 */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { boundedMap } from '../data/bounded-map.ts';

/** With an offset or in another timezone, an instant could leave the range of four-digit years. */
const [FIRST_INSTANT, LAST_INSTANT] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
const FIRST_DATE = '0001-01-02';
/** The day after it is the last one whose year has four digits. */
export const LAST_DATE = '9999-12-30';

/** Everything that a subscription gives ends at the same instant, so lists ask for the same date again and again. */
const dates = boundedMap<string>(1000);

const zoned = (instant: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);

/** Returns the date in the timezone, as `YYYY-MM-DD`. */
export function dateAt(instant: number, timezone: string): string {
  const key = `${instant} ${timezone}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const date = zoned(instant, timezone).toPlainDate().toString();
  // A later year has a sign and two digits more.
  const written = date.startsWith('+') ? '9999-12-31' : date;
  dates.set(key, written);
  return written;
}

/** Returns the date and time of day on the clocks of the timezone, to the minute: `2026-09-01T18:30`. */
export const localTime = (instant: number, timezone: string): string =>
  zoned(instant, timezone).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** Returns the instant of a date and time of day on the clocks of the timezone; `undefined` for what is none. */
export function instantAt(local: string, timezone: string): number | undefined {
  try {
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local)
      ? Temporal.PlainDateTime.from(local).toZonedDateTime(timezone).epochMilliseconds
      : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {RangeError} if the date is invalid */
function dateOf(date: string): Temporal.PlainDate {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new RangeError(`${date} is no date`);
  return Temporal.PlainDate.from(date);
}

/**
 * Adds days to a date.
 * @throws {RangeError} if the date is invalid
 */
export const addDays = (date: string, days: number): string => dateOf(date).add({ days }).toString();

/** Returns the number of days from the first to the last date, both included. */
export const daysBetween = (from: string, to: string): number => dateOf(from).until(dateOf(to)).days + 1;

/** Returns the last day of the week (Sunday) or month that contains a day. */
export function lastDayOf(date: string, interval: 'week' | 'month'): string {
  const day = dateOf(date);
  return (interval === 'week' ? day.add({ days: 7 - day.dayOfWeek }) : day.with({ day: 31 })).toString();
}

/**
 * Returns the instant at which a day ends, which is the start of the next day. Days have 23 or 25 hours when the clocks
 * change, and some begin at one o'clock.
 * @throws {RangeError} if the date or the timezone is invalid
 */
export const endOfDay = (date: string, timezone: string): number =>
  dateOf(date).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;

/** Returns the same time of day some days later. */
export const daysAfter = (instant: number, days: number, timezone: string): number =>
  zoned(instant, timezone).add({ days }).epochMilliseconds;

/** Returns the same time and day of a later month, or the last day of that month if it is shorter. */
export const monthsAfter = (instant: number, months: number, timezone: string): number =>
  zoned(instant, timezone).add({ months }).epochMilliseconds;

/** Returns how many whole months have passed. */
export const monthsBetween = (from: number, to: number, timezone: string): number =>
  zoned(from, timezone).until(zoned(to, timezone), { largestUnit: 'month' }).months;

/** Returns how many months after `from` the instant `to` is, if `monthsAfter` leads there. */
export function wholeMonths(from: number, to: number, timezone: string): number | undefined {
  const [first, last] = [zoned(from, timezone), zoned(to, timezone)];
  const months = (last.year - first.year) * 12 + last.month - first.month;
  return months > 0 && first.add({ months }).epochMilliseconds === to ? months : undefined;
}

/** Returns the end of a period that begins at `start` and is as long as another by the calendar. */
export function endOfSameLength(from: number, to: number, start: number, timezone: string): number {
  const months = wholeMonths(from, to, timezone);
  if (months !== undefined) return monthsAfter(start, months, timezone);
  const length = zoned(from, timezone).until(zoned(to, timezone), { largestUnit: 'day' });
  return zoned(start, timezone).add(length).epochMilliseconds;
}

/** Returns whether the clocks show the same distance from UTC at both instants. */
export const haveSameOffset = (one: number, other: number, timezone: string): boolean =>
  zoned(one, timezone).offsetNanoseconds === zoned(other, timezone).offsetNanoseconds;

/** The names that schools and callers have used. */
const timezones = boundedMap<string>(1000);

/**
 * Returns an IANA timezone in its usual spelling, such as `Europe/Lisbon` for `europe/lisbon`; nothing for what is none.
 * Offsets such as `+01:00` are not timezones. Names that stand for the same timezone remain as they are.
 */
export function canonicalTimezone(name: string): string | undefined {
  const known = timezones.get(name);
  if (known !== undefined || !/^[A-Za-z]/.test(name)) return known;
  try {
    const canonical = zoned(0, name).timeZoneId;
    timezones.set(name, canonical);
    return canonical;
  } catch {
    return undefined;
  }
}

// RFC 3339 §5.6, in which T and Z may be small letters. The seconds may be left out here, as ISO 8601 allows it.
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d|60)(\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const MINUTE = 60_000;

/**
 * Returns the instant that a date-time of RFC 3339 names, or `NaN` for what is none. A leap second, which can only be
 * the last of a month of UTC, counts as the second before it.
 */
export function instantOf(text: string): number {
  const [, date = '', time, seconds = '00', fraction = '', offset = ''] = DATE_TIME.exec(text) ?? [];
  if (time === undefined || !isDate(date)) return Number.NaN;
  const isLeap = seconds === '60';
  const at = Date.parse(`${date}T${time}:${isLeap ? '59' : seconds}${fraction}${offset.toUpperCase()}`);
  if (!isLeap) return at;
  const next = new Date(Math.floor(at / MINUTE + 1) * MINUTE).toISOString();
  return next.endsWith('-01T00:00:00.000Z') ? at : Number.NaN;
}

/** `Date` takes 30 February for 1 March. */
function isDate(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}

/** Returns whether an instant can be written with a year of four digits. */
export const isWritable = (instant: number): boolean => instant <= LAST_INSTANT;

/** An instant in any form of RFC 3339. */
export const instantValue = z
  .stringFormat('date-time', (text) => !Number.isNaN(instantOf(text)), {
    error: 'must be a date-time such as 2026-09-01T08:00:00Z',
    abort: true,
  })
  .max(40)
  .refine((text) => instantOf(text) >= FIRST_INSTANT && isWritable(instantOf(text)), 'is out of range');

/** A calendar day. */
export const dayValue = z.iso
  .date({ error: 'must be a date such as 2026-09-01', abort: true })
  .refine((date) => date >= FIRST_DATE && date <= LAST_DATE, `must be from ${FIRST_DATE} to ${LAST_DATE}`);
