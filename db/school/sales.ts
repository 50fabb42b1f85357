/**
 * Reads order items, and ensures, with a row lock on the membership, that a member has at most one live subscription to
 * a plan. It also counts subscribers per plan from `subscriber_count`, which triggers maintain and maintenance corrects
 * for subscriptions that have ended.
 */
import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { amongAtSite, integer, scalar, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from './clock-difference.ts';
import { isRemoved } from './removed-members.ts';

export interface OrderItem {
  kind: 'course' | 'membership_plan' | 'digital_product' | 'event';
  refId: string;
  title: string;
  quantity: number;
  unitAmount: number;
}

/** The item that an order is about. */
type ItemReference = Pick<OrderItem, 'kind' | 'refId'>;

/** The number of plans, of all schools, that housekeeping reads in one statement. */
const PLANS_PER_READ = 500;

export interface LiveSubscription {
  id: string;
  personId: string;
  planId: string;
}

/** Condition that the status of a subscription is that of a current one. Its end is a separate condition. */
const hasCurrentStatus = ({ subscriptions }: Tables): SQL =>
  sql`${subscriptions.status} in ('trialing', 'active', 'past_due', 'paused')`;

/** Counts the subscribers of plans: `subscriber_count` without the subscriptions that ended since `counted_until`. */
function subscriberCounting(db: Database) {
  const { membershipPlans, subscriptions } = db.tables;
  const isCurrent = hasCurrentStatus(db.tables);

  // Uses the index subscriptions_by_plan_state. Few subscriptions end between `counted_until` and another time.
  const fromEndedBy = (at: SQL): SQL =>
    sql`from ${subscriptions} where not ${isRemoved(db, sql`${subscriptions}`)} and ${subscriptions.siteId} = ${membershipPlans.siteId} and ${subscriptions.planId} = ${membershipPlans.id} and ${isCurrent} and ${subscriptions.endsAt} > ${membershipPlans.countedUntil} and ${subscriptions.endsAt} <= ${at}`;
  const countSubscribers = db.many((q, p: Params<{ now: number; ids: string; siteId: string }>) =>
    q
      .select({
        id: membershipPlans.id,
        subscriberCount: scalar(
          sql`${membershipPlans.subscriberCount} - (select count(*) ${fromEndedBy(integer(p.now))})`,
        ),
      })
      .from(membershipPlans)
      .where(amongAtSite(db, membershipPlans.id, membershipPlans.siteId, p.ids, p.siteId)),
  );
  // Reads a part of the plans along the primary key.
  const readPlans = db.many((q, p: Params<{ until: number; after: string }>) =>
    q
      .select({
        id: membershipPlans.id,
        isDue: scalar(sql`(case when exists (select 1 ${fromEndedBy(integer(p.until))}) then 1 else 0 end)`),
      })
      .from(membershipPlans)
      .where(gt(membershipPlans.id, text(p.after)))
      .orderBy(asc(membershipPlans.id))
      .limit(PLANS_PER_READ),
  );
  const ofPlan = (p: Params<{ id: string }>) => eq(membershipPlans.id, text(p.id));
  const lockPlan = db.write((q, p: Params<{ until: number; id: string }>) =>
    q
      .update(membershipPlans)
      .set({ countedUntil: sql`${membershipPlans.countedUntil}` })
      .where(and(ofPlan(p), lt(membershipPlans.countedUntil, integer(p.until)))),
  );
  const advancePlan = db.write((q, p: Params<{ until: number; id: string }>) =>
    q
      .update(membershipPlans)
      .set({
        subscriberCount: sql`${membershipPlans.subscriberCount} - (select count(*) ${fromEndedBy(integer(p.until))})`,
        countedUntil: value(p.until),
      })
      .where(ofPlan(p)),
  );

  return { countSubscribers, readPlans, lockPlan, advancePlan };
}

/** Prepares the lookup of a member's live subscriptions, and the lock on the membership while one is created. */
function liveSubscriptions(db: Database) {
  const { memberships, subscriptions } = db.tables;
  const isCurrent = hasCurrentStatus(db.tables);

  const isLive = (now: SQL): SQL | undefined =>
    and(isCurrent, or(isNull(subscriptions.endsAt), gt(subscriptions.endsAt, now)));

  // Uses the index subscriptions_by_person.
  const isOtherLive = (p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    and(
      eq(subscriptions.siteId, text(p.siteId)),
      eq(subscriptions.personId, text(p.personId)),
      eq(subscriptions.planId, text(p.planId)),
      sql`${subscriptions.id} <> ${text(p.id)}`,
      isLive(integer(p.now)),
    );
  const readLive = db.one((q, p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    q.select({ id: subscriptions.id }).from(subscriptions).where(isOtherLive(p)).limit(1),
  );

  // Uses the primary key. A transaction that waits for this lock sees what the previous holder has written.
  const isMembership = (p: Params<{ personId: string; siteId: string }>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} <> 'removed'`,
    );
  const unchanged = { updatedAt: sql`${memberships.updatedAt}` };
  const lockMember = db.write((q, p: Params<{ personId: string; siteId: string }>) =>
    q.update(memberships).set(unchanged).where(isMembership(p)),
  );
  const lockUnlessLive = db.write((q, p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    q
      .update(memberships)
      .set(unchanged)
      .where(and(isMembership(p), sql`not exists (select 1 from ${subscriptions} where ${isOtherLive(p)})`)),
  );

  return { readLive, lockMember, lockUnlessLive };
}

export function salesStore(db: Database) {
  const { orderItems } = db.tables;
  const { countSubscribers, readPlans, lockPlan, advancePlan } = subscriberCounting(db);
  const { readLive, lockMember, lockUnlessLive } = liveSubscriptions(db);

  // Uses the primary key.
  const readItems = db.many((q, p: Params<{ ids: string; siteId: string }>) =>
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
      .where(amongAtSite(db, orderItems.orderId, orderItems.siteId, p.ids, p.siteId))
      .orderBy(asc(orderItems.orderId), asc(orderItems.position)),
  );
  // Uses the index order_items_by_thing.
  const readOrdered = db.one((q, p: Params<ItemReference & { siteId: string }>) =>
    q
      .select({ orderId: orderItems.orderId })
      .from(orderItems)
      .where(
        and(
          eq(orderItems.siteId, text(p.siteId)),
          eq(orderItems.kind, text(p.kind)),
          eq(orderItems.refId, text(p.refId)),
        ),
      )
      .limit(1),
  );

  return {
    /** Returns the items of each order, in the order in which it lists them. */
    async itemsOf(siteId: string, orderIds: readonly string[]): Promise<Map<string, OrderItem[]>> {
      const items = new Map<string, OrderItem[]>(orderIds.map((id) => [id, []]));
      for (const { orderId, ...item } of await readItems({ siteId, ids: JSON.stringify(orderIds) })) {
        items.get(orderId)?.push(item);
      }
      return items;
    },

    /** Returns whether any order, of whatever status, has the thing among its items. */
    isOrdered: async (siteId: string, kind: ItemReference['kind'], refId: string): Promise<boolean> =>
      (await readOrdered({ siteId, kind, refId })) !== undefined,

    /** Counts the members with each plan. A member has at most one live subscription to a plan. */
    async subscriberCounts(siteId: string, planIds: readonly string[], now: number): Promise<Map<string, number>> {
      const rows = await countSubscribers({ siteId, ids: JSON.stringify(planIds), now });
      return new Map(rows.map(({ id, subscriberCount }) => [id, subscriberCount]));
    },

    /** Advances the counts of plans past subscriptions that have ended, so that reads have few of them to subtract. */
    async forgetEnded(now: number): Promise<void> {
      const until = now - MAX_CLOCK_DIFFERENCE_MS;
      for (let after = ''; ; ) {
        const plans = await readPlans({ after, until });
        for (const { id, isDue } of plans) {
          if (isDue === 0) continue;
          // The lock makes concurrent changes of subscriptions to the plan wait until both steps are done.
          await db.atomically(required(lockPlan({ id, until })), advancePlan({ id, until }));
        }
        const last = plans.at(-1);
        if (last === undefined || plans.length < PLANS_PER_READ) return;
        after = last.id;
      }
    },

    /** Returns whether the member has a live subscription to the plan, other than the one with the given id. */
    hasLive: async (siteId: string, personId: string, planId: string, now: number, id = ''): Promise<boolean> =>
      (await readLive({ siteId, personId, planId, now, id })) !== undefined,

    steps: {
      /** Locks the membership. The unit of work fails if the member has another live subscription to the plan. */
      onlyLive(siteId: string, { id, personId, planId }: LiveSubscription, now: number): readonly Step[] {
        const values = { siteId, personId, planId, id, now };
        return [required(lockMember(values)), required(lockUnlessLive(values))];
      },
    },
  };
}
