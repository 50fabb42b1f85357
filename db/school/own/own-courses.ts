/** The courses that a member may open or could open before, at one school: by enrollment or by subscription. */
import { and, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Page, PageKey, PageRequest } from '../../../schema/data/list-page.ts';
import type { EnrolledCourse, Member } from '../../../schema/school/account.ts';
import {
  accessTo,
  coverageOf,
  type EnrollmentState,
  type MemberSubscriptions,
} from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf, preparedPerShape } from '../../engine/lists.ts';
import { among, amongAtSite, integer, text } from '../../engine/placeholders.ts';
import {
  type CoverageValues,
  coverageValues,
  givenSince,
  isOpenByItself,
  memberSubscriptions,
} from '../entitlements.ts';
import { isTaught } from '../learning/taught.ts';
import { isAfter, isOwn, type ListValues, valuesOf } from './own-rows.ts';

/** Filters courses: all of them, those that the member may open now, and those that the member could open before. */
export type CourseFilter = 'all' | 'active' | 'expired';

interface Shape {
  filter: CourseFilter;
  /** True if a subscription gives the member courses now. They may have no row of their own. */
  isSubscriber: boolean;
  /** True if only the courses of one instructor are listed. */
  isLimited: boolean;
  /** Which of the courses that only a subscription to all courses gives are listed. */
  byAll: 'all' | 'below' | 'none';
}

type OwnCourseValues = Member & CoverageValues & { now: number; taughtBy: string };
/** `below` is a bound of the ids of the courses that only a subscription to all courses gives (`givenByAll`). */
type OwnCourseListValues = OwnCourseValues & { below: string };

/** The same as `enrollmentIdOf`. */
const idOfGiven = (db: Database, personId: SQL): SQL =>
  sql`'enr_' || substr(${db.tables.courses.id}, 5) || '-' || substr(${personId}, 5)`;

/**
 * Says which of the courses that only a subscription to all courses gives follow a position in the list. They all have
 * the same time, so the id of the position says where they go on: their ids are less than `below`.
 */
function givenByAll(
  allSince: number | null,
  after?: PageKey,
): Pick<Shape, 'byAll'> & Pick<OwnCourseListValues, 'below'> {
  if (allSince === null || (after !== undefined && after.at < allSince)) return { byAll: 'none', below: '' };
  if (after === undefined || after.at > allSince) return { byAll: 'all', below: '' };
  return { byAll: 'below', below: `crs_${after.id.slice(4)}` };
}

/** Selects some of the keys of a list. */
interface Keys {
  selected: SQL;
  /** Their order in an index, if that is not seen from the keys. */
  order: SQL;
}

const byKey = sql`listed_at desc, listed_id desc`;

/**
 * The keys of the courses of a member, each selected in the order of an index: the courses of which there is an
 * enrollment, and those that subscriptions give without one, one by one and as all courses of the school.
 */
