/** Finds the lectures that a member can open, and saves how far the member has watched them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Member, WatchPosition } from '../../../schema/school/account.ts';
import { accessTo, type EnrollmentState, enrollmentIdOf, releasedAt } from '../../../schema/school/entitlement.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { inserting } from '../../engine/rows.ts';
import { memberSubscriptions, NO_SUBSCRIPTIONS } from '../entitlements.ts';
import { progressSteps } from '../learning/progress.ts';
import { isOwn } from './own-rows.ts';

type Position = { enrollmentId: string; lectureId: string; positionSeconds: number; now: number };

/** The enrollment that keeps a member's progress in a course. */
interface ProgressRow {
  id: string;
  /** The values from which the first saved position creates it, in a course that a subscription gives. */
  given?: { courseId: string; since: number; replacesRevoked: boolean };
}

/** Prepares the changes of a watch position. All of them use the primary keys. */
function positionChanges(db: Database) {
  const { enrollments, lectures, watchPositions } = db.tables;

  const insertPosition = inserting(db, watchPositions);
  const setPosition = db.write((q, p: Params<Position>) =>
    q
      .update(watchPositions)
      .set({
        positionSeconds: value(p.positionSeconds),
        watchedAt: value(p.now),
        // A lecture stays completed once it was watched to its end. A lecture without a duration is completed when it
        // is opened.
        completedAt: sql`coalesce(${watchPositions.completedAt}, case when ${integer(p.positionSeconds)} >= (select ${lectures.durationSeconds} from ${lectures} where ${lectures.id} = ${text(p.lectureId)}) then ${integer(p.now)} end)`,
      })
      .where(
        and(eq(watchPositions.enrollmentId, text(p.enrollmentId)), eq(watchPositions.lectureId, text(p.lectureId))),
      ),
  );
  const setLastWatched = db.write((q, p: Params<Position>) =>
    q
      .update(enrollments)
      .set({
        lastLectureId: value(p.lectureId),
        lastPositionSeconds: value(p.positionSeconds),
        lastWatchedAt: value(p.now),
        updatedAt: value(p.now),
      })
      .where(eq(enrollments.id, text(p.enrollmentId))),
  );

  return { insertPosition, setPosition, setLastWatched };
}

/** Prepares the steps that give a course which a subscription opens the row that keeps the progress. */
function progressRows(db: Database) {
  const { enrollments } = db.tables;
  const insert = inserting(db, enrollments);
  // Uses the primary key.
  const replaceRevoked = db.write((q, p: Params<{ id: string; since: number; now: number }>) =>
    q
      .update(enrollments)
      .set({
        source: 'subscription',
        status: 'active',
        startsAt: value(p.since),
        expireDate: null,
        expiresAt: null,
        updatedAt: value(p.now),
      })
      .where(and(eq(enrollments.id, text(p.id)), sql`${enrollments.status} = 'revoked'`)),
  );

  return ({ siteId, personId }: Member, { id, given }: ProgressRow, now: number): Step[] => {
    if (given === undefined) return [];
    const { courseId, since, replacesRevoked } = given;
    if (replacesRevoked) return [required(replaceRevoked({ id, since, now }))];
    const row = { id, siteId, personId, courseId, source: 'subscription', status: 'active' } as const;
    return [required(insert({ ...row, startsAt: since, updatedAt: now }))];
  };
}

