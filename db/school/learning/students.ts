/**
 * Lists and counts the students of a school: members with at least one enrollment that has not been revoked. It has no
 * table of its own, and for an instructor it is limited to the courses that they teach.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Params, QueryBuilder } from '../../engine/engine.ts';
import {
  beginningOf,
  counted,
  howMany,
  inOrderOf,
  type ListEnd,
  type ListStart,
  oneMore,
  preparedPerShape,
  sortValueOf,
} from '../../engine/lists.ts';
import { among, amongAtSite, integer, scalar, text } from '../../engine/placeholders.ts';
import type { SearchResult } from '../../engine/search-index.ts';
import { lastOfStretch, readPage, type SearchShape, type SearchValues, searchShape } from '../../engine/searching.ts';
import { memberSearching } from '../../people/member-index.ts';
import { shownEmail, shownName } from '../../tables/shown-email.ts';
import { isOpenByItself, isOpenNow } from '../entitlements.ts';
import type { RecordQuery } from '../records/record-query.ts';
import { isRemovedAt } from '../removed-members.ts';
import { enrolledPeople, studentsOf } from './student-counts.ts';
import {
  isOneOfTaught,
  isTaught,
  shapeOfVisibility,
  type Visibility,
  type VisibilityValues,
  valuesOfVisibility,
} from './taught.ts';

/** The filters of a list of students. */
export interface StudentFilter {
  courseId?: string | undefined;
  /** True if the student has access at the time `now`, by an enrollment or a subscription. */
  active?: boolean | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The parameters of the conditions. */
type FilterValues = { siteId: string; courseId: string; now: number } & SearchValues & VisibilityValues;
type FilterParams = Params<FilterValues>;
type VisibilityParams = Params<{ siteId: string } & VisibilityValues>;

/** The shape of a count. A list of one course goes through its enrollments, and any other list through memberships. */
interface CountShape {
  inCourse: boolean;
  active: boolean | undefined;
  search: SearchShape | undefined;
  /** True if only the students in certain courses are visible. */
  isLimited: boolean;
  /** True if the visible courses are listed by id. Their enrollments then lead to the students. */
  isListed: boolean;
}

interface ListShape extends CountShape {
  descending: boolean;
}

/** The conditions that make a member a student. They use enrollments_by_student and course_lecturers_by_course. */
function studentConditions(db: Database) {
  const { enrollments, memberships } = db.tables;
  const { isFoundAtSite } = memberSearching(db);

  const isOpen = (p: FilterParams): SQL => sql`${enrollments.status} <> 'revoked' and ${isOpenNow(db, integer(p.now))}`;
  const fromEnrollments = (p: VisibilityParams, isLimited: boolean, condition?: SQL): SQL =>
    sql`from ${enrollments} where ${and(
      eq(enrollments.personId, memberships.personId),
      eq(enrollments.siteId, memberships.siteId),
      sql`${enrollments.status} <> 'revoked'`,
      isLimited ? isTaught(db, p, enrollments.courseId) : undefined,
      condition,
    )}`;
  const isPresent = sql`${memberships.status} <> 'removed'`;
  const isMember = (p: Params<{ siteId: string }>) => and(eq(memberships.siteId, text(p.siteId)), isPresent);
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
      isFoundAtSite(p, shape.search),
      isPresent,
      shape.active === undefined ? undefined : access,
    );
  };
  const isStudent = (p: FilterParams, shape: CountShape): SQL | undefined => {
    const open = sql`exists (select 1 ${fromEnrollments(p, shape.isLimited, isOpen(p))})`;
    const access = shape.active ? open : sql`not ${open}`;
    return and(
      isFoundAtSite(p, shape.search),
      isPresent,
      shape.isListed ? isInListedCourse(p) : undefined,
      sql`exists (select 1 ${fromEnrollments(p, shape.isLimited)})`,
      shape.active === undefined ? undefined : access,
    );
  };

  return {
    fromEnrollments,
    isMember,
    isOpen,
    matches: (p: FilterParams, shape: CountShape): SQL | undefined =>
      shape.inCourse ? isStudentInCourse(p, shape) : isStudent(p, shape),
  };
}

/** Prepares the lookup of a student, and the columns of a student in a list. */
function studentLookup(db: Database) {
  const { enrollments, memberships, people } = db.tables;
  const { fromEnrollments, isMember } = studentConditions(db);
  const personOf = eq(people.id, memberships.personId);

  const columnsOf = (p: VisibilityParams, isLimited: boolean, since: SQL) => ({
    id: memberships.personId,
    email: shownEmail({ memberships, people }),
    name: shownName({ memberships, people }),
    lastSeenAt: memberships.lastSeenAt,
    since: since.mapWith(Number),
    enrolledCourseCount: sql<number>`(select count(*) ${fromEnrollments(p, isLimited)})`.mapWith(Number),
    lastWatchedAt: sql<
      number | null
    >`(select max(${enrollments.lastWatchedAt}) ${fromEnrollments(p, isLimited)})`.mapWith(Number),
  });
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

  return { columnsOf, personOf, finding };
}

