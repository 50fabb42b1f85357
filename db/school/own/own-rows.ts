/** How a member's own rows at one school are named, and listed backwards in time. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { PageRequest } from '../../../schema/page.ts';
import type { Member } from '../../../schema/school/account.ts';
import { beginningOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';

/** Every query names both, so another's row is as good as none. */
export const mine = (table: { siteId: SQLiteColumn; personId: SQLiteColumn }): SQL | undefined =>
  and(eq(table.siteId, text('siteId')), eq(table.personId, text('personId')));

/** Backwards in time, along the index. */
export const behind = (at: SQLiteColumn, id: SQLiteColumn): SQL =>
  sql`(${at}, ${id}) < (${integer('at')}, ${text('id')})`;

/** One prepared query for each of the filters that a list may have. */
export const perFilter = <Filter extends string, Prepared>(
  conditions: Record<Filter, SQL | undefined>,
  prepare: (condition: SQL | undefined) => Prepared,
): Record<Filter, Prepared> =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [name, prepare(condition as SQL | undefined)]),
  ) as Record<Filter, Prepared>;

/** What a list has placeholders for. */
export const valuesOf = (
  { siteId, personId }: Member,
  { first, after = beginningOf(true) }: PageRequest,
  now: number,
) => ({
  siteId,
  personId,
  first,
  at: after.at,
  id: after.id,
  now,
});
