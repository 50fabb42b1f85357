/**
 * Access of members to the content of a school: reads the subscriptions that the rules in
 * `schema/school/entitlement.ts` decide on, and expresses the same rules in SQL where a list depends on them. Nothing
 * of it is stored.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Member } from '../../schema/school/account.ts';
import type { Coverage, HeldSubscription, MemberSubscriptions } from '../../schema/school/entitlement.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, amongAtSite, integer, listOf, text } from '../engine/placeholders.ts';

/** Condition that a JSON column lists a text. A column without a list contains nothing. */
const listed = ({ engine }: Pick<Database, 'engine'>, column: SQL, id: SQL): SQL =>
  engine === 'sqlite'
    ? sql`exists (select 1 from json_each(${column}) where json_each.value = ${id})`
    : sql`coalesce(${column} @> to_jsonb(${id}), false)`;

/** Selects a member's subscriptions that give access now, as `giving`. It uses the index subscriptions_by_person. */
const givingTo = ({ tables: { subscriptions } }: Database, siteId: SQL, personId: SQL, now: SQL): SQL =>
  sql`${subscriptions} as giving where giving.site_id = ${siteId} and giving.person_id = ${personId}
    and giving.status in ('trialing', 'active', 'past_due') and giving.started_at <= ${now}
    and coalesce(giving.ends_at > ${now}, true)`;

/** Condition that the enrollment itself gives access now. */
export const isOpenByItself = ({ tables: { enrollments } }: Database, now: SQL): SQL =>
  sql`(${enrollments.source} <> 'subscription' and ${enrollments.status} = 'active' and coalesce(${enrollments.expiresAt} > ${now}, true))`;

/**
 * Condition that a student may open the course of the enrollment now: by the enrollment itself, or by a subscription.
 */
export function isOpenNow(db: Database, now: SQL): SQL {
  const { courses, enrollments, membershipPlans } = db.tables;
  const giving = givingTo(db, sql`${enrollments.siteId}`, sql`${enrollments.personId}`, now);
  // Most schools have far more enrollments than subscriptions, so that the plan is looked up last.
  return sql`(${isOpenByItself(db, now)} or (exists (select 1 from ${giving} and exists (
      select 1 from ${membershipPlans} as plan where plan.id = giving.plan_id and plan.site_id = giving.site_id
      and (plan.all_courses or ${listed(db, sql`plan.course_ids`, sql`${enrollments.courseId}`)})))
    and exists (select 1 from ${courses} as given where given.id = ${enrollments.courseId} and given.status = 'published')))`;
}

/** Condition that an enrollment is active: one by a subscription is so while the subscription gives access. */
export const isOpenEnrollment = (db: Database, now: SQL): SQL =>
  sql`(${isOpenByItself(db, now)} or (${db.tables.enrollments.source} = 'subscription' and ${isOpenNow(db, now)}))`;

/**
 * The parameters of the conditions on what subscriptions give. `since` is an object in JSON, and `courseIds` the list of
 * its keys.
 */
export type CoverageValues = { allSince: number | null; since: string; courseIds: string };

export const coverageValues = (coverage: Coverage | undefined): CoverageValues => ({
  allSince: coverage?.allSince ?? null,
  since: JSON.stringify(Object.fromEntries(coverage?.since ?? [])),
  courseIds: listOf([...(coverage?.since.keys() ?? [])]),
});

/** When the subscriptions began to give a course, or null if they do not. */
export const givenSince = ({ engine, tables: { courses } }: Database, p: Params<CoverageValues>): SQL =>
  sql`coalesce(cast(cast(${text(p.since)} as ${sql.raw(engine === 'sqlite' ? 'text' : 'jsonb')}) ->> ${courses.id} as bigint), ${integer(p.allSince)})`;

function subscriptionReads(db: Database) {
  const { membershipPlans, sites, subscriptions } = db.tables;
  const columns = {
    personId: subscriptions.personId,
    timezone: sites.timezone,
    id: subscriptions.id,
    planId: subscriptions.planId,
    status: subscriptions.status,
    startedAt: subscriptions.startedAt,
    currentPeriodStart: subscriptions.currentPeriodStart,
    currentPeriodEnd: subscriptions.currentPeriodEnd,
    endsAt: subscriptions.endsAt,
    pausedAt: subscriptions.pausedAt,
    updatedAt: subscriptions.updatedAt,
    planType: membershipPlans.planType,
    interval: membershipPlans.interval,
    intervalCount: membershipPlans.intervalCount,
    allCourses: membershipPlans.allCourses,
    courseIds: membershipPlans.courseIds,
    productIds: membershipPlans.productIds,
  };
  // Uses the index subscriptions_by_person.
  const reading = <Input extends { siteId: string }>(whose: (p: Params<Input>) => SQL) =>
    db.many((q, p: Params<Input>) =>
      q
        .select(columns)
        .from(subscriptions)
        .innerJoin(membershipPlans, eq(membershipPlans.id, subscriptions.planId))
        .innerJoin(sites, eq(sites.id, subscriptions.siteId))
        .where(and(eq(subscriptions.siteId, text(p.siteId)), whose(p))),
    );
  return {
    readOwn: reading((p: Params<Member>) => eq(subscriptions.personId, text(p.personId))),
    readMany: reading((p: Params<{ siteId: string; ids: string }>) => among(db, subscriptions.personId, p.ids)),
  };
}

type HeldRow = Awaited<ReturnType<ReturnType<typeof subscriptionReads>['readOwn']>>[number];

export const NO_SUBSCRIPTIONS: MemberSubscriptions = { timezone: 'UTC', subscriptions: [] };

function held(rows: readonly HeldRow[]): MemberSubscriptions {
  const [first] = rows;
  if (first === undefined) return NO_SUBSCRIPTIONS;
  const subscriptions = rows.map(
    ({ personId: _, timezone: __, courseIds, productIds, ...row }): HeldSubscription => ({
      ...row,
      courseIds: courseIds ?? [],
      productIds: productIds ?? [],
    }),
  );
  return { timezone: first.timezone, subscriptions };
}

/** Returns a function that reads all subscriptions of a member, current and past, which are few. */
export function memberSubscriptions(db: Database): (member: Member) => Promise<MemberSubscriptions> {
  const { readOwn } = subscriptionReads(db);
  return async ({ siteId, personId }) => held(await readOwn({ siteId, personId }));
}

export function entitlementStore(db: Database) {
  const { courses } = db.tables;
  const { readMany } = subscriptionReads(db);
  // Uses the primary key.
  const readPublished = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select({ id: courses.id })
      .from(courses)
      .where(and(amongAtSite(db, courses.id, courses.siteId, p.ids, p.siteId), sql`${courses.status} = 'published'`)),
  );

  return {
    /** Returns the subscriptions of each member. */
    async subscriptionsOf(
      siteId: string,
      personIds: readonly string[],
    ): Promise<(personId: string) => MemberSubscriptions> {
      const rows = personIds.length === 0 ? [] : await readMany({ siteId, ids: listOf([...new Set(personIds)]) });
      const byPerson = Map.groupBy(rows, ({ personId }) => personId);
      return (personId) => held(byPerson.get(personId) ?? []);
    },

    /** Returns the ids of those of the courses that are published. */
    async publishedAmong(siteId: string, courseIds: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = courseIds.length === 0 ? [] : await readPublished({ siteId, ids: listOf([...new Set(courseIds)]) });
      return new Set(rows.map(({ id }) => id));
    },
  };
}
