/** What is asked of the rows of a table: the shape, by which a query is prepared, and the values that are put into it. */
import type { PageKey } from '../../../schema/page.ts';
import type { Values } from '../../engine/engine.ts';
import { beginningOf } from '../../engine/lists.ts';
import type { Within } from '../learning/taught.ts';

/** Columns and the values they must have, or a condition on them. */
export type Where<Row> = { readonly [Column in keyof Row]?: Row[Column] | Condition };

export interface RecordQuery<Filter> {
  first: number;
  after: PageKey | undefined;
  /** A column of times. */
  sort: string;
  descending: boolean;
  where: Filter;
  /** Ids that a search found; all of them otherwise. */
  among?: readonly string[];
  range?: TimeRange;
  /** What the one who asks may see at all. */
  within?: Within;
}

/** What a column may hold, where that is not one value: one of several, an instant until another, or none or a later one. */
export type Condition = { readonly oneOf: readonly string[] } | { readonly by: number } | { readonly after: number };

/** Instants of a column: the first is within, the last is not. */
export interface TimeRange {
  column: string;
  from: number | undefined;
  to: number | undefined;
}

const conditionOf = (value: unknown): Condition | undefined =>
  typeof value === 'object' && value !== null ? (value as Condition) : undefined;

/** A column that is compared, and how. */
export interface FilterShape {
  column: string;
  compare: 'equal' | 'oneOf' | 'by' | 'after';
}

export const shapesOf = (where: object): FilterShape[] =>
  Object.entries(where).map(([column, value]) => {
    const condition = conditionOf(value);
    if (condition === undefined) return { column, compare: 'equal' };
    if ('oneOf' in condition) return { column, compare: 'oneOf' };
    return { column, compare: 'by' in condition ? 'by' : 'after' };
  });

export const filterValues = (where: object): Values =>
  Object.fromEntries(
    Object.entries(where).map(([field, value]) => {
      const [condition = value] = Object.values(conditionOf(value) ?? {});
      const bound = Array.isArray(condition) ? JSON.stringify(condition) : condition;
      return [`is_${field}`, typeof bound === 'boolean' ? Number(bound) : bound];
    }),
  );

/** A column of times, and the ends that there are. */
export interface RangeShape {
  column: string;
  hasFrom: boolean;
  hasTo: boolean;
}

export const rangeShape = (range: TimeRange | undefined): RangeShape | undefined =>
  range && { column: range.column, hasFrom: range.from !== undefined, hasTo: range.to !== undefined };

/** The parameters of a range; an end that is not there is not asked for. */
export type RangeValues = { from: number; to: number };

export const rangeValues = (range: TimeRange | undefined): RangeValues => ({
  from: range?.from ?? 0,
  to: range?.to ?? 0,
});

/**
 * Where a page begins: behind the page before, or at that end of the range which comes first in the order. The two are one
 * bound: of two on the same side an engine takes either, and reads on from there.
 * @returns with what is left of the range
 */
export function startOf({
  after,
  sort,
  descending,
  range,
}: RecordQuery<object>): PageKey & { range: TimeRange | undefined } {
  const start = after ?? beginningOf(descending);
  if (range?.column !== sort) return { ...start, range };
  const { column, from, to } = range;
  const end = descending ? to : from;
  const isBehind = end === undefined || (descending ? start.at < end : start.at >= end);
  const left = descending ? { column, from, to: undefined } : { column, from: undefined, to };
  return { ...(isBehind ? start : { at: end, id: '' }), range: left };
}
