/** The courses that a member may open or could open before, at one school: by enrollment or by subscription. */
import { and, desc, eq, not, or, type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/page.ts';
import type { EnrolledCourse, Member } from '../../../schema/school/account.ts';
import {
  accessTo,
  coverageOf,
  type EnrollmentState,
  type MemberSubscriptions,
} from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf, preparedPerShape } from '../../engine/lists.ts';
import { integer, text } from '../../engine/placeholders.ts';
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

interface CountShape {
  filter: CourseFilter;
  /** Whether a subscription gives the member courses now. They may have no row of their own. */
  isSubscriber: boolean;
  /** Whether only the courses of one instructor are listed. */
  isLimited: boolean;
}

type Which = Member & CoverageValues & { now: number; taughtBy: string };

/** The same as `enrollmentIdOf`. */
const idOfGiven = (db: Database, personId: SQL): SQL =>
  sql`'enr_' || substr(${db.tables.courses.id}, 5) || '-' || substr(${personId}, 5)`;

/** The conditions and columns of all queries. With subscriptions, they go through the courses of the school. */
function courseConditions(db: Database) {
  const { courses, enrollments, lectures } = db.tables;

  const matches = (p: Params<Which>, { filter, isSubscriber, isLimited }: CountShape): SQL | undefined => {
    const given = isSubscriber
      ? sql`(${courses.status} = 'published' and ${givenSince(db, p)} is not null)`
      : undefined;
    const isKept = sql`${enrollments.status} <> 'revoked'`;
    const isOpen = isOpenByItself(db, integer(p.now));
    // Without a row, all columns of the row are null.
    const [kept, byItself] = isSubscriber
      ? [sql`coalesce(${isKept}, false)`, sql`coalesce(${isOpen}, false)`]
      : [isKept, isOpen];
    const open = or(byItself, given) ?? byItself;
    const filters: Record<CourseFilter, SQL | undefined> = {
      all: or(kept, given),
      active: open,
      expired: and(kept, not(open)),
    };
    const courseId = isSubscriber ? courses.id : enrollments.courseId;
    return and(
      isSubscriber ? eq(courses.siteId, text(p.siteId)) : isOwn(enrollments, p),
      isLimited ? isTaught(db, p, courseId) : undefined,
      filters[filter],
    );
  };
  /** The time and the id that a list is ordered by. */
  const keyOf = (p: Params<Which>, isSubscriber: boolean) => ({
    at: isSubscriber ? sql`coalesce(${enrollments.startsAt}, ${givenSince(db, p)})` : sql`${enrollments.startsAt}`,
    id: isSubscriber ? sql`coalesce(${enrollments.id}, ${idOfGiven(db, text(p.personId))})` : sql`${enrollments.id}`,
  });
  const columnsOf = ({ at, id }: { at: SQL; id: SQL }) => ({
    id: sql<string>`${id}`,
    courseId: courses.id,
    courseStatus: courses.status,
    slug: courses.slug,
    title: courses.title,
    coverImageUrl: courses.coverImageUrl,
    listedAt: sql<number>`${at}`.mapWith(Number),
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
  const rowOf = (p: Params<Which>) =>
    and(eq(enrollments.courseId, courses.id), eq(enrollments.siteId, courses.siteId), isOwn(enrollments, p));

  return { matches, keyOf, columnsOf, rowOf };
}

/** Prepares the reads. They use the index enrollments_by_time, or with subscriptions enrollments_by_person. */
function courseReads(db: Database) {
  const { courses, enrollments, lectures } = db.tables;
  const { matches, keyOf, columnsOf, rowOf } = courseConditions(db);
  const courseOf = eq(courses.id, enrollments.courseId);
  const lastLecture = eq(lectures.id, enrollments.lastLectureId);

  const listing = preparedPerShape((shape: CountShape) =>
    db.many((q, p: Params<Which & ListValues>) => {
      const key = keyOf(p, shape.isSubscriber);
      const rows = q.select(columnsOf(key));
      const from = shape.isSubscriber
        ? rows.from(courses).leftJoin(enrollments, rowOf(p)).leftJoin(lectures, lastLecture)
        : rows.from(enrollments).innerJoin(courses, courseOf).leftJoin(lectures, lastLecture);
      return from
        .where(and(matches(p, shape), isAfter(key.at, key.id, p)))
        .orderBy(desc(key.at), desc(key.id))
        .limit(oneMore(p));
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.one((q, p: Params<Which>) => {
      const rows = q.select(howMany);
      const from = shape.isSubscriber ? rows.from(courses).leftJoin(enrollments, rowOf(p)) : rows.from(enrollments);
      return from.where(matches(p, shape));
    }),
  );
  // Uses the indexes courses_by_slug and enrollments_by_person.
  const finding = preparedPerShape((isSubscriber: boolean) =>
    db.one((q, p: Params<Which & { slug: string }>) =>
      q
        .select(columnsOf(keyOf(p, isSubscriber)))
        .from(courses)
        .leftJoin(enrollments, rowOf(p))
        .leftJoin(lectures, lastLecture)
        .where(
          and(
            eq(courses.siteId, text(p.siteId)),
            eq(courses.slug, text(p.slug)),
            isSubscriber ? undefined : isOwn(enrollments, p),
            matches(p, { filter: 'all', isSubscriber, isLimited: false }),
          ),
        ),
    ),
  );
  return { listing, counting, finding };
}

type CourseRow = NonNullable<Awaited<ReturnType<ReturnType<ReturnType<typeof courseReads>['finding']>>>>;

function toCourse(row: CourseRow, subscriptions: MemberSubscriptions, now: number): EnrolledCourse {
  const { lectureId, lectureTitle, positionSeconds, watchedAt, courseStatus, source, status, ...course } = row;
  const { expireDate, expiresAt } = row;
  const state =
    source === null || status === null
      ? undefined
      : { source, status, expireDate, expiresAt, startsAt: row.listedAt, lastWatchedAt: watchedAt };
  const access = accessTo({ id: row.courseId, isPublished: courseStatus === 'published' }, state, subscriptions, now);
  if (access === undefined) throw new Error(`the course ${row.courseId} is listed although nothing gives it`);
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

  /** What the member's subscriptions give now, with the values that the statements need. */
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
      const rows = await listing({ filter, ...shape })({ ...valuesOf(member, request, now), ...values });
      return pageOf(
        request.first,
        rows.map((row) => toCourse(row, subscriptions, now)),
      );
    },

    /** Finds one of these courses by its slug. */
    async findEnrolledCourse(member: Member, slug: string, now: number): Promise<EnrolledCourse | undefined> {
      const { subscriptions, values, isSubscriber } = await givenTo(member, now);
      const row = await finding(isSubscriber)({ ...values, slug });
      return row && toCourse(row, subscriptions, now);
    },

    async countEnrolledCourses(member: Member, filter: CourseFilter, now: number, taughtBy?: string): Promise<number> {
      const { subscriptions: _, values, ...shape } = await givenTo(member, now, taughtBy);
      return counted(await counting({ filter, ...shape })(values));
    },
  };
}
