/** Lists the subscriptions of a member at one school, current and past, with what their plans include. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member, OwnSubscription } from '../../../schema/school/account.ts';
import { termOf } from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { amongAtSite, listOf } from '../../engine/placeholders.ts';
import { isAfter, isOwn, type ListValues, valuesOf } from './own-rows.ts';

type IncludedValues = { siteId: string; ids: string };

/** Prepares the reads of what plans include. Both use the primary key. */
function includedReads(db: Database) {
  const { courses, digitalProducts } = db.tables;
  const readCourses = db.many((q, p: Params<IncludedValues>) =>
    q
      .select({ id: courses.id, slug: courses.slug, title: courses.title })
      .from(courses)
      .where(and(amongAtSite(db, courses.id, courses.siteId, p.ids, p.siteId), sql`${courses.status} = 'published'`)),
  );
  const readProducts = db.many((q, p: Params<IncludedValues>) =>
    q
      .select({ id: digitalProducts.id, title: digitalProducts.title })
      .from(digitalProducts)
      .where(
        and(
          amongAtSite(db, digitalProducts.id, digitalProducts.siteId, p.ids, p.siteId),
          sql`${digitalProducts.status} = 'published'`,
        ),
      ),
  );
  return { readCourses, readProducts };
}

function subscriptionReads(db: Database) {
  const { membershipPlans, sites, subscriptions } = db.tables;
  // Uses the index subscriptions_by_person.
  const readSubscriptions = db.many((q, p: Params<ListValues>) =>
    q
      .select({
        id: subscriptions.id,
        createdAt: subscriptions.createdAt,
        planId: subscriptions.planId,
        planName: membershipPlans.name,
        planSlug: membershipPlans.slug,
        status: subscriptions.status,
        startedAt: subscriptions.startedAt,
        currentPeriodStart: subscriptions.currentPeriodStart,
        currentPeriodEnd: subscriptions.currentPeriodEnd,
        endsAt: subscriptions.endsAt,
        pausedAt: subscriptions.pausedAt,
        updatedAt: subscriptions.updatedAt,
        priceAmount: subscriptions.priceAmount,
        priceCurrency: subscriptions.priceCurrency,
        planType: membershipPlans.planType,
        interval: membershipPlans.interval,
        intervalCount: membershipPlans.intervalCount,
        allCourses: membershipPlans.allCourses,
        courseIds: membershipPlans.courseIds,
        productIds: membershipPlans.productIds,
        timezone: sites.timezone,
      })
      .from(subscriptions)
      .innerJoin(membershipPlans, eq(membershipPlans.id, subscriptions.planId))
      .innerJoin(sites, eq(sites.id, subscriptions.siteId))
      .where(and(isOwn(subscriptions, p), isAfter(subscriptions.createdAt, subscriptions.id, p)))
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
      .limit(oneMore(p)),
  );
  // In the index subscriptions_by_plan_state, which has all that it reads, SQLite would go through those of the school.
  const isAnyTime = sql`${subscriptions.updatedAt} >= 0`;
  const countSubscriptions = db.one((q, p: Params<Member>) =>
    q
      .select(howMany)
      .from(subscriptions)
      .innerJoin(membershipPlans, eq(membershipPlans.id, subscriptions.planId))
      .where(and(isOwn(subscriptions, p), isAnyTime)),
  );
  return { readSubscriptions, countSubscriptions };
}

type SubscriptionRow = Awaited<ReturnType<ReturnType<typeof subscriptionReads>['readSubscriptions']>>[number];

export function ownSubscriptions(db: Database) {
  const { readSubscriptions, countSubscriptions } = subscriptionReads(db);
  const { readCourses, readProducts } = includedReads(db);

  /** Reads what all these subscriptions include with one statement for each kind. */
  async function includedIn(siteId: string, rows: readonly SubscriptionRow[]) {
    const ids = (of: (row: SubscriptionRow) => readonly string[] | null) =>
      listOf([...new Set(rows.flatMap((row) => of(row) ?? []))]);
    const courses = await readCourses({ siteId, ids: ids(({ courseIds }) => courseIds) });
    const products = await readProducts({ siteId, ids: ids(({ productIds }) => productIds) });
    return {
      courses: new Map(courses.map(({ id, ...course }) => [id, course])),
      products: new Map(products.map((product) => [product.id, product])),
    };
  }

  return {
    /** Lists the subscriptions, the latest first. */
    async ownSubscriptions(member: Member, request: PageRequest, now: number): Promise<Page<OwnSubscription>> {
      const { rows, hasMore } = pageOf(request.first, await readSubscriptions(valuesOf(member, request, now)));
      const { courses, products } = await includedIn(member.siteId, rows);
      const nodes = rows.map((row): OwnSubscription => {
        const { id, createdAt, planName, planSlug, startedAt, endsAt, priceAmount, priceCurrency, allCourses } = row;
        const [courseIds, productIds] = [row.courseIds ?? [], row.productIds ?? []];
        return {
          ...{ id, createdAt, planName, planSlug, startedAt, endsAt, priceAmount, priceCurrency, allCourses },
          ...termOf({ ...row, courseIds, productIds }, now, row.timezone),
          courses: courseIds.flatMap((courseId) => courses.get(courseId) ?? []),
          products: productIds.flatMap((productId) => products.get(productId) ?? []),
        };
      });
      return { rows: nodes, hasMore };
    },

    countOwnSubscriptions: async ({ siteId, personId }: Member): Promise<number> =>
      counted(await countSubscriptions({ siteId, personId })),
  };
}
