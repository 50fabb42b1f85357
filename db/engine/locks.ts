/** The row lock: units of work that must see each other's doing begin with one, and the second waits for the first. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params, Statement } from './engine.ts';

/**
 * Prepares a step that locks a row until the unit of work is done: an update that changes nothing, which both engines
 * understand. Where the row has to be in some state, the condition says so: the step touches nothing otherwise, and a
 * `required` one undoes the unit. It is looked at when the lock is held.
 */
export function lockRow<Given>(
  db: Database,
  table: SQLiteTable & { updatedAt: SQLiteColumn },
  which: (p: Params<Given>) => SQL | undefined,
): Statement<Given> {
  return db.write((q, p: Params<Given>) =>
    q
      .update(table)
      .set({ updatedAt: sql`${table.updatedAt}` })
      .where(which(p)),
  );
}
