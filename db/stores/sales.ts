import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Database, required, type Step } from '../engine.ts';
import { amongAtSite, integer, scalar, text } from '../placeholders.ts';

export interface OrderItem {
  kind: 'course' | 'membership_plan' | 'digital_product' | 'event';
  refId: string;
  title: string;
  quantity: number;
  unitAmount: number;
}

export type SalesStore = ReturnType<typeof salesStore>;

/** What orders, plans and subscriptions say of each other. */
export function salesStore(db: Database) {
  const { orderItems, membershipPlans, memberships, subscriptions } = db.tables;

  // By the primary key.
  const readItems = db.many((q) =>
    q
      .select({
        orderId: orderItems.orderId,
        kind: orderItems.kind,
        refId: orderItems.refId,
        title: orderItems.title,
        quantity: orderItems.quantity,
        unitAmount: orderItems.unitAmount,
      })
      .from(orderItems)
      .where(amongAtSite(db, orderItems.orderId, orderItems.siteId, 'ids'))
      .orderBy(asc(orderItems.orderId), asc(orderItems.position)),
  );

  const isLive = (now: SQL): SQL | undefined =>
    and(
      sql`${subscriptions.status} in ('trialing', 'active', 'past_due', 'paused')`,
      or(isNull(subscriptions.endsAt), gt(subscriptions.endsAt, now)),
    );

  // By subscriptions_by_plan_state. Each person once, by an expression: for the column itself SQLite takes the index that
  // has the people in order, and reads all subscriptions of the school for each plan.
  const countSubscribers = db.many((q) =>
    q
      .select({
        id: membershipPlans.id,
        subscriberCount: scalar(
          sql`(select count(distinct ${subscriptions.personId} || '') from ${subscriptions} where ${subscriptions.siteId} = ${membershipPlans.siteId} and ${subscriptions.planId} = ${membershipPlans.id} and ${isLive(integer('now'))})`,
        ),
      })
      .from(membershipPlans)
      .where(amongAtSite(db, membershipPlans.id, membershipPlans.siteId, 'ids')),
  );

  // By subscriptions_by_person.
  const liveOne = and(
    eq(subscriptions.siteId, text('siteId')),
    eq(subscriptions.personId, text('personId')),
    eq(subscriptions.planId, text('planId')),
    sql`${subscriptions.id} <> ${text('id')}`,
    isLive(integer('now')),
  );
  const readLive = db.one((q) => q.select({ id: subscriptions.id }).from(subscriptions).where(liveOne).limit(1));

  // By the primary key: who waits for it sees what the one before has done.
  const membership = and(
    eq(memberships.personId, text('personId')),
    eq(memberships.siteId, text('siteId')),
    sql`${memberships.status} <> 'removed'`,
  );
  const unchanged = { updatedAt: sql`${memberships.updatedAt}` };
  const holdMember = db.write((q) => q.update(memberships).set(unchanged).where(membership));
  const unlessLive = db.write((q) =>
    q
      .update(memberships)
      .set(unchanged)
      .where(and(membership, sql`not exists (select 1 from ${subscriptions} where ${liveOne})`)),
  );
  return {
    /** What orders consist of, in order, for a page of them. */
    async itemsOf(siteId: string, orderIds: readonly string[]): Promise<Map<string, OrderItem[]>> {
      const items = new Map<string, OrderItem[]>(orderIds.map((id) => [id, []]));
      for (const { orderId, ...item } of await readItems({ siteId, ids: JSON.stringify(orderIds) })) {
        items.get(orderId)?.push(item);
      }
      return items;
    },

    /** How many members have each plan now. */
    async subscriberCounts(siteId: string, planIds: readonly string[], now: number): Promise<Map<string, number>> {
      const rows = await countSubscribers({ siteId, ids: JSON.stringify(planIds), now });
      return new Map(rows.map(({ id, subscriberCount }) => [id, subscriberCount]));
    },

    /** Has the member a subscription to the plan that has not ended, beside the one with this id? */
    hasLive: async (siteId: string, personId: string, planId: string, now: number, id = ''): Promise<boolean> =>
      (await readLive({ siteId, personId, planId, now, id })) !== undefined,

    steps: {
      /** For the unit that brings a subscription to life: nothing comes of it when the member has another one like it. */
      onlyLive(siteId: string, { id, personId, planId }: LiveSubscription, now: number): readonly Step[] {
        const values = { siteId, personId, planId, id, now };
        return [required(holdMember(values)), required(unlessLive(values))];
      },
    },
  };
}

export interface LiveSubscription {
  id: string;
  personId: string;
  planId: string;
}
