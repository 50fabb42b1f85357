/** Lists in pages: each shape prepared once, in the order of a time and an id, read by one row more than is shown. */
import { asc, desc, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Page, PageKey } from '../../schema/page.ts';
import type { Params } from './engine.ts';
import { integer, limitOf, text } from './placeholders.ts';

/**
 * Prepares each shape of a query when it is first asked for: there are as many as filters allow. The type is
 * asserted: the map holds all kinds of statements, and what asks for a shape always prepares the same kind.
 */
export function preparedOnce(): <Statement>(shape: object, prepare: () => Statement) => Statement {
  const prepared = new Map<string, unknown>();
  return <Statement>(shape: object, prepare: () => Statement): Statement => {
    const key = JSON.stringify(shape);
    const known = (prepared.get(key) as Statement | undefined) ?? prepare();
    prepared.set(key, known);
    return known;
  };
}

/** Where a page begins: behind the row of this time (milliseconds) and id. */
export interface ListStart {
  at: number;
  afterId: string;
}

/** The order of a list, and what of it comes behind a row. */
export function inOrderOf(time: SQLiteColumn, id: SQLiteColumn, descending: boolean) {
  const by = descending ? desc : asc;
  const order: [SQL, SQL] = [by(time), by(id)];
  const key = sql`(${time}, ${id})`;
  const start = (p: Params<ListStart>): SQL => sql`(${integer(p.at)}, ${text(p.afterId)})`;
  return {
    isBehind: (p: Params<ListStart>): SQL => (descending ? sql`${key} < ${start(p)}` : sql`${key} > ${start(p)}`),
    order,
  };
}

/** Where a list without a cursor begins: no row comes before it. */
export const beginningOf = (descending: boolean): PageKey => ({
  at: descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER,
  id: '',
});

/** As a limit: of `first` rows one more tells whether there is more. */
export const oneMore = (p: Params<{ first: number }>): Placeholder => limitOf(sql`${integer(p.first)} + 1`);

/** @param rows one more than `first`, where there is more */
export const pageOf = <Row>(first: number, rows: readonly Row[]): Page<Row> => ({
  rows: rows.slice(0, first),
  hasMore: rows.length > first,
});

/** What a count selects. */
export const howMany = { count: sql<number>`count(*)`.mapWith(Number) };

export const counted = (row: { count: number } | undefined): number => row?.count ?? 0;
