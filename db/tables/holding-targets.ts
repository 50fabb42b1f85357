/** The targets of audit events about what members hold: places in courses, plans and events. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Selects the rows with such a target. The condition of the index audit_events_of_holdings, which queries have to repeat. */
export const isOfHolding = (target: SQLiteColumn | SQL): SQL =>
  sql`(${target} like 'enrollment/%' or ${target} like 'subscription/%' or ${target} like 'event_registration/%')`;
