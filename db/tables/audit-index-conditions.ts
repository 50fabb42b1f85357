/** The conditions of indexes of the audit log. A query has to repeat the condition to use the index. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Value = SQLiteColumn | SQL;

/** Selects the events about what members hold: places in courses, plans and events. */
export const isOfHolding = (target: Value): SQL =>
  sql`(${target} like 'enrollment/%' or ${target} like 'subscription/%' or ${target} like 'event_registration/%')`;

type Ending = Record<'event' | 'target' | 'clientId', Value>;

/** Selects the revocations of all connections of a school, or of all with one app there. */
export const isOfEveryone = ({ event, target, clientId }: Ending): SQL =>
  sql`(${event} = 'grant_revoked' and (coalesce(${target}, '') = 'everyone' or (coalesce(${target}, '') = 'all' and ${clientId} is null)))`;

/** Selects the events that can end connections of several people, as `endsOfSeveral` of the schema does. */
export const endsOfSeveral = (ending: Ending): SQL =>
  sql`(${ending.event} in ('client_disabled', 'client_deleted', 'client_blocked', 'client_released') or ${isOfEveryone(ending)})`;

export const isFailedCall = (event: Value): SQL => sql`${event} = 'tool_failed'`;
