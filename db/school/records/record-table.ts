/**
 * Wraps a table that has an `id` and a `siteId` column and translates filters into SQL conditions for record-reads.ts
 * and record-changes.ts. Column names are checked against the table, so a request cannot name an arbitrary one.
 */
import { and, eq, getTableColumns, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../engine/engine.ts';
import { preparedOnce } from '../../engine/lists.ts';
import { among, amongAtSite, integer, text } from '../../engine/placeholders.ts';
import type { Tables } from '../../tables/index.ts';
import { reachedBy, type WithinShape } from '../learning/taught.ts';

type SiteTable = SQLiteTable & Record<'id' | 'siteId', SQLiteColumn>;

export type RecordTable = ReturnType<typeof recordTable>;

/** A table that has an id and a site, and the conditions that shapes of queries stand for. */
export function recordTable(db: Database, name: keyof Tables) {
  const table = db.tables[name] as unknown as SiteTable;
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const here = eq(table.siteId, text('siteId'));

  function column(field: string): SQLiteColumn {
    const found = columns[field];
    if (found === undefined) throw new RangeError(`${name} has no column ${field}`);
    return found;
  }

  function match(shape: string): SQL | undefined {
    const [field = '', condition] = shape.split(' ', 2);
    const compared = column(field);
    const isNumber = compared.dataType === 'number' || compared.dataType === 'boolean';
    const value = isNumber ? integer(`is_${field}`) : text(`is_${field}`);
    switch (condition) {
      case 'oneOf':
        return among(db, compared, `is_${field}`);
      case 'by':
        return lte(compared, value);
      case 'after':
        return or(isNull(compared), gt(compared, value));
      default:
        return compared.dataType === 'boolean' ? sql`${compared} = (${value} = 1)` : eq(compared, value);
    }
  }

  return {
    table,
    columns,
    column,
    once: preparedOnce(),
    here,
    one: and(eq(table.id, text('id')), here),

    matches: (shapes: readonly string[]): (SQL | undefined)[] => shapes.map(match),

    /** Together with the site: the id beside a site of its own has SQLite read all rows of the site, in order, for a few. */
    byKey: (list: string): SQL => amongAtSite(db, table.id, table.siteId, list),

    /** Only the ends that there are: one more would have the planner take an index of times where a better one is. */
    between(range: string | undefined): SQL | undefined {
      const [field = '', ...ends] = range?.split(' ') ?? [];
      return and(
        ends.includes('from') ? sql`${column(field)} >= ${integer('from')}` : undefined,
        ends.includes('to') ? sql`${column(field)} < ${integer('to')}` : undefined,
      );
    },

    reachable: (within: WithinShape | undefined): SQL | undefined =>
      within && reachedBy(db, column(within.split(' ')[0] ?? ''), within),
  };
}