/** Prepares the read of a lecture with the member's enrollment in its course. */
function lectureRead(db: Database) {
  const { courses, enrollments, lectures, sites } = db.tables;
  // Uses the primary keys and the index enrollments_by_person.
  return db.one((q, p: Params<Member & { lectureId: string }>) =>
    q
      .select({
        courseId: courses.id,
        courseStatus: courses.status,
        courseSlug: courses.slug,
        title: lectures.title,
        durationSeconds: lectures.durationSeconds,
        releaseAt: lectures.releaseAt,
        releaseAfterDays: lectures.releaseAfterDays,
        timezone: sites.timezone,
        // The types are asserted: without a row, all columns of the row are null.
        enrollmentId: sql<string | null>`${enrollments.id}`,
        source: sql<EnrollmentState['source'] | null>`${enrollments.source}`,
        status: sql<EnrollmentState['status'] | null>`${enrollments.status}`,
        startsAt: sql<number | null>`${enrollments.startsAt}`.mapWith(Number),
        expireDate: enrollments.expireDate,
        expiresAt: enrollments.expiresAt,
        lastWatchedAt: enrollments.lastWatchedAt,
      })
      .from(lectures)
      .innerJoin(courses, and(eq(courses.id, lectures.courseId), eq(courses.siteId, lectures.siteId)))
      .innerJoin(sites, eq(sites.id, lectures.siteId))
      .leftJoin(
        enrollments,
        and(
          eq(enrollments.courseId, lectures.courseId),
          eq(enrollments.siteId, lectures.siteId),
          isOwn(enrollments, p),
        ),
      )
      .where(
        and(
          eq(lectures.id, text(p.lectureId)),
          eq(lectures.siteId, text(p.siteId)),
          sql`${lectures.status} = 'published'`,
        ),
      ),
  );
}

export function ownLectures(db: Database) {
  const { insertPosition, setPosition, setLastWatched } = positionChanges(db);
  const readLecture = lectureRead(db);
  const progressRow = progressRows(db);
  const progress = progressSteps(db);
  const subscriptionsOf = memberSubscriptions(db);

  return {
    /** Finds a published and released lecture of a course that the member may open now. */
    async findOpenLecture({ siteId, personId }: Member, lectureId: string, now: number) {
      const row = await readLecture({ siteId, personId, lectureId });
      if (row === undefined) return undefined;
      const { courseId, courseSlug, courseStatus, title, durationSeconds, enrollmentId, source, status } = row;
      const { startsAt, expireDate, expiresAt, lastWatchedAt } = row;
      const state =
        source === null || status === null || startsAt === null
          ? undefined
          : { source, status, startsAt, expireDate, expiresAt, lastWatchedAt };
      const course = { id: courseId, isPublished: courseStatus === 'published' };
      // The subscriptions do not matter if the enrollment itself opens the lecture.
      const alone = accessTo(course, state, NO_SUBSCRIPTIONS, now);
      const isDecided = alone?.isOpen && row.releaseAfterDays === null;
      const access = isDecided ? alone : accessTo(course, state, await subscriptionsOf({ siteId, personId }), now);
      if (access === undefined || !access.isOpen || releasedAt(row, access.since, row.timezone) > now) return undefined;
      const isKept = enrollmentId !== null && status !== 'revoked';
      const given = { courseId, since: access.since, replacesRevoked: enrollmentId !== null };
      const id = enrollmentId ?? enrollmentIdOf(courseId, personId);
      const enrollment: ProgressRow = isKept ? { id } : { id, given };
      return { enrollment, courseSlug, courseStatus, title, durationSeconds };
    },

    /**
     * Saves the position. In a course that a subscription gives, the first one also creates the enrollment.
     * @returns false if the enrollment has been created or replaced meanwhile
     */
    async saveWatchPosition(
      member: Member,
      enrollment: ProgressRow,
      { lectureId, positionSeconds, watchedAt }: Omit<WatchPosition, 'title'>,
    ): Promise<boolean> {
      const { id: enrollmentId } = enrollment;
      const position = { enrollmentId, lectureId, positionSeconds };
      return db.atomically(
        ...progressRow(member, enrollment, watchedAt),
        required(setLastWatched({ ...position, now: watchedAt })),
        insertPosition({ ...position, siteId: member.siteId, watchedAt }),
        setPosition({ ...position, now: watchedAt }),
        progress.recountOne(enrollmentId, watchedAt),
      );
    },
  };
}
