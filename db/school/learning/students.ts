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
  preparedPerShape,
} from '../../engine/lists.ts';
import { among, amongAtSite, integer, text } from '../../engine/placeholders.ts';
import { shownEmail } from '../../people/shown-email.ts';
import { isOpenNow } from '../entitlements.ts';
import type { RecordQuery } from '../records/record-query.ts';
import { isTaught, shapeOfVisibility, type Visibility, type VisibilityValues, valuesOfVisibility } from './taught.ts';

/** The filters of a list of students. */
export interface StudentFilter {
  courseId?: string | undefined;
  /** Whether the student has access at the time `now`, by an enrollment or a subscription. */
  active?: boolean | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The parameters of the conditions. `ids` is a JSON list. */
type FilterValues = { siteId: string; courseId: string; now: number; ids: string } & VisibilityValues;
type FilterParams = Params<FilterValues>;
type VisibilityParams = Params<{ siteId: string } & VisibilityValues>;

/** The shape of a count. A list of one course goes through its enrollments, and any other list through memberships. */
interface CountShape {
  inCourse: boolean;
  active: boolean | undefined;
  isSearch: boolean;
  /** Whether only the students in certain courses are visible. */
  isLimited: boolean;
  /** Whether the visible courses are listed by id. Their enrollments then lead to the students. */
  isListed: boolean;
}

interface ListShape extends CountShape {
  descending: boolean;
}

/** The conditions that make a member a student. They use enrollments_by_student and course_lecturers_by_course. */
function studentConditions(db: Database) {
  const { enrollments, memberships } = db.tables;

  const isOpen = (p: FilterParams): SQL => sql`${enrollments.status} <> 'revoked' and ${isOpenNow(db, integer(p.now))}`;
  const fromEnrollments = (p: VisibilityParams, isLimited: boolean, condition?: SQL): SQL =>
    sql`from ${enrollments} where ${and(
      eq(enrollments.personId, memberships.personId),
      eq(enrollments.siteId, memberships.siteId),
      sql`${enrollments.status} <> 'revoked'`,
      isLimited ? isTaught(db, p, enrollments.courseId) : undefined,
      condition,
    )}`;
  const isMember = (p: Params<{ siteId: string }>) =>
    and(eq(memberships.siteId, text(p.siteId)), sql`${memberships.status} <> 'removed'`);
  const isFound = (p: FilterParams, { isSearch }: CountShape): SQL | undefined =>
    isSearch ? amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId) : undefined;
  // Uses the index enrollments_by_course_student.
  const isInListedCourse = (p: FilterParams): SQL =>
    sql`${memberships.personId} in (select few.person_id from ${enrollments} as few where few.site_id = ${text(p.siteId)} and ${among(db, sql`few.course_id`, p.visibleIds)})`;

  const isStudentInCourse = (p: FilterParams, shape: CountShape): SQL | undefined => {
    const closed = sql`not (${isOpen(p)})`;
    const access = shape.active ? isOpen(p) : closed;
    return and(
      eq(enrollments.siteId, text(p.siteId)),
      eq(enrollments.courseId, text(p.courseId)),
      sql`${enrollments.status} <> 'revoked'`,
      shape.isLimited ? isTaught(db, p, enrollments.courseId) : undefined,
      isMember(p),
      isFound(p, shape),
      shape.active === undefined ? undefined : access,
    );
  };
  const isStudent = (p: FilterParams, shape: CountShape): SQL | undefined => {
    const open = sql`exists (select 1 ${fromEnrollments(p, shape.isLimited, isOpen(p))})`;
    const access = shape.active ? open : sql`not ${open}`;
    return and(
      isMember(p),
      isFound(p, shape),
      shape.isListed ? isInListedCourse(p) : undefined,
      sql`exists (select 1 ${fromEnrollments(p, shape.isLimited)})`,
      shape.active === undefined ? undefined : access,
    );
  };

  return {
    fromEnrollments,
    isMember,
    matches: (p: FilterParams, shape: CountShape): SQL | undefined =>
      shape.inCourse ? isStudentInCourse(p, shape) : isStudent(p, shape),
  };
}

