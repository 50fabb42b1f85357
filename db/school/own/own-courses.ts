/** The courses that a member is or was enrolled in, at one school. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/page.ts';
import type { EnrolledCourse, Member } from '../../../schema/school/account.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { type AsOfNow, isAfter, isOwn, type ListValues, valuesOf } from './own-rows.ts';

/** Filters enrollments that are not revoked: all of them, those that give access, and those that have expired. */
export type CourseFilter = 'all' | 'active' | 'expired';

/** Returns the condition of each filter. */
export function enrollmentFilters({ tables: { enrollments } }: Database): Record<CourseFilter, AsOfNow> {
  const isNotRevoked = sql`${enrollments.status} <> 'revoked'`;
  const isOver = (p: Params<{ now: number }>): SQL =>
    sql`(${enrollments.status} = 'expired' or coalesce(${enrollments.expiresAt} <= ${integer(p.now)}, false))`;
  return {
    all: () => isNotRevoked,
    active: (p) => and(isNotRevoked, sql`not ${isOver(p)}`),
    expired: (p) => and(isNotRevoked, isOver(p)),
  };
}

/** What is read of an enrollment, its course, and the lecture that was watched last. */
const columnsOf = ({ courses, enrollments, lectures }: Database['tables']) => ({
  id: enrollments.id,
  slug: courses.slug,
  title: courses.title,
  coverImageUrl: courses.coverImageUrl,
  enrolledAt: enrollments.startsAt,
  expireDate: enrollments.expireDate,
  expiresAt: enrollments.expiresAt,
  status: enrollments.status,
  progressPercent: enrollments.progressPercent,
  completedAt: enrollments.completedAt,
  lectureCount: courses.lectureCount,
  courseStatus: courses.status,
  lectureId: enrollments.lastLectureId,
  lectureTitle: lectures.title,
  positionSeconds: enrollments.lastPositionSeconds,
  watchedAt: enrollments.lastWatchedAt,
});

function courseReads(db: Database) {
  const { courses, enrollments, lectures } = db.tables;
  const filters = enrollmentFilters(db);

  const courseColumns = columnsOf(db.tables);
  // Uses the index enrollments_by_time.
  const listing = (filter: AsOfNow) =>
    db.many((q, p: Params<ListValues>) =>
      q
        .select(courseColumns)
        .from(enrollments)
        .innerJoin(courses, eq(courses.id, enrollments.courseId))
        .leftJoin(lectures, eq(lectures.id, enrollments.lastLectureId))
        .where(and(isOwn(enrollments, p), isAfter(enrollments.startsAt, enrollments.id, p), filter(p)))
        .orderBy(desc(enrollments.startsAt), desc(enrollments.id))
        .limit(oneMore(p)),
    );
  const readCourses = {
    all: listing(filters.all),
    active: listing(filters.active),
    expired: listing(filters.expired),
  };
  // Uses the indexes courses_by_slug and enrollments_by_person.
  const readCourse = db.one((q, p: Params<Member & { slug: string }>) =>
    q
      .select(courseColumns)
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .leftJoin(lectures, eq(lectures.id, enrollments.lastLectureId))
      .where(
        and(
          isOwn(enrollments, p),
          eq(courses.siteId, text(p.siteId)),
          eq(courses.slug, text(p.slug)),
          sql`${enrollments.status} <> 'revoked'`,
        ),
      ),
  );
  const counting = (filter: AsOfNow) =>
    db.one((q, p: Params<Member & { now: number }>) =>
      q
        .select(howMany)
        .from(enrollments)
        .where(and(isOwn(enrollments, p), filter(p))),
    );
  const countCourses = {
    all: counting(filters.all),
    active: counting(filters.active),
    expired: counting(filters.expired),
  };

  return { readCourses, readCourse, countCourses };
}

export function ownCourses(db: Database) {
  const { readCourses, readCourse, countCourses } = courseReads(db);

  type CourseRow = NonNullable<Awaited<ReturnType<typeof readCourse>>>;

  const toCourse = (course: CourseRow): EnrolledCourse => {
    const { lectureId, lectureTitle, positionSeconds, watchedAt, status, courseStatus, ...row } = course;
    const wasWatched = lectureId !== null && lectureTitle !== null && positionSeconds !== null && watchedAt !== null;
    return {
      ...row,
      isEnded: status === 'expired',
      isPublished: courseStatus === 'published',
      lastWatched: wasWatched ? { lectureId, title: lectureTitle, positionSeconds, watchedAt } : undefined,
    };
  };

  return {
    /** Lists the courses with the latest enrollment first. */
    async enrolledCourses(
      member: Member,
      filter: CourseFilter,
      request: PageRequest,
      now: number,
    ): Promise<Page<EnrolledCourse>> {
      const rows = await readCourses[filter](valuesOf(member, request, now));
      return pageOf(request.first, rows.map(toCourse));
    },

    /** Finds one of these courses by its slug. */
    async findEnrolledCourse({ siteId, personId }: Member, slug: string): Promise<EnrolledCourse | undefined> {
      const row = await readCourse({ siteId, personId, slug });
      return row && toCourse(row);
    },

    countEnrolledCourses: async ({ siteId, personId }: Member, filter: CourseFilter, now: number): Promise<number> =>
      counted(await countCourses[filter]({ siteId, personId, now })),
  };
}
