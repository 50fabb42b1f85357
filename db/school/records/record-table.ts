/**
 * Wraps a table that has an `id` and a `siteId` column and translates filters into SQL conditions for record-reads.ts
 * and record-changes.ts. Column names are checked against the table, so a request cannot name an arbitrary one.
 */
import { and, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Parameter, Params, RowOf, Values } from '../../engine/engine.ts';
import { preparedOnce } from '../../engine/lists.ts';
import { among, amongAtSite, integer, parameterNamed, text } from '../../engine/placeholders.ts';
import type { Tables } from '../../tables/index.ts';
import { reachedBy, type WithinShape, type WithinValues } from '../learning/taught.ts';
import type { FilterShape, RangeShape, RangeValues } from './record-query.ts';

type SiteTable = SQLiteTable & Record<'id' | 'siteId', SQLiteColumn>;

/** The tables whose rows have an id and a site. */
export type SiteTableName = {
  [Name in keyof Tables]: Tables[Name]['$inferSelect'] extends { id: string; siteId: string } ? Name : never;
}[keyof Tables];

/** A row of such a table, as it is stored. */
export type RowIn<Name extends SiteTableName> = RowOf<Tables[Name]>;

export type RecordTable<Name extends SiteTableName> = ReturnType<typeof recordTable<Name>>;

/** A table that has an id and a site, and the conditions that shapes of queries stand for. */
export function recordTable<Name extends SiteTableName>(db: Database, name: Name) {
  const table = db.tables[name] as unknown as SiteTable;
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const here = (p: Params<{ siteId: string }>) => eq(table.siteId, text(p.siteId));

  function column(field: string): SQLiteColumn {
    const found = columns[field];
    if (found === undefined) throw new RangeError(`${name} has no column ${field}`);
    return found;
  }

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
      case 'equal':
        return compared.dataType === 'boolean' ? sql`${compared} = (${value} = 1)` : eq(compared, value);
    }
  }

  return {
    table,
    columns,
    /** Rows that were selected by all columns of the table: this is where they get its type. */
    typed: (rows: readonly Values[]) => rows as readonly RowIn<Name>[],
    column,
    once: preparedOnce(),
    here,
    one: (p: Params<{ siteId: string; id: string }>) => and(eq(table.id, text(p.id)), here(p)),

    matches: (shapes: readonly FilterShape[]): (SQL | undefined)[] => shapes.map(match),

    /** Together with the site: the id beside a site of its own has SQLite read all rows of the site, in order, for a few. */
    byKey: (list: Parameter<string>, site: Parameter<string>): SQL =>
      amongAtSite(db, table.id, table.siteId, list, site),

    /** Only the ends that there are: one more would have the planner take an index of times where a better one is. */
    between(p: Params<RangeValues>, range: RangeShape | undefined): SQL | undefined {
      if (range === undefined) return undefined;
      const by = column(range.column);
      return and(
        range.hasFrom ? sql`${by} >= ${integer(p.from)}` : undefined,
        range.hasTo ? sql`${by} < ${integer(p.to)}` : undefined,
      );
    },

    reachable: (p: Params<{ siteId: string } & WithinValues>, within: WithinShape | undefined): SQL | undefined =>
      within && reachedBy(db, p, column(within.column), within),
  };
}
