/** Row locks, for transactions that must not run concurrently. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Params, Statement } from './engine.ts';

/**
 * Prepares a step that locks a row until the end of the transaction. The condition can require a state of the row and is
 * evaluated while the lock is held. If it does not match, the step affects no row, and a `required` step rolls back the
 * transaction.
 */
export function lockRow<Input>(
  db: Database,
  table: SQLiteTable,
  which: (p: Params<Input>) => SQL | undefined,
): Statement<Input> {
  return db.lock((q, p: Params<Input>) => q.select({ found: sql`1` }).from(table).where(which(p)));
}
