/** Finds the lectures that a member can open, and saves how far the member has watched them. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Member, WatchPosition } from '../../../schema/school/account.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { integer, text, value } from '../../engine/placeholders.ts';
import { inserting } from '../../engine/rows.ts';
import { progressSteps } from '../learning/progress.ts';
import { enrollmentFilters } from './own-courses.ts';

type Position = { enrollmentId: string; lectureId: string; positionSeconds: number; now: number };

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

export function ownLectures(db: Database) {
  const { courses, enrollments, lectures } = db.tables;
  const { insertPosition, setPosition, setLastWatched } = positionChanges(db);
  const progress = progressSteps(db);

  // Uses the primary key and the index enrollments_by_person.
  const readOpenLecture = db.one((q, p: Params<Member & { lectureId: string; now: number }>) =>
    q
      .select({
        enrollmentId: enrollments.id,
        courseSlug: courses.slug,
        courseStatus: courses.status,
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
          eq(enrollments.personId, text(p.personId)),
        ),
      )
      .where(
        and(
          eq(lectures.id, text(p.lectureId)),
          eq(lectures.siteId, text(p.siteId)),
          sql`${lectures.status} = 'published'`,
          or(isNull(lectures.releaseAt), sql`${lectures.releaseAt} <= ${integer(p.now)}`),
          enrollmentFilters(db).active(p),
        ),
      ),
  );

  return {
    /** Finds a published lecture that an active enrollment of the member gives access to. */
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