function studentStatements(db: Database) {
  const { enrollments, memberships, people } = db.tables;
  const { matches, isOpen } = studentConditions(db);
  const { columnsOf, personOf, finding } = studentLookup(db);
  const membershipOf = and(eq(memberships.personId, enrollments.personId), eq(memberships.siteId, enrollments.siteId));

  const orderOf = ({ inCourse, descending }: ListShape) => {
    const since = inCourse ? enrollments.startsAt : memberships.joinedAt;
    const person = inCourse ? enrollments.personId : memberships.personId;
    return { since, person, ...inOrderOf(since, person, descending) };
  };

  // These use the indexes memberships_by_site and enrollments_by_student, or enrollments_by_course_student.
  const listing = preparedPerShape((shape: ListShape) =>
    db.scan((q, p: Params<FilterValues & ListStart & ListEnd & { first: number }>) => {
      const { since, isAfter, isUpTo, order } = orderOf(shape);
      const isInStretch = shape.search?.by === 'text' ? isUpTo(p) : undefined;
      const rows = q.select(columnsOf(p, shape.isLimited, sql`${since}`));
      const from = shape.inCourse
        ? rows.from(enrollments).innerJoin(memberships, membershipOf).innerJoin(people, personOf)
        : rows.from(memberships).innerJoin(people, personOf);
      return from
        .where(and(matches(p, shape), isAfter(p), isInStretch))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const stretching = preparedPerShape((shape: ListShape) =>
    db.scanOne((q, p: Params<FilterValues & ListStart>) => {
      const { since, person, isAfter, order } = orderOf(shape);
      const ends = q.select({ at: sql<number>`${since}`.mapWith(Number), id: sql<string>`${person}` });
      const from = shape.inCourse
        ? ends.from(enrollments).innerJoin(memberships, membershipOf)
        : ends.from(memberships);
      return from
        .where(and(matches(p, shape), isAfter(p)))
        .orderBy(...order)
        .limit(lastOfStretch.limit)
        .offset(lastOfStretch.offset);
    }),
  );
  /** What a subscription gives is looked up for those only whose enrollments give no access by themselves. */
  const countAlong = (q: QueryBuilder, p: FilterParams, { active, isLimited }: CountShape) => {
    if (active === undefined && !isLimited)
      return q.select({ count: scalar(studentsOf(db, p.siteId)) }).from(sql`(select 1) as one`);
    const isSeen = isLimited ? isOneOfTaught(db, p, enrollments.courseId) : undefined;
    const byItself = sql`, max(case when ${isOpenByItself(db, integer(p.now))} then 1 else 0 end) as is_open`;
    const isOfPerson = sql`${enrollments.siteId} = ${text(p.siteId)} and ${enrollments.personId} = enrolled.person_id`;
    const open = sql`(enrolled.is_open = 1 or exists (select 1 from ${enrollments} where ${and(isOfPerson, isOpen(p), isSeen)}))`;
    const access = active ? open : sql`not ${open}`;
    return q
      .select(howMany)
      .from(enrolledPeople(db, p.siteId, isSeen, active === undefined ? undefined : byItself))
      .where(and(sql`not ${isRemovedAt(db, sql`enrolled`, p.siteId)}`, active === undefined ? undefined : access));
  };
  const counting = preparedPerShape((shape: CountShape) =>
    db.scanOne((q, p: FilterParams) => {
      // Searches and short lists lead to few students.
      if (!(shape.inCourse || shape.isListed) && shape.search === undefined) return countAlong(q, p, shape);
      const rows = q.select(howMany);
      return shape.inCourse
        ? rows.from(enrollments).innerJoin(memberships, membershipOf).where(matches(p, shape))
        : rows.from(memberships).where(matches(p, shape));
    }),
  );
  return { listing, stretching, counting, finding };
}

const shapeOf = (
  { courseId, active }: StudentFilter,
  found: SearchResult | undefined,
  visibility: Visibility | undefined,
): CountShape => ({
  inCourse: courseId !== undefined,
  active,
  search: searchShape(found),
  isLimited: visibility !== undefined,
  isListed: shapeOfVisibility(visibility)?.isListed ?? false,
});

export function studentStore(db: Database) {
  const { listing, stretching, counting, finding } = studentStatements(db);
  const { searchValues } = memberSearching(db);

  const valuesOf = (
    siteId: string,
    { courseId = '', now }: StudentFilter,
    found: SearchResult | undefined,
    visibility: Visibility | undefined,
  ): FilterValues => ({ ...searchValues(siteId, found), courseId, now, ...valuesOfVisibility(visibility) });

  const { enrollments } = db.tables;
  // Uses the index enrollments_by_student.
  const readCourses = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select({ id: enrollments.personId, ...howMany })
      .from(enrollments)
      .where(
        and(
          amongAtSite(db, enrollments.personId, enrollments.siteId, p.ids, p.siteId),
          sql`${enrollments.status} <> 'revoked'`,
        ),
      )
      .groupBy(enrollments.personId),
  );

  return {
    /** Returns how many courses the members have who have any. */
    async courses(siteId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await readCourses({ siteId, ids: JSON.stringify(ids) });
      return new Map(rows.map(({ id, ...count }) => [id, counted(count)]));
    },

    find: (siteId: string, id: string, visibility: Visibility | undefined) =>
      finding(visibility !== undefined)({ siteId, id, ...valuesOfVisibility(visibility) }),

    sortValueOf: (row: object, sort: string): number => sortValueOf(row, sort, 0),

    /** Orders students by the time of joining the school or, in a list of one course, of the enrollment. */
    async page(siteId: string, query: RecordQuery<StudentFilter>) {
      const { first, descending, after = beginningOf(descending), where, among: found, visibility } = query;
      const shape = { ...shapeOf(where, found, visibility), descending };
      const values = { ...valuesOf(siteId, where, found, visibility), first, at: after.at, afterId: after.id };
      return readPage(query, {
        rows: (search, end) => listing({ ...shape, search })({ ...values, ...end }),
        endOfStretch: () => stretching({ ...shape, search: undefined })(values),
      });
    },

    async count(
      siteId: string,
      where: StudentFilter,
      found?: SearchResult,
      _ranges?: unknown,
      visibility?: Visibility,
    ) {
      const count = counting(shapeOf(where, found, visibility));
      return counted(await count(valuesOf(siteId, where, found, visibility)));
    },
  };
}
