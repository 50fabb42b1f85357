/** Lists in pages: each shape prepared once, in the order of a time and an id, read by one row more than is shown. */
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Page, PageKey } from '../../schema/page.ts';
import { integer, text } from './placeholders.ts';

/** Prepares each shape of a query when it is first asked for: there are as many as filters allow. */
export function preparedOnce(): <Prepared>(shape: string, prepare: () => Prepared) => Prepared {
  const prepared = new Map<string, unknown>();
  return <Prepared>(shape: string, prepare: () => Prepared): Prepared => {
    const known = (prepared.get(shape) as Prepared | undefined) ?? prepare();
    prepared.set(shape, known);
    return known;
  };
}

/** The order of a list, and what of it comes behind the row (`at`, `afterId`). */
export function inOrderOf(time: SQLiteColumn, id: SQLiteColumn, descending: boolean) {
  const order = descending ? desc : asc;
  const key = sql`(${time}, ${id})`;
  const place = sql`(${integer('at')}, ${text('afterId')})`;
  return {
    isBehind: descending ? sql`${key} < ${place}` : sql`${key} > ${place}`,
    order: [order(time), order(id)] as [SQL, SQL],
  };
}

/** Where a list without a cursor begins: no row comes before it. */
export const beginningOf = (descending: boolean): PageKey => ({
  at: descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER,
  id: '',
});

/** As a limit: of `first` rows one more tells whether there is more. */
export const oneMore = sql`${integer('first')} + 1` as never;

/** @param rows one more than `first`, where there is more */
export const pageOf = <Row>(first: number, rows: readonly Row[]): Page<Row> => ({
  rows: rows.slice(0, first),
  hasMore: rows.length > first,
});

/** What a count selects. */
export const howMany = { count: sql<number>`count(*)`.mapWith(Number) };

export const counted = (row: { count: number } | undefined): number => row?.count ?? 0;
