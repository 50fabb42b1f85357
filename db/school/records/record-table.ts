/**
 * Wraps a table that has an `id` and a `siteId` column and translates filters into SQL conditions for record-reads.ts
 * and records.ts. Column names are checked against the table, so a request cannot name an arbitrary one.
 */
import { and, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { withoutCase } from '../../columns/without-case.ts';
import type { Database, Parameter, Params, RowOf, Values } from '../../engine/engine.ts';
import { beginningOf, beginningOfTexts, inOrderOf, inOrderOfText, withoutNull } from '../../engine/lists.ts';
import { among, amongAtSite, integer, parameterNamed, text } from '../../engine/placeholders.ts';
import type { SearchResult } from '../../engine/search-index.ts';
import { type SearchShape, type SearchValues, searching } from '../../engine/searching.ts';
import { memberSearching } from '../../people/member-index.ts';
import type { Tables } from '../../tables/index.ts';
import { isOpenEnrollment } from '../entitlements.ts';
import { isLabelled } from '../labels.ts';
import { isVisible, type VisibilityShape, type VisibilityValues } from '../learning/taught.ts';
import { endsOf, type FilterShape, type RangeShape } from './record-query.ts';

type Seen = Params<{ siteId: string } & VisibilityValues>;
type SiteTable = SQLiteTable & Record<'id' | 'siteId', SQLiteColumn>;

/** The tables whose rows have an id and a site. */
export type SiteTableName = {
  [Name in keyof Tables]: Tables[Name]['$inferSelect'] extends { id: string; siteId: string } ? Name : never;
}[keyof Tables];

/** A row of such a table, as it is stored. */
export type RowIn<Name extends SiteTableName> = RowOf<Tables[Name]>;

export type RecordTable<Name extends SiteTableName> = ReturnType<typeof recordTable<Name>>;

/** The orders of lists by a column of times or of texts. */
function orderingBy(db: Database, id: SQLiteColumn, column: (field: string) => SQLiteColumn) {
  /** The value by which rows are sorted: those without a time are last. */
  function sortKey(field: string): SQLiteColumn | SQL {
    const sorted = column(field);
    return sorted.notNull ? sorted : withoutNull(sorted, Number.MAX_SAFE_INTEGER);
  }
  const isText = (field: string): boolean => column(field).dataType === 'string';

  return {
    sortKey,
    isText,
    inOrder: (field: string, descending: boolean) =>
      isText(field) ? inOrderOfText(db, column(field), id, descending) : inOrderOf(sortKey(field), id, descending),
    beginningBy: (field: string) => (isText(field) ? beginningOfTexts : beginningOf),
  };
}

/** Returns a table with the conditions that the parts of a query shape stand for. */
export function recordTable<Name extends SiteTableName>(db: Database, name: Name) {
  const table: SiteTable = db.tables[name];
  const columns: Record<string, SQLiteColumn> = getTableColumns<SQLiteTable>(table);
  const atSite = (p: Params<{ siteId: string }>) => eq(table.siteId, text(p.siteId));

  /** @throws {RangeError} if the table has no such column */
  function column(field: string): SQLiteColumn {
    const found = columns[field];
    if (found === undefined) throw new RangeError(`${name} has no column ${field}`);
    return found;
  }

  const listOf = (field: string): string => `${name}.${field}`;

  const ordering = orderingBy(db, table.id, column);
  const foundRows = searching(db, { kind: name, id: table.id, siteId: table.siteId, isShared: false });
  /** Condition for the result of a search: rows, or the members that rows belong to. */
  const found = (isOfMembers: boolean) =>
    isOfMembers ? memberSearching(db, { personId: column('personId'), siteId: table.siteId }) : foundRows;

  function match({ column: field, compare }: FilterShape): SQL | undefined {
    const compared = column(field);
    const isNumber = compared.dataType === 'number' || compared.dataType === 'boolean';
    const name = `is_${field}`;
    const value = isNumber ? integer(parameterNamed(name)) : text(parameterNamed(name));
    switch (compare) {
      case 'oneOf':
        return among(db, compared, parameterNamed(name));
      case 'by':
        return lte(compared, value);
      case 'after':
        return or(isNull(compared), gt(compared, value));
      case 'lists':
        return isLabelled(db, listOf(field), table.id, table.siteId, parameterNamed(name));
      case 'startsWith':
        return sql`${withoutCase[db.engine](sql`substr(${compared}, 1, length(${value}))`)} = ${withoutCase[db.engine](value)}`;
      case 'openAt':
        return isOpenEnrollment(db, integer(parameterNamed(name)));
      case 'endedAt':
        return sql`${compared} <> 'revoked' and not ${isOpenEnrollment(db, integer(parameterNamed(name)))}`;
      case 'equal':
        return compared.dataType === 'boolean' ? sql`${compared} = (${value} = 1)` : eq(compared, value);
    }
  }

  return {
    table,
    columns,

    /** Gives rows the type of the table. It is asserted: the rows were selected with all columns of the table. */
    typed: (rows: readonly Values[]) => rows as readonly RowIn<Name>[],

    column,
    ...ordering,
    listOf,

    atSite,

    isRow: (p: Params<{ siteId: string; id: string }>) => and(eq(table.id, text(p.id)), atSite(p)),

    matches: (shapes: readonly FilterShape[]): (SQL | undefined)[] => shapes.map(match),

    /** Condition that the id is in a list. Another condition on the site would make SQLite read all its rows. */
    isAmong: (list: Parameter<string>, site: Parameter<string>): SQL =>
      amongAtSite(db, table.id, table.siteId, list, site),

    isFoundAtSite: (p: Params<SearchValues>, shape: SearchShape | undefined, isOfMembers: boolean) =>
      found(isOfMembers).isFoundAtSite(p, shape),

    searchValues: (site: string, among: SearchResult | undefined, isOfMembers: boolean) =>
      found(isOfMembers).searchValues(site, among),

    /** Omits an end that is not given. Otherwise, the planner would prefer an index of times to a better one. */
    isBetween: (ranges: readonly RangeShape[]): (SQL | undefined)[] =>
      ranges.map(({ column: field, hasFrom, hasTo }) => {
        const [by, { from, to }] = [ordering.sortKey(field), endsOf(field)];
        return and(
          hasFrom ? sql`${by} >= ${integer(parameterNamed(from))}` : undefined,
          hasTo ? sql`${by} < ${integer(parameterNamed(to))}` : undefined,
        );
      }),

    isVisible: (p: Seen, visibility: VisibilityShape | undefined, isOfMany = false) =>
      visibility && isVisible(db, p, column(visibility.column), visibility, isOfMany),
  };
}
