/** How a member's own rows at one school are named, and listed backwards in time. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { PageKey, PageRequest } from '../../../schema/page.ts';
import type { Member } from '../../../schema/school/account.ts';
import type { Params } from '../../engine/engine.ts';
import { beginningOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';

/** Every query names both, so another's row is as good as none. */
export const mine = (table: { siteId: SQLiteColumn; personId: SQLiteColumn }, p: Params<Member>): SQL | undefined =>
  and(eq(table.siteId, text(p.siteId)), eq(table.personId, text(p.personId)));

/** Backwards in time, along the index. */
export const behind = (at: SQLiteColumn, id: SQLiteColumn, p: Params<PageKey>): SQL =>
  sql`(${at}, ${id}) < (${integer(p.at)}, ${text(p.id)})`;

/** A condition that depends on what time it is. */
export type AsOfNow = (p: Params<{ now: number }>) => SQL | undefined;

/** What a page of a list is asked with. */
export type ListValues = Member & PageKey & { first: number; now: number };

/** One prepared query for each of the filters that a list may have. */
export const perFilter = <Filter extends string, Prepared>(
  conditions: Record<Filter, AsOfNow>,
  prepare: (condition: AsOfNow) => Prepared,
): Record<Filter, Prepared> =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [name, prepare(condition as AsOfNow)]),
  ) as Record<Filter, Prepared>;

export const valuesOf = (
  { siteId, personId }: Member,
  { first, after = beginningOf(true) }: PageRequest,
  now: number,
): ListValues => ({
  siteId,
  personId,
  first,
  at: after.at,
  id: after.id,
  now,
});
