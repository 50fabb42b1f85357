/**
 * Cursor pagination in the order of a time, or a text, and an id. Each query shape is prepared once and reads one row more than the
 * page has, to tell whether more rows follow.
 */
import { asc, desc, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Page, PageKey } from '../../schema/data/list-page.ts';
import { withoutCase } from '../columns/without-case.ts';
import type { Database, Parameter, Params } from './engine.ts';
import { integer, limitOf, text } from './placeholders.ts';

/**
 * Prepares a statement for each query shape when the shape is first used. The number of shapes is limited by the
 * filters.
 * @param prepare builds the statement of a shape, which must be serializable as JSON
 */
export function preparedPerShape<Shape, Statement>(prepare: (shape: Shape) => Statement): (shape: Shape) => Statement {
  const prepared = new Map<string, Statement>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const statement = prepared.get(key) ?? prepare(shape);
    prepared.set(key, statement);
    return statement;
  };
}

/** Sort value of a row in a list: a time in milliseconds, or a text. */
export type SortValue = number | string;

/** The position after which a page begins: the place and id of a row. */
export interface ListStart {
  at: SortValue;
  afterId: string;
}

/** The position with which a stretch of a list ends. */
export interface ListEnd {
  until: SortValue;
  untilId: string;
}

/**
 * The order of a list, and the conditions for rows after a position, and up to one.
 * @param positionOf the parameter of a place in the form that rows are sorted by, which is a time by default
 */
export function inOrderOf(
  sorted: SQLiteColumn | SQL,
  id: SQLiteColumn,
  descending: boolean,
  positionOf: (value: Parameter<SortValue>) => SQL = (value) => integer(value as Parameter<number>),
) {
  const by = descending ? desc : asc;
  const order: [SQL, SQL] = [by(sorted), by(id)];
  const key = sql`(${sorted}, ${id})`;
  const start = (p: Params<ListStart>): SQL => sql`(${positionOf(p.at)}, ${text(p.afterId)})`;
  const end = (p: Params<ListEnd>): SQL => sql`(${positionOf(p.until)}, ${text(p.untilId)})`;
  return {
    isAfter(p: Params<ListStart>): SQL {
      const isAfter = descending ? sql`${key} < ${start(p)}` : sql`${key} > ${start(p)}`;
      if (!is(sorted, SQL)) return isAfter;
      // SQLite finds no place in an index by a pair that contains an expression.
      const isFrom = descending ? sql`${sorted} <= ${positionOf(p.at)}` : sql`${sorted} >= ${positionOf(p.at)}`;
      return sql`${isFrom} and ${isAfter}`;
    },
    isUpTo: (p: Params<ListEnd>): SQL => (descending ? sql`${key} >= ${end(p)}` : sql`${key} <= ${end(p)}`),
    order,
  };
}

/** The order of a list by a text, without regard to case. */
export const inOrderOfText = (
  db: Pick<Database, 'engine'>,
  column: SQLiteColumn,
  id: SQLiteColumn,
  descending: boolean,
) =>
  inOrderOf(withoutCase[db.engine](column), id, descending, (value) =>
    withoutCase[db.engine](text(value as Parameter<string>)),
  );

/**
 * The start of a list without a cursor, which precedes every row. Its time is beyond the safe integers, of which the
 * greatest is the place of rows without a time.
 */
export const beginningOf = (descending: boolean): PageKey => ({ at: descending ? 2 ** 53 : -(2 ** 53), id: '' });

/** The same of a list that is sorted by a text, which is shorter than the last place. */
export const beginningOfTexts = (descending: boolean): PageKey<string> => ({
  at: descending ? '\u{10FFFF}'.repeat(MAX_SORTED) : '',
  id: '',
});
const MAX_SORTED = 256;

/** A column for sorting, in the form in which indexes contain it. A call with a comma could not be one of their columns. */
export const withoutNull = (column: SQLiteColumn, instead: number): SQL =>
  sql`(cast(case when ${column} is null then ${sql.raw(String(instead))} else ${column} end as bigint))`;

/** The time of a row in a list that is sorted by a column, in which rows may have no time. */
export function sortValueOf(row: object, sort: string, withoutTime: number): number {
  const at: unknown = Reflect.get(row, sort);
  return at === null ? withoutTime : Number(at);
}

/** The limit of a page: one row more than `first`, which tells whether more rows follow. */
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
