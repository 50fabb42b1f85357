/**
 * Builds the steps that keep `progress_percent` and `completed_at` of enrollments correct. Any unit of work that
 * completes a lecture or changes which lectures are published must include them.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { lockCourse } from '../locks.ts';

/**
 * Keeps in enrollments how much of a course is done: the published lectures that were completed, of all published ones, in
 * whole per cent, rounded down. `completedAt` says when all of it was done for the first time, and stays when more is
 * published. Whatever changes either belongs to one unit of work with these steps.
 */
export function progressSteps(db: Database) {
  const { enrollments, lectures, watchPositions } = db.tables;

  const published = sql`from ${lectures} where ${lectures.siteId} = ${enrollments.siteId} and ${lectures.courseId} = ${enrollments.courseId} and ${lectures.status} = 'published'`;
  // By the primary keys of both.
  const done = sql`(select count(*) from ${watchPositions} inner join ${lectures} on ${lectures.id} = ${watchPositions.lectureId}
    where ${watchPositions.enrollmentId} = ${enrollments.id} and ${watchPositions.completedAt} is not null
    and ${lectures.courseId} = ${enrollments.courseId} and ${lectures.status} = 'published')`;
  // By lectures_by_course. Whole numbers are divided into whole numbers.
  const percent = sql`coalesce(100 * ${done} / nullif((select count(*) ${published}), 0), 0)`;

  const recounting = <Given extends { now: number }>(which: (p: Params<Given>) => SQL | undefined) =>
    db.write((q, p: Params<Given>) =>
      q
        .update(enrollments)
        .set({
          progressPercent: sql`${percent}`,
          completedAt: sql`case when ${percent} = 100 then coalesce(${enrollments.completedAt}, ${integer(p.now)}) else ${enrollments.completedAt} end`,
          updatedAt: sql`case when ${enrollments.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${enrollments.updatedAt} + 1 end`,
        })
        .where(and(which(p), sql`${enrollments.progressPercent} <> ${percent}`)),
    );

  const ofOne = (p: Params<{ enrollmentId: string; now: number }>) => eq(enrollments.id, text(p.enrollmentId));
  // By enrollments_by_course.
  const ofCourse = (p: Params<{ siteId: string; courseId: string }>) =>
    and(eq(enrollments.siteId, text(p.siteId)), eq(enrollments.courseId, text(p.courseId)));
  const recountOne = recounting(ofOne);
  const recountAll = recounting((p: Params<{ siteId: string; courseId: string; now: number }>) => ofCourse(p));
  const holdAll = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .update(enrollments)
      .set({ progressPercent: sql`${enrollments.progressPercent}` })
      .where(ofCourse(p)),
  );
  const lock = lockCourse(db);

  return {
    /** When a watch position was written, behind a change of the enrollment: a recount of the course waits for that. */
    recountOne: (enrollmentId: string, now: number): Step => recountOne({ enrollmentId, now }),
    /** When it has changed which lectures of a course are published. */
    recount: (siteId: string, courseId: string, now: number): Step[] => [
      required(lock({ siteId, courseId })),
      // PostgreSQL: what members are just writing is there for the second statement, not for the first.
      ...(db.engine === 'sqlite' ? [] : [holdAll({ siteId, courseId })]),
      recountAll({ siteId, courseId, now }),
    ],
  };
}
