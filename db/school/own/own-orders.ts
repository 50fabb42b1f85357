/** Lists the orders of a member at one school, with their items. */
import { and, asc, desc } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member, Order, OrderItem } from '../../../schema/school/account.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { amongAtSite } from '../../engine/placeholders.ts';
import { isAfter, isOwn, type ListValues, valuesOf } from './own-rows.ts';

export function ownOrders(db: Database) {
  const { orderItems, orders } = db.tables;

  // Uses the index orders_by_person.
  const readOrders = db.many((q, p: Params<ListValues>) =>
    q
      .select({
        id: orders.id,
        number: orders.number,
        status: orders.status,
        placedAt: orders.placedAt,
        paidAt: orders.paidAt,
        total: orders.total,
        refundedAmount: orders.refundedAmount,
        currency: orders.currency,
        couponCode: orders.couponCode,
      })
      .from(orders)
      .where(and(isOwn(orders, p), isAfter(orders.placedAt, orders.id, p)))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(oneMore(p)),
  );
  const countOrders = db.one((q, p: Params<Member>) => q.select(howMany).from(orders).where(isOwn(orders, p)));
  // Uses the primary key.
  const readItems = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select({
        orderId: orderItems.orderId,
        kind: orderItems.kind,
        title: orderItems.title,
        quantity: orderItems.quantity,
        unitAmount: orderItems.unitAmount,
      })
      .from(orderItems)
      .where(amongAtSite(db, orderItems.orderId, orderItems.siteId, p.ids, p.siteId))
      .orderBy(asc(orderItems.orderId), asc(orderItems.position)),
  );

  return {
    /** Lists the orders, the latest first. */
    orders: async (member: Member, request: PageRequest): Promise<Page<Order>> =>
      pageOf(request.first, await readOrders(valuesOf(member, request, 0))),

    countOrders: async ({ siteId, personId }: Member): Promise<number> =>
      counted(await countOrders({ siteId, personId })),

    /** Returns the items of several orders, in the order in which each order lists them. */
    orderItems: ({ siteId }: Member, orderIds: readonly string[]): Promise<OrderItem[]> =>
      readItems({ siteId, ids: JSON.stringify(orderIds) }),
  };
}
