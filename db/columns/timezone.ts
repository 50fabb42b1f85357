/**
 * A column with an IANA timezone. Earlier versions stored a name as it was sent, such as `europe/lisbon`, and a node of
 * one may still do so while nodes are replaced.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { canonicalTimezone } from '../../schema/school/calendar.ts';

export const spelledTimezone = {
  dataType: (): string => 'text',
  fromDriver: (stored: string): string => canonicalTimezone(stored) ?? stored,
} as const;

/** Condition that two names of a timezone are the same, in whatever case they are stored. */
export const isSameTimezone = (one: SQLWrapper, other: SQLWrapper): SQL => sql`lower(${one}) = lower(${other})`;
