/** What a member has ordered at one school. */
import { and, asc, desc } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/page.ts';
import type { Member, Order, OrderItem } from '../../../schema/school/account.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { amongAtSite } from '../../engine/placeholders.ts';
import { behind, type ListValues, mine, valuesOf } from './own-rows.ts';

export function ownOrders(db: Database) {
  const { orderItems, orders } = db.tables;

  // By orders_by_person.
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
      .where(and(mine(orders, p), behind(orders.placedAt, orders.id, p)))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(oneMore(p)),
  );
  const countOrders = db.one((q, p: Params<Member>) => q.select(howMany).from(orders).where(mine(orders, p)));
  // By the primary key.
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
    /** The latest first. */
    orders: async (member: Member, request: PageRequest): Promise<Page<Order>> =>
      pageOf(request.first, await readOrders(valuesOf(member, request, 0))),

    countOrders: async ({ siteId, personId }: Member): Promise<number> =>
      counted(await countOrders({ siteId, personId })),

    /** The lines of some of the member's orders, in the order of each. */
    orderItems: ({ siteId }: Member, orderIds: readonly string[]): Promise<OrderItem[]> =>
      readItems({ siteId, ids: JSON.stringify(orderIds) }),
  };
}