function studentStatements(db: Database) {
  const { enrollments, memberships, people } = db.tables;
  const { fromEnrollments, isMember, matches } = studentConditions(db);

  const columnsOf = (p: VisibilityParams, isLimited: boolean, since: SQL) => ({
    id: memberships.personId,
    email: shownEmail({ memberships, people }),
    name: sql<string | null>`case when ${memberships.status} = 'invited' then null else ${people.name} end`,
    lastSeenAt: memberships.lastSeenAt,
    since: since.mapWith(Number),
    enrolledCourseCount: sql<number>`(select count(*) ${fromEnrollments(p, isLimited)})`.mapWith(Number),
    lastWatchedAt: sql<
      number | null
    >`(select max(${enrollments.lastWatchedAt}) ${fromEnrollments(p, isLimited)})`.mapWith(Number),
  });
  const personOf = eq(people.id, memberships.personId);
  const membershipOf = and(eq(memberships.personId, enrollments.personId), eq(memberships.siteId, enrollments.siteId));

  // Uses the indexes memberships_by_site and enrollments_by_student, or enrollments_by_course_student.
  const listing = preparedPerShape((shape: ListShape) =>
    db.many((q, p: Params<FilterValues & ListStart & { first: number }>) => {
      const since = shape.inCourse ? enrollments.startsAt : memberships.joinedAt;
      const person = shape.inCourse ? enrollments.personId : memberships.personId;
      const { isAfter, order } = inOrderOf(since, person, shape.descending);
      const rows = q.select(columnsOf(p, shape.isLimited, sql`${since}`));
      const from = shape.inCourse
        ? rows.from(enrollments).innerJoin(memberships, membershipOf).innerJoin(people, personOf)
        : rows.from(memberships).innerJoin(people, personOf);
      return from
        .where(and(matches(p, shape), isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.one((q, p: FilterParams) => {
      const rows = q.select(howMany);
      return shape.inCourse
        ? rows.from(enrollments).innerJoin(memberships, membershipOf).where(matches(p, shape))
        : rows.from(memberships).where(matches(p, shape));
    }),
  );
  // Uses the primary keys.
  const finding = preparedPerShape((isLimited: boolean) =>
    db.one((q, p: Params<{ siteId: string; id: string } & VisibilityValues>) =>
      q
        .select(columnsOf(p, isLimited, sql`${memberships.joinedAt}`))
        .from(memberships)
        .innerJoin(people, personOf)
        .where(
          and(
            eq(memberships.personId, text(p.id)),
            isMember(p),
            sql`exists (select 1 ${fromEnrollments(p, isLimited)})`,
          ),
        ),
    ),
  );

  return { listing, counting, finding };
}

const shapeOf = (
  { courseId, active }: StudentFilter,
  ids: readonly string[] | undefined,
  within: Visibility | undefined,
): CountShape => ({
  inCourse: courseId !== undefined,
  active,
  isSearch: ids !== undefined,
  isLimited: within !== undefined,
  isListed: shapeOfVisibility(within)?.isListed ?? false,
});

const valuesOf = (
  siteId: string,
  { courseId = '', now }: StudentFilter,
  ids: readonly string[] | undefined,
  within: Visibility | undefined,
): FilterValues => ({ siteId, courseId, now, ids: JSON.stringify(ids ?? []), ...valuesOfVisibility(within) });

export function studentStore(db: Database) {
  const { listing, counting, finding } = studentStatements(db);

  return {
    find: (siteId: string, id: string, within: Visibility | undefined) =>
      finding(within !== undefined)({ siteId, id, ...valuesOfVisibility(within) }),

    /** Orders students by the time of joining the school or, in a list of one course, of the enrollment. */
    async page(siteId: string, query: RecordQuery<StudentFilter>) {
      const { first, descending, after = beginningOf(descending), where, among: ids, within } = query;
      const list = listing({ ...shapeOf(where, ids, within), descending });
      return pageOf(
        first,
        await list({ ...valuesOf(siteId, where, ids, within), first, at: after.at, afterId: after.id }),
      );
    },

    async count(siteId: string, where: StudentFilter, ids?: readonly string[], _range?: unknown, within?: Visibility) {
      const count = counting(shapeOf(where, ids, within));
      return counted(await count(valuesOf(siteId, where, ids, within)));
    },
  };
}
