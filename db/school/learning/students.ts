/**
 * Lists and counts the students of a school: members with at least one enrollment that has not been revoked. It has no
 * table of its own, and for an instructor it is limited to the courses that they teach.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params } from '../../engine/engine.ts';
import {
  beginningOf,
  counted,
  howMany,
  inOrderOf,
  type ListStart,
  oneMore,
  pageOf,
  preparedOnce,
} from '../../engine/lists.ts';
import { among, amongAtSite, integer, text } from '../../engine/placeholders.ts';
import type { RecordQuery } from '../records/record-query.ts';
import { isTaught, shapeOfWithin, valuesOfWithin, type Within, type WithinValues } from './taught.ts';

/** What of a list of students is asked for, by `where` of the query. */
export interface StudentFilter {
  courseId?: string | undefined;
  /** Whether something gives access at that moment. */
  active?: boolean | undefined;
  now: number;
}

/** What the conditions have parameters for; `ids` is a JSON list. */
type Values = { siteId: string; courseId: string; now: number; ids: string } & WithinValues;
type P = Params<Values>;

/** Members with an enrollment that is not revoked; where `within` names courses, one in those. */
export function studentStore(db: Database) {
  const { enrollments, memberships, people } = db.tables;

  const isOpen = (p: P): SQL =>
    sql`${enrollments.status} = 'active' and coalesce(${enrollments.expiresAt} > ${integer(p.now)}, true)`;
  // By enrollments_by_student, and course_lecturers_by_course.
  const theirs = (p: Params<{ siteId: string } & WithinValues>, isNarrow: boolean, condition?: SQL): SQL =>
    sql`from ${enrollments} where ${and(
      eq(enrollments.personId, memberships.personId),
      eq(enrollments.siteId, memberships.siteId),
      sql`${enrollments.status} <> 'revoked'`,
      isNarrow ? isTaught(db, p, enrollments.courseId) : undefined,
      condition,
    )}`;
  const columnsOf = (p: Params<{ siteId: string } & WithinValues>, isNarrow: boolean, since: SQL) => ({
    id: memberships.personId,
    email: people.email,
    name: sql<string | null>`case when ${memberships.status} = 'invited' then null else ${people.name} end`,
    lastSeenAt: memberships.lastSeenAt,
    since: since.mapWith(Number) as SQL<number>,
    enrolledCourseCount: sql<number>`(select count(*) ${theirs(p, isNarrow)})`.mapWith(Number),
    lastWatchedAt: sql<number | null>`(select max(${enrollments.lastWatchedAt}) ${theirs(p, isNarrow)})`.mapWith(
      Number,
    ),
  });
  const here = (p: Params<{ siteId: string }>) =>
    and(eq(memberships.siteId, text(p.siteId)), sql`${memberships.status} <> 'removed'`);
  const personOf = eq(people.id, memberships.personId);

  interface Shape {
    inCourse: boolean;
    active: boolean | undefined;
    isSearch: boolean;
    isNarrow: boolean;
    /** Few courses are reached, with few in them: a way to who they are. */
    isFew: boolean;
  }

  // By enrollments_by_course_student.
  const inFew = (p: P): SQL =>
    sql`${memberships.personId} in (select few.person_id from ${enrollments} as few where few.site_id = ${text(p.siteId)} and ${among(db, sql`few.course_id`, p.within)})`;
  const matches = (p: P, { inCourse, active, isSearch, isNarrow, isFew }: Shape): SQL | undefined => {
    const search = isSearch ? amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId) : undefined;
    if (!inCourse) {
      const open = active === undefined ? undefined : sql`exists (select 1 ${theirs(p, isNarrow, isOpen(p))})`;
      const isStudent = sql`exists (select 1 ${theirs(p, isNarrow)})`;
      return and(here(p), search, isFew ? inFew(p) : undefined, isStudent, active === false ? sql`not ${open}` : open);
    }
    return and(
      eq(enrollments.siteId, text(p.siteId)),
      eq(enrollments.courseId, text(p.courseId)),
      sql`${enrollments.status} <> 'revoked'`,
      isNarrow ? isTaught(db, p, enrollments.courseId) : undefined,
      here(p),
      search,
      active === undefined ? undefined : active ? isOpen(p) : sql`not (${isOpen(p)})`,
    );
  };
  const joined = and(eq(memberships.personId, enrollments.personId), eq(memberships.siteId, enrollments.siteId));

  const once = preparedOnce();

  // By memberships_by_site and enrollments_by_student, or enrollments_by_course_student.
  const listing = (shape: Shape, descending: boolean) =>
    once({ list: shape, descending }, () =>
      db.many((q, p: Params<Values & ListStart & { first: number }>) => {
        const since = shape.inCourse ? enrollments.startsAt : memberships.joinedAt;
        const person = shape.inCourse ? enrollments.personId : memberships.personId;
        const { isBehind, order } = inOrderOf(since, person, descending);
        const rows = q.select(columnsOf(p, shape.isNarrow, sql`${since}`));
        const from = shape.inCourse
          ? rows.from(enrollments).innerJoin(memberships, joined).innerJoin(people, personOf)
          : rows.from(memberships).innerJoin(people, personOf);
        return from
          .where(and(matches(p, shape), isBehind(p)))
          .orderBy(...order)
          .limit(oneMore(p));
      }),
    );
  const counting = (shape: Shape) =>
    once({ count: shape }, () =>
      db.one((q, p: P) => {
        const rows = q.select(howMany);
        return shape.inCourse
          ? rows.from(enrollments).innerJoin(memberships, joined).where(matches(p, shape))
          : rows.from(memberships).where(matches(p, shape));
      }),
    );
  // By the primary keys.
  const finding = (isNarrow: boolean) =>
    once({ find: isNarrow }, () =>
      db.one((q, p: Params<{ siteId: string; id: string } & WithinValues>) =>
        q
          .select(columnsOf(p, isNarrow, sql`${memberships.joinedAt}`))
          .from(memberships)
          .innerJoin(people, personOf)
          .where(and(eq(memberships.personId, text(p.id)), here(p), sql`exists (select 1 ${theirs(p, isNarrow)})`)),
      ),
    );

  const ask = (
    siteId: string,
    { courseId, active, now }: StudentFilter,
    ids: readonly string[] | undefined,
    within: Within | undefined,
  ) => {
    return {
      shape: {
        inCourse: courseId !== undefined,
        active,
        isSearch: ids !== undefined,
        isNarrow: within !== undefined,
        isFew: shapeOfWithin(within)?.isFew ?? false,
      },
      values: {
        siteId,
        courseId: courseId ?? '',
        now,
        ids: JSON.stringify(ids ?? []),
        ...valuesOfWithin(within),
      },
    };
  };

  return {
    find: (siteId: string, id: string, within: Within | undefined) =>
      finding(within !== undefined)({ siteId, id, ...valuesOfWithin(within) }),

    /** The latest member first, or who was enrolled in the course last. */
    async page(siteId: string, query: RecordQuery<StudentFilter>) {
      const { first, descending, after = beginningOf(descending), where, among: found, within } = query;
      const { shape, values } = ask(siteId, where, found, within);
      const rows = await listing(
        shape,
        descending,
      )({
        ...values,
        first,
        at: after.at,
        afterId: after.id,
      });
      return pageOf(first, rows);
    },

    async count(siteId: string, where: StudentFilter, found?: readonly string[], _range?: unknown, within?: Within) {
      const { shape, values } = ask(siteId, where, found, within);
      return counted(await counting(shape)(values));
    },
  };
}