function courseKeys(db: Database) {
  const { courses, enrollments } = db.tables;
  const isPublished = sql`${courses.status} = 'published'`;

  // It uses the index enrollments_by_time. Without a condition on a column that enrollments_by_site does not have, SQLite
  // would prefer that index, and read the enrollments of the whole school.
  const isAnyTime = sql`${enrollments.updatedAt} >= 0`;
  const withEnrollment = (p: Params<OwnCourseValues>, { filter, isSubscriber, isLimited }: Shape): SQL => {
    const bySubscription = isSubscriber ? sql`(${isPublished} and ${givenSince(db, p)} is not null)` : undefined;
    const isKept = sql`${enrollments.status} <> 'revoked'`;
    const byItself = isOpenByItself(db, integer(p.now));
    // Neither may it prefer the index enrollments_by_status.
    const open = sql`coalesce(${or(byItself, bySubscription)}, false)`;
    const filters: Record<CourseFilter, SQL | undefined> = {
      all: or(isKept, bySubscription),
      active: open,
      expired: and(isKept, not(open)),
    };
    const isLimitedTo = isLimited ? isTaught(db, p, enrollments.courseId) : undefined;
    return sql`select ${enrollments.courseId} as course_id, ${enrollments.id} as enrollment_id,
        ${enrollments.startsAt} as listed_at, ${enrollments.id} as listed_id
      from ${enrollments} inner join ${courses} on ${courses.id} = ${enrollments.courseId}
      where ${and(isOwn(enrollments, p), isAnyTime, isLimitedTo, filters[filter])}`;
  };
  const withoutEnrollment = (p: Params<OwnCourseValues>, { isLimited }: Shape, since: SQL, which?: SQL): SQL => {
    const hasEnrollment = sql`exists (select 1 from ${enrollments} where ${enrollments.courseId} = ${courses.id} and ${isOwn(enrollments, p)})`;
    const isLimitedTo = isLimited ? isTaught(db, p, courses.id) : undefined;
    return sql`select ${courses.id} as course_id, cast(null as text) as enrollment_id,
        ${since} as listed_at, ${idOfGiven(db, text(p.personId))} as listed_id
      from ${courses} where ${and(which, isPublished, isLimitedTo, not(hasEnrollment))}`;
  };
  const isOneByOne = (p: Params<OwnCourseValues>) => amongAtSite(db, courses.id, courses.siteId, p.courseIds, p.siteId);
  // They use the index courses_by_status_and_id.
  const isByAll = (p: Params<OwnCourseListValues>, { byAll }: Shape) =>
    and(
      eq(courses.siteId, text(p.siteId)),
      byAll === 'below' ? sql`${courses.id} < ${text(p.below)}` : undefined,
      sql`not (${among(db, courses.id, p.courseIds)})`,
    );

  return (p: Params<OwnCourseListValues>, shape: Shape): Keys[] => {
    const own = { selected: withEnrollment(p, shape), order: byKey };
    if (!shape.isSubscriber || shape.filter === 'expired') return [own];
    const oneByOne = { selected: withoutEnrollment(p, shape, givenSince(db, p), isOneByOne(p)), order: byKey };
    if (shape.byAll === 'none') return [own, oneByOne];
    const byAll = withoutEnrollment(p, shape, integer(p.allSince), isByAll(p, shape));
    // They have the same time, and the order of their keys is that of the courses.
    return [own, oneByOne, { selected: byAll, order: sql`course_id desc` }];
  };
}

const columnsOf = ({ tables: { courses, enrollments, lectures } }: Database) => ({
  courseId: courses.id,
  courseStatus: courses.status,
  slug: courses.slug,
  title: courses.title,
  coverImageUrl: courses.coverImageUrl,
  lectureCount: courses.lectureCount,
  // The type is asserted: without a row, all columns of the row are null.
  source: sql<EnrollmentState['source'] | null>`${enrollments.source}`,
  status: sql<EnrollmentState['status'] | null>`${enrollments.status}`,
  expireDate: enrollments.expireDate,
  expiresAt: enrollments.expiresAt,
  progressPercent: sql<number>`coalesce(${enrollments.progressPercent}, 0)`.mapWith(Number),
  completedAt: enrollments.completedAt,
  lectureId: enrollments.lastLectureId,
  lectureTitle: lectures.title,
  positionSeconds: enrollments.lastPositionSeconds,
  watchedAt: enrollments.lastWatchedAt,
});

/** Prepares the reads. */
function courseReads(db: Database) {
  const { courses, enrollments, lectures } = db.tables;
  const keysOf = courseKeys(db);
  const columns = columnsOf(db);
  const lastLecture = eq(lectures.id, enrollments.lastLectureId);

  const listing = preparedPerShape((shape: Shape) =>
    db.many((q, p: Params<OwnCourseListValues & ListValues>) => {
      const isFurther = isAfter(sql`listed_at`, sql`listed_id`, p);
      const firstOf = ({ selected, order }: Keys): SQL =>
        sql`select * from (select * from (${selected}) as those where ${isFurther} order by ${order} limit ${oneMore(p)}) as keys`;
      const keys = sql.join(keysOf(p, shape).map(firstOf), sql` union all `);
      return q
        .select({
          ...columns,
          listedAt: sql<number>`listed.listed_at`.mapWith(Number),
          id: sql<string>`listed.listed_id`,
        })
        .from(sql`(${keys}) as listed`)
        .innerJoin(courses, sql`${courses.id} = listed.course_id`)
        .leftJoin(enrollments, sql`${enrollments.id} = listed.enrollment_id`)
        .leftJoin(lectures, lastLecture)
        .orderBy(sql`listed.listed_at desc`, sql`listed.listed_id desc`)
        .limit(oneMore(p));
    }),
  );
  const counting = preparedPerShape((shape: Shape) =>
    db.one((q, p: Params<OwnCourseListValues>) =>
      q.select(howMany).from(
        sql`(${sql.join(
          keysOf(p, shape).map(({ selected }) => selected),
          sql` union all `,
        )}) as listed`,
      ),
    ),
  );
  // Uses the indexes courses_by_slug and enrollments_by_person.
  const finding = db.one((q, p: Params<OwnCourseValues & { slug: string }>) =>
    q
      .select({
        ...columns,
        listedAt: sql<number>`coalesce(${enrollments.startsAt}, ${givenSince(db, p)}, 0)`.mapWith(Number),
        id: sql<string>`coalesce(${enrollments.id}, ${idOfGiven(db, text(p.personId))})`,
      })
      .from(courses)
      .leftJoin(
        enrollments,
        and(eq(enrollments.courseId, courses.id), eq(enrollments.siteId, courses.siteId), isOwn(enrollments, p)),
      )
      .leftJoin(lectures, lastLecture)
      .where(and(eq(courses.siteId, text(p.siteId)), eq(courses.slug, text(p.slug)))),
  );
  return { listing, counting, finding };
}

