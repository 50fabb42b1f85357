/** Lectures that a member can open, and where the member stopped in them. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Member, WatchPosition } from '../../../schema/school/account.ts';
import type { Database } from '../../engine/engine.ts';
import { inserting } from '../../engine/insert.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { progressSteps } from '../learning/progress.ts';
import { enrollmentFilters } from './own-courses.ts';

export function ownLectures(db: Database) {
  const { courses, enrollments, lectures, watchPositions } = db.tables;
  const progress = progressSteps(db);

  // By the primary key, and enrollments_by_person.
  const readOpenLecture = db.one((q) =>
    q
      .select({
        enrollmentId: enrollments.id,
        courseSlug: courses.slug,
        title: lectures.title,
        durationSeconds: lectures.durationSeconds,
      })
      .from(lectures)
      .innerJoin(courses, eq(courses.id, lectures.courseId))
      .innerJoin(
        enrollments,
        and(
          eq(enrollments.courseId, lectures.courseId),
          eq(enrollments.siteId, lectures.siteId),
          eq(enrollments.personId, text('personId')),
        ),
      )
      .where(
        and(
          eq(lectures.id, text('lectureId')),
          eq(lectures.siteId, text('siteId')),
          sql`${lectures.status} = 'published'`,
          or(isNull(lectures.releaseAt), sql`${lectures.releaseAt} <= ${integer('now')}`),
          enrollmentFilters(db).active,
        ),
      ),
  );
  const insertPosition = inserting(db, watchPositions);
  const setPosition = db.write((q) =>
    q
      .update(watchPositions)
      .set({
        positionSeconds: value('positionSeconds'),
        watchedAt: value('now'),
        // Watched to its end, once and for all; what takes no time is done when it is opened.
        completedAt: sql`coalesce(${watchPositions.completedAt}, case when ${integer('positionSeconds')} >= (select ${lectures.durationSeconds} from ${lectures} where ${lectures.id} = ${text('lectureId')}) then ${integer('now')} end)`,
      })
      .where(
        and(eq(watchPositions.enrollmentId, text('enrollmentId')), eq(watchPositions.lectureId, text('lectureId'))),
      ),
  );
  const setLastWatched = db.write((q) =>
    q
      .update(enrollments)
      .set({
        lastLectureId: value('lectureId'),
        lastPositionSeconds: value('positionSeconds'),
        lastWatchedAt: value('now'),
        updatedAt: value('now'),
      })
      .where(eq(enrollments.id, text('enrollmentId'))),
  );

  return {
    /** A lecture that the member can open now, by an enrollment that is not over. */
    findOpenLecture: ({ siteId, personId }: Member, lectureId: string, now: number) =>
      readOpenLecture({ siteId, personId, lectureId, now }),

    async saveWatchPosition(
      { siteId }: Member,
      enrollmentId: string,
      { lectureId, positionSeconds, watchedAt }: Omit<WatchPosition, 'title'>,
    ): Promise<void> {
      const position = { enrollmentId, lectureId, positionSeconds };
      await db.atomically(
        setLastWatched({ ...position, now: watchedAt }),
        insertPosition({ ...position, siteId, watchedAt }),
        setPosition({ ...position, now: watchedAt }),
        progress.recountOne(enrollmentId, watchedAt),
      );
    },
  };
}
