/**
 * Reads order items, and ensures, with a row lock on the membership, that a member has at most one live subscription to
 * a plan. It also counts subscribers per plan from `subscriber_count`, which triggers maintain and maintenance corrects
 * for subscriptions that have ended.
 */
import { and, asc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { amongAtSite, integer, scalar, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

export interface OrderItem {
  kind: 'course' | 'membership_plan' | 'digital_product' | 'event';
  refId: string;
  title: string;
  quantity: number;
  unitAmount: number;
}

/** Plans of all schools that housekeeping looks at in one statement. */
const COUNTED_AT_ONCE = 500;
/** A count is of an instant that is over on every node. */
const CLOCKS_DIFFER_MS = 60_000;

export interface LiveSubscription {
  id: string;
  personId: string;
  planId: string;
}

/** By its status a subscription goes on; when it ends is judged beside that. */
const keptOf = ({ subscriptions }: Tables): SQL =>
  sql`${subscriptions.status} in ('trialing', 'active', 'past_due', 'paused')`;

/** How many have a plan: what the plan keeps, without what has ended since. */
function subscriberCounting(db: Database) {
  const { membershipPlans, subscriptions } = db.tables;
  const isKept = keptOf(db.tables);

  // By subscriptions_by_plan_state: the kept count is of an instant, and few end between that and another one.
  const overBy = (at: SQL): SQL =>
    sql`from ${subscriptions} where ${subscriptions.siteId} = ${membershipPlans.siteId} and ${subscriptions.planId} = ${membershipPlans.id} and ${isKept} and ${subscriptions.endsAt} > ${membershipPlans.countedUntil} and ${subscriptions.endsAt} <= ${at}`;
  const countSubscribers = db.many((q, p: Params<{ now: number; ids: string; siteId: string }>) =>
    q
      .select({
        id: membershipPlans.id,
        subscriberCount: scalar(sql`${membershipPlans.subscriberCount} - (select count(*) ${overBy(integer(p.now))})`),
      })
      .from(membershipPlans)
      .where(amongAtSite(db, membershipPlans.id, membershipPlans.siteId, p.ids, p.siteId)),
  );
  // By the primary key, a part at a time.
  const readPlans = db.many((q, p: Params<{ until: number; after: string }>) =>
    q
      .select({
        id: membershipPlans.id,
        isDue: scalar(sql`(case when exists (select 1 ${overBy(integer(p.until))}) then 1 else 0 end)`),
      })
      .from(membershipPlans)
      .where(gt(membershipPlans.id, text(p.after)))
      .orderBy(asc(membershipPlans.id))
      .limit(COUNTED_AT_ONCE),
  );
  const ofPlan = (p: Params<{ id: string }>) => eq(membershipPlans.id, text(p.id));
  const holdPlan = db.write((q, p: Params<{ until: number; id: string }>) =>
    q
      .update(membershipPlans)
      .set({ countedUntil: sql`${membershipPlans.countedUntil}` })
      .where(and(ofPlan(p), lt(membershipPlans.countedUntil, integer(p.until)))),
  );
  const advancePlan = db.write((q, p: Params<{ until: number; id: string }>) =>
    q
      .update(membershipPlans)
      .set({
        subscriberCount: sql`${membershipPlans.subscriberCount} - (select count(*) ${overBy(integer(p.until))})`,
        countedUntil: value(p.until),
      })
      .where(ofPlan(p)),
  );

  return { countSubscribers, readPlans, holdPlan, advancePlan };
}

/** Subscriptions of a member that have not ended, and the membership that is held while one is made. */
function liveSubscriptions(db: Database) {
  const { memberships, subscriptions } = db.tables;
  const isKept = keptOf(db.tables);

  const isLive = (now: SQL): SQL | undefined =>
    and(isKept, or(isNull(subscriptions.endsAt), gt(subscriptions.endsAt, now)));

  // By subscriptions_by_person.
  const liveOne = (p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    and(
      eq(subscriptions.siteId, text(p.siteId)),
      eq(subscriptions.personId, text(p.personId)),
      eq(subscriptions.planId, text(p.planId)),
      sql`${subscriptions.id} <> ${text(p.id)}`,
      isLive(integer(p.now)),
    );
  const readLive = db.one((q, p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    q.select({ id: subscriptions.id }).from(subscriptions).where(liveOne(p)).limit(1),
  );

  // By the primary key: who waits for it sees what the one before has done.
  const membership = (p: Params<{ personId: string; siteId: string }>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} <> 'removed'`,
    );
  const unchanged = { updatedAt: sql`${memberships.updatedAt}` };
  const holdMember = db.write((q, p: Params<{ personId: string; siteId: string }>) =>
    q.update(memberships).set(unchanged).where(membership(p)),
  );
  const unlessLive = db.write((q, p: Params<LiveSubscription & { siteId: string; now: number }>) =>
    q
      .update(memberships)
      .set(unchanged)
      .where(and(membership(p), sql`not exists (select 1 from ${subscriptions} where ${liveOne(p)})`)),
  );

  return { readLive, holdMember, unlessLive };
}

/** What orders, plans and subscriptions say of each other. */
export function salesStore(db: Database) {
  const { orderItems } = db.tables;
  const { countSubscribers, readPlans, holdPlan, advancePlan } = subscriberCounting(db);
  const { readLive, holdMember, unlessLive } = liveSubscriptions(db);

  // By the primary key.
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

  return {
    /** What orders consist of, in order, for a page of them. */
    async itemsOf(siteId: string, orderIds: readonly string[]): Promise<Map<string, OrderItem[]>> {
      const items = new Map<string, OrderItem[]>(orderIds.map((id) => [id, []]));
      for (const { orderId, ...item } of await readItems({ siteId, ids: JSON.stringify(orderIds) })) {
        items.get(orderId)?.push(item);
      }
      return items;
    },

    /** How many members have each plan now: a member has one subscription to a plan at a time. */
    async subscriberCounts(siteId: string, planIds: readonly string[], now: number): Promise<Map<string, number>> {
      const rows = await countSubscribers({ siteId, ids: JSON.stringify(planIds), now });
      return new Map(rows.map(({ id, subscriberCount }) => [id, subscriberCount]));
    },

    /** Has the counts that plans keep leave out what has ended since, so that there is little to leave out when they are read. */
    async forgetEnded(now: number): Promise<void> {
      const until = now - CLOCKS_DIFFER_MS;
      for (let after = ''; ; ) {
        const plans = await readPlans({ after, until });
        for (const { id, isDue } of plans) {
          if (isDue === 0) continue;
          // Whoever is changing a subscription to it comes before or after both.
          await db.atomically(required(holdPlan({ id, until })), advancePlan({ id, until }));
        }
        const last = plans.at(-1);
        if (last === undefined || plans.length < COUNTED_AT_ONCE) return;
        after = last.id;
      }
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
