/** Whether people were removed from a school. What they left there counts again when they come back. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../engine/engine.ts';

/** Uses the primary key. The caller names the alias of a table with the columns `person_id` and `site_id`. */
export const isRemoved = ({ tables: { memberships } }: Pick<Database, 'tables'>, of: SQL): SQL =>
  sql`exists (select 1 from ${memberships} as gone where gone.person_id = ${of}.person_id and gone.site_id = ${of}.site_id and gone.status = 'removed')`;
