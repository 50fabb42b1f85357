/** Lists the refunds of a school from the table of what was paid, one for each time at which an order was refunded. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../schema/data/list-page.ts';
import type { Database, Params } from '../engine/engine.ts';
import {
  beginningOf,
  counted,
  howMany,
  inOrderOf,
  type ListStart,
  oneMore,
  pageOf,
  preparedPerShape,
  sortValueOf,
} from '../engine/lists.ts';
import { integer, text } from '../engine/placeholders.ts';
import type { RecordQuery, TimeRange } from './records/record-query.ts';

export interface Refund {
  /** That of the order. With the time, it is unique. */
  id: string;
  orderId: string;
  orderNumber: string;
  personId: string;
  /** Minor units of the currency. */
  refundedAmount: number;
  currency: string;
  refundedAt: number;
}

interface CountShape {
  hasFrom: boolean;
  hasTo: boolean;
}
type CountValues = { siteId: string; from: number; to: number };

export function refundStore(db: Database) {
  const { orders, payments } = db.tables;

  // Uses the index payments_by_kind.
  const matches = (p: Params<CountValues>, { hasFrom, hasTo }: CountShape): SQL | undefined =>
    and(
      eq(payments.siteId, text(p.siteId)),
      sql`${payments.kind} = 'refund'`,
      hasFrom ? sql`${payments.paidAt} >= ${integer(p.from)}` : undefined,
      hasTo ? sql`${payments.paidAt} < ${integer(p.to)}` : undefined,
    );
  const listing = preparedPerShape(({ descending, ...shape }: CountShape & { descending: boolean }) =>
    db.scan((q, p: Params<CountValues & ListStart & { first: number }>) => {
      const { isAfter, order } = inOrderOf(payments.paidAt, payments.orderId, descending);
      return q
        .select({
          id: payments.orderId,
          orderId: payments.orderId,
          orderNumber: orders.number,
          personId: orders.personId,
          refundedAmount: sql<number>`-${payments.amount}`.mapWith(Number),
          currency: payments.currency,
          refundedAt: payments.paidAt,
        })
        .from(payments)
        .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.siteId, payments.siteId)))
        .where(and(matches(p, shape), isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.scanOne((q, p: Params<CountValues>) => q.select(howMany).from(payments).where(matches(p, shape))),
  );

  const shapeOf = ([range]: readonly TimeRange[]): CountShape => ({
    hasFrom: range?.from !== undefined,
    hasTo: range?.to !== undefined,
  });
  const valuesOf = (siteId: string, [range]: readonly TimeRange[]): CountValues => ({
    siteId,
    from: range?.from ?? 0,
    to: range?.to ?? 0,
  });

  return {
    sortValueOf: (row: Refund): number => sortValueOf(row, 'refundedAt', 0),

    async page(siteId: string, query: RecordQuery<object>): Promise<Page<Refund>> {
      const { first, descending, after = beginningOf(descending), ranges = [] } = query;
      const list = listing({ ...shapeOf(ranges), descending });
      return pageOf(first, await list({ ...valuesOf(siteId, ranges), first, at: after.at, afterId: after.id }));
    },

    count: async (
      siteId: string,
      _where: object,
      _found?: unknown,
      ranges: readonly TimeRange[] = [],
    ): Promise<number> => counted(await counting(shapeOf(ranges))(valuesOf(siteId, ranges))),
  };
}
