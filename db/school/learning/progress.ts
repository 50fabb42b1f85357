/**
 * Builds the steps that keep `progress_percent` and `completed_at` of enrollments correct. Any unit of work that
 * completes a lecture or changes which lectures are published must include them.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { lockCourse } from '../locks.ts';

/**
 * Prepares the steps that update enrollments. The progress is the share of the published lectures that the student has
 * completed, in per cent, rounded down. `completed_at` is the time at which all of them were completed for the first
 * time, and stays when more lectures are published.
 */
export function progressSteps(db: Database) {
  const { enrollments, lectures, watchPositions } = db.tables;

  const fromPublished = sql`from ${lectures} where ${lectures.siteId} = ${enrollments.siteId} and ${lectures.courseId} = ${enrollments.courseId} and ${lectures.status} = 'published'`;
  // Uses the primary keys of both tables.
  const completed = sql`(select count(*) from ${watchPositions} inner join ${lectures} on ${lectures.id} = ${watchPositions.lectureId}
    where ${watchPositions.enrollmentId} = ${enrollments.id} and ${watchPositions.completedAt} is not null
    and ${lectures.courseId} = ${enrollments.courseId} and ${lectures.status} = 'published')`;
  // Uses the index lectures_by_course. Both engines round the quotient of two integers down.
  const percent = sql`coalesce(100 * ${completed} / nullif((select count(*) ${fromPublished}), 0), 0)`;

  const recounting = <Input extends { now: number }>(which: (p: Params<Input>) => SQL | undefined) =>
    db.write((q, p: Params<Input>) =>
      q
        .update(enrollments)
        .set({
          progressPercent: sql`${percent}`,
          completedAt: sql`case when ${percent} = 100 then coalesce(${enrollments.completedAt}, ${integer(p.now)}) else ${enrollments.completedAt} end`,
          updatedAt: sql`case when ${enrollments.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${enrollments.updatedAt} + 1 end`,
        })
        .where(and(which(p), sql`${enrollments.progressPercent} <> ${percent}`)),
    );

  const isEnrollment = (p: Params<{ enrollmentId: string; now: number }>) => eq(enrollments.id, text(p.enrollmentId));
  // Uses the index enrollments_by_course.
  const inCourse = (p: Params<{ siteId: string; courseId: string }>) =>
    and(eq(enrollments.siteId, text(p.siteId)), eq(enrollments.courseId, text(p.courseId)));
  const recountOne = recounting(isEnrollment);
  const recountAll = recounting((p: Params<{ siteId: string; courseId: string; now: number }>) => inCourse(p));
  const lockAll = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .update(enrollments)
      .set({ progressPercent: sql`${enrollments.progressPercent}` })
      .where(inCourse(p)),
  );
  const lock = lockCourse(db);

  return {
    /**
     * Follows the write of a watch position, and a change of the enrollment before it, which makes a concurrent recount
     * of the course wait.
     */
    recountOne: (enrollmentId: string, now: number): Step => recountOne({ enrollmentId, now }),
    /** Follows a change of the published lectures of a course. */
    recount: (siteId: string, courseId: string, now: number): Step[] => [
      required(lock({ siteId, courseId })),
      // On PostgreSQL, a statement sees what was committed before it began. The lock makes the following statement
      // begin after concurrent changes of the enrollments are committed.
      ...(db.engine === 'sqlite' ? [] : [lockAll({ siteId, courseId })]),
      recountAll({ siteId, courseId, now }),
    ],
  };
}
