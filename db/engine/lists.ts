/** Lists in pages: each shape prepared once, in the order of a time and an id, read by one row more than is shown. */
import { asc, desc, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Page, PageKey } from '../../schema/page.ts';
import type { Params } from './engine.ts';
import { integer, limitOf, text } from './placeholders.ts';

/** Prepares each query shape on first use. The number of shapes is limited by the filters. */
export function preparedOnce(): <Statement>(shape: object, prepare: () => Statement) => Statement {
  const prepared = new Map<string, unknown>();
  return <Statement>(shape: object, prepare: () => Statement): Statement => {
    const key = JSON.stringify(shape);
    const known = (prepared.get(key) as Statement | undefined) ?? prepare();
    prepared.set(key, known);
    return known;
  };
}

/** The position after which a page begins: the time (milliseconds) and id of a row. */
export interface ListStart {
  at: number;
  afterId: string;
}

/** The order of a list, and the condition for rows after a position. */
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

/** The start of a list without a cursor, which precedes every row. */
export const beginningOf = (descending: boolean): PageKey => ({
  at: descending ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER,
  id: '',
});

/** As a limit: of `first` rows one more tells whether there is more. */
export const oneMore = (p: Params<{ first: number }>): Placeholder => limitOf(sql`${integer(p.first)} + 1`);

/**
 * Builds a page.
 * @param rows one more than `first`, if more rows follow
 */
export const pageOf = <Row>(first: number, rows: readonly Row[]): Page<Row> => ({
  rows: rows.slice(0, first),
  hasMore: rows.length > first,
});

/** The selection of a count. */
export const howMany = { count: sql<number>`count(*)`.mapWith(Number) };

export const counted = (row: { count: number } | undefined): number => row?.count ?? 0;
