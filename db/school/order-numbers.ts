/** Finds orders by the beginning of their number, in any case. */
import { and, eq, sql } from 'drizzle-orm';
import { withoutCase } from '../columns/without-case.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/** The ids of this many orders at most are passed to another statement. */
const FEW = 500;
/** Follows every other letter. */
const LAST = sql`'\u{10FFFF}'`;

export function orderNumbers(db: Database) {
  const { orders } = db.tables;
  const number = withoutCase[db.engine](orders.number);
  // Uses the index orders_by_number_without_case.
  const read = db.many((q, p: Params<{ siteId: string; beginning: string }>) => {
    const beginning = withoutCase[db.engine](text(p.beginning));
    return q
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(eq(orders.siteId, text(p.siteId)), sql`${number} >= ${beginning} and ${number} < ${beginning} || ${LAST}`),
      )
      .limit(FEW + 1);
  });

  return {
    /** @returns the ids of the orders, or `many` */
    async beginningWith(siteId: string, beginning: string): Promise<readonly string[] | 'many'> {
      const rows = await read({ siteId, beginning });
      return rows.length > FEW ? 'many' : rows.map(({ id }) => id);
    },
  };
}
