/**
 * Keeps the rows of a table that strangers can add within a number. Beyond it, the networks that have most of them lose
 * their oldest ones, so that those who add many drop their own, and shut out nobody else.
 */
import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params } from './engine.ts';
import { limit } from './placeholders.ts';

/** Rows that one unit of work drops. */
export const DROPPED_AT_ONCE = 500;

/** The columns of such a table. An index on the network and the time serves the statements. */
interface BoundedTable extends SQLiteTable {
  id: SQLiteColumn;
  network: SQLiteColumn;
  createdAt: SQLiteColumn;
}

/**
 * Returns a function to call after each new row.
 * @param among which rows count, if not all of them; the index needs no others
 * @returns the number of rows that were dropped
 */
export function boundedRows(db: Database, table: BoundedTable, overall: number, among?: SQL): () => Promise<number> {
  const { id, network, createdAt } = table;
  const count = db.one((q) =>
    q
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(table)
      .where(among),
  );
  /**
   * The oldest rows of the networks that have most: those with the most newer ones of their network, the oldest first.
   * The outer condition is for a row that changes while it is found.
   */
  const dropExcess = db.write((q, p: Params<{ excess: number }>) => {
    const place = sql<number>`row_number() over (partition by ${network} order by ${createdAt} desc)`.as('place');
    const placed = q.select({ id, createdAt, place }).from(table).where(among).as('placed');
    const excess = q
      .select({ id: placed.id })
      .from(placed)
      .orderBy(desc(placed.place), asc(placed.createdAt))
      .limit(limit(p.excess));
    return q.delete(table).where(and(among, inArray(id, excess)));
  });
  /** Counting all rows takes time, so it is done once for so many new ones, which may be too many. */
  const interval = Math.min(Math.ceil(overall / 100), DROPPED_AT_ONCE);
  let added = 0;

  return async () => {
    added += 1;
    if (added % interval !== 0) return 0;
    const excess = Math.min(((await count())?.count ?? 0) - overall, DROPPED_AT_ONCE);
    if (excess <= 0) return 0;
    await db.atomically(dropExcess({ excess }));
    return excess;
  };
}