type CourseRow = NonNullable<Awaited<ReturnType<ReturnType<typeof courseReads>['finding']>>>;

/** @returns undefined if nothing gives the member the course */
function toCourse(row: CourseRow, subscriptions: MemberSubscriptions, now: number): EnrolledCourse | undefined {
  const { lectureId, lectureTitle, positionSeconds, watchedAt, courseStatus, source, status, ...course } = row;
  const { expireDate, expiresAt } = row;
  const state =
    source === null || status === null
      ? undefined
      : { source, status, expireDate, expiresAt, startsAt: row.listedAt, lastWatchedAt: watchedAt };
  const access = accessTo({ id: row.courseId, isPublished: courseStatus === 'published' }, state, subscriptions, now);
  if (access === undefined) return undefined;
  const wasWatched = lectureId !== null && lectureTitle !== null && positionSeconds !== null && watchedAt !== null;
  return {
    ...course,
    enrolledAt: access.since,
    source: access.source,
    subscriptionIds: access.subscriptionIds,
    expireDate: access.expireDate,
    expiresAt: access.expiresAt,
    isExpired: !access.isOpen,
    isPublished: courseStatus === 'published',
    lastWatched: wasWatched ? { lectureId, title: lectureTitle, positionSeconds, watchedAt } : undefined,
  };
}

export function ownCourses(db: Database) {
  const { listing, counting, finding } = courseReads(db);
  const subscriptionsOf = memberSubscriptions(db);

  /** Returns the courses that the member's subscriptions give now, with the values that the statements need. */
  async function givenTo({ siteId, personId }: Member, now: number, taughtBy?: string) {
    const subscriptions = await subscriptionsOf({ siteId, personId });
    const coverage = coverageOf(subscriptions.subscriptions, now);
    const values = { siteId, personId, now, taughtBy: taughtBy ?? '', ...coverageValues(coverage) };
    return { subscriptions, values, isSubscriber: coverage !== undefined, isLimited: taughtBy !== undefined };
  }

  return {
    /**
     * Lists the courses with the latest start of access first.
     * @param taughtBy lists only the courses that this person teaches
     */
    async enrolledCourses(
      member: Member,
      filter: CourseFilter,
      request: PageRequest,
      now: number,
      taughtBy?: string,
    ): Promise<Page<EnrolledCourse>> {
      const { subscriptions, values, ...shape } = await givenTo(member, now, taughtBy);
      const { byAll, below } = givenByAll(values.allSince, request.after);
      const rows = await listing({ filter, byAll, ...shape })({ ...valuesOf(member, request, now), ...values, below });
      return pageOf(
        request.first,
        rows.map((row) => {
          const course = toCourse(row, subscriptions, now);
          if (course === undefined) throw new Error(`the course ${row.courseId} is listed although nothing gives it`);
          return course;
        }),
      );
    },

    /** Finds one of these courses by its slug. */
    async findEnrolledCourse(member: Member, slug: string, now: number): Promise<EnrolledCourse | undefined> {
      const { subscriptions, values } = await givenTo(member, now);
      const row = await finding({ ...values, slug });
      return row && toCourse(row, subscriptions, now);
    },

    async countEnrolledCourses(member: Member, filter: CourseFilter, now: number, taughtBy?: string): Promise<number> {
      const { subscriptions: _, values, ...shape } = await givenTo(member, now, taughtBy);
      const { byAll, below } = givenByAll(values.allSince);
      return counted(await counting({ filter, byAll, ...shape })({ ...values, below }));
    },
  };
}
