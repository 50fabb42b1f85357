/** Row locks, for transactions that must not run concurrently. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params, Statement } from './engine.ts';

/**
 * Prepares a step that locks a row until the end of the transaction. It is an update that changes nothing, which works
 * on both engines. The condition can require a state of the row and is evaluated while the lock is held. If it does not
 * match, the step affects no row, and a `required` step rolls back the transaction.
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
