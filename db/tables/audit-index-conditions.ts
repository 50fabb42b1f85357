/** The conditions of indexes of the audit log. A query has to repeat the condition to use the index. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { ENDS_OF_SEVERAL } from '../../schema/audit/ended-connections.ts';

type Value = SQLiteColumn | SQL;

/** Selects the events about what members hold: places in courses, plans and events. */
export const isOfHolding = (target: Value): SQL =>
  sql`(${target} like 'enrollment/%' or ${target} like 'subscription/%' or ${target} like 'event_registration/%')`;

type Ending = Record<'event' | 'target' | 'clientId', Value>;

/** `isOfEveryone` of the schema. */
export const isOfEveryone = ({ event, target, clientId }: Ending): SQL =>
  sql`(${event} = 'grant_revoked' and (coalesce(${target}, '') = 'everyone' or (coalesce(${target}, '') = 'all' and ${clientId} is null)))`;

const ENDING = ENDS_OF_SEVERAL.map((event) => `'${event}'`).join(', ');

/** `endsOfSeveral` of the schema. */
export const endsOfSeveral = (ending: Ending): SQL =>
  sql`(${ending.event} in (${sql.raw(ENDING)}) or ${isOfEveryone(ending)})`;

export const isFailedCall = (event: Value): SQL => sql`${event} = 'tool_failed'`;
