/** Shared conditions and values of the queries for a member's own rows at one school, which are listed newest first. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { PageKey, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member } from '../../../schema/school/account.ts';
import type { Params } from '../../engine/engine.ts';
import { beginningOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';

/** Every query contains this condition, so it finds no row of another member or of another school. */
export const isOwn = (table: { siteId: SQLiteColumn; personId: SQLiteColumn }, p: Params<Member>): SQL | undefined =>
  and(eq(table.siteId, text(p.siteId)), eq(table.personId, text(p.personId)));

/** Condition that a row follows the given position in the order of the index, newest first. */
export const isAfter = (at: SQLiteColumn | SQL, id: SQLiteColumn | SQL, p: Params<PageKey>): SQL =>
  sql`(${at}, ${id}) < (${integer(p.at)}, ${text(p.id)})`;

/** A condition that depends on the time `now`, in milliseconds since the epoch. */
export type AsOfNow = (p: Params<{ now: number }>) => SQL | undefined;

/** The parameters of a page of a list. */
export type ListValues = Member & PageKey & { first: number; now: number };

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
