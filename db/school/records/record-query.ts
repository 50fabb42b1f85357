/**
 * A query on the rows of a table, separated into its shape, for which a statement is prepared, and the values that the
 * statement is executed with.
 */
import type { PageKey } from '../../../schema/data/list-page.ts';
import type { Values } from '../../engine/engine.ts';
import { beginningOf, type SortValue } from '../../engine/lists.ts';
import type { SearchResult } from '../../engine/search-index.ts';
import type { Visibility } from '../learning/taught.ts';

/** The value that each column must have, or a condition on the column. */
export type Where<Row> = { readonly [Column in keyof Row]?: Row[Column] | Condition };

export interface RecordQuery<Filter> {
  first: number;
  after: PageKey<SortValue> | undefined;
  /** The column that rows are sorted by, which contains times or texts. */
  sort: string;
  descending: boolean;
  where: Filter;
  /** The result of a search. Without one, all rows match. */
  among?: SearchResult;
  /** True if the search found members, and the rows are those of the members. */
  isOfMembers?: boolean;
  /** Each of another column. */
  ranges?: readonly TimeRange[];
  /** The rows that are visible to the person who makes the request. By default, all rows are. */
  visibility?: Visibility;
}

/**
 * A condition on a column: one of several texts (`oneOf`), a time up to and including `by`, no time or one later than
 * `after`, a list that contains a text (`lists`), or a text that begins with one (`startsWith`). `openAt` and `endedAt`
 * are about enrollments: whether one is open, or has ended, at a time, which subscriptions may decide. Times are
 * milliseconds since the epoch.
 */
export type Condition = {
  [Compare in keyof ComparedValue]: { readonly [Name in Compare]: ComparedValue[Compare] };
}[keyof ComparedValue];
interface ComparedValue {
  oneOf: readonly string[];
  by: number;
  after: number;
  lists: string;
  startsWith: string;
  openAt: number;
  endedAt: number;
}
const COMPARES: readonly (keyof ComparedValue)[] = ['oneOf', 'by', 'after', 'lists', 'startsWith', 'openAt', 'endedAt'];

/** The times of a column from `from` (inclusive) to `to` (exclusive), in milliseconds since the epoch. */
export interface TimeRange {
  column: string;
  from: number | undefined;
  to: number | undefined;
}

const compareOf = (value: unknown): keyof ComparedValue | undefined =>
  typeof value === 'object' && value !== null ? COMPARES.find((compare) => compare in value) : undefined;

/** A column with the way in which it is compared. */
export interface FilterShape {
  column: string;
  compare: 'equal' | keyof ComparedValue;
}

export const shapesOf = (where: object): FilterShape[] =>
  Object.entries(where).map(([column, value]) => ({ column, compare: compareOf(value) ?? 'equal' }));

export const filterValues = (where: object): Values =>
  Object.fromEntries(
    Object.entries(where).map(([field, value]) => {
      const compared: unknown = compareOf(value) === undefined ? value : Object.values(value)[0];
      const bound = Array.isArray(compared) ? JSON.stringify(compared) : compared;
      return [`is_${field}`, typeof bound === 'boolean' ? Number(bound) : bound];
    }),
  );

/** A column of times with the ends of the range that are given. */
export interface RangeShape {
  column: string;
  hasFrom: boolean;
  hasTo: boolean;
}

export const rangeShapes = (ranges: readonly TimeRange[] = []): RangeShape[] =>
  ranges.map(({ column, from, to }) => ({ column, hasFrom: from !== undefined, hasTo: to !== undefined }));

/** The names of the parameters of a range. An end that is not given is 0 and does not occur in the statement. */
export const endsOf = (column: string) => ({ from: `from_${column}`, to: `to_${column}` });

export const rangeValues = (ranges: readonly TimeRange[] = []): Values =>
  Object.fromEntries(
    ranges.flatMap(({ column, from = 0, to = 0 }) => {
      const ends = endsOf(column);
      return [
        [ends.from, from],
        [ends.to, to],
      ];
    }),
  );

/**
 * Returns the position after which a page of a list that is sorted by times begins: the end of the previous page, or that end of the range which comes
 * first in the order. The two are combined into one condition, because an engine uses only one of two conditions on the
 * same side of an index.
 * @returns the position with the rest of the ranges
 */
export function startOf(
  { after, sort, descending, ranges = [] }: RecordQuery<object>,
  beginning: (descending: boolean) => PageKey<SortValue> = beginningOf,
): PageKey<SortValue> & { ranges: readonly TimeRange[] } {
  const start = after ?? beginning(descending);
  const range = ranges.find(({ column }) => column === sort);
  if (range === undefined) return { ...start, ranges };
  const { column, from, to } = range;
  const end = descending ? to : from;
  const isPastEnd = end === undefined || (descending ? Number(start.at) < end : Number(start.at) >= end);
  const rest = descending ? { column, from, to: undefined } : { column, from: undefined, to };
  return { ...(isPastEnd ? start : { at: end, id: '' }), ranges: ranges.map((one) => (one === range ? rest : one)) };
}
