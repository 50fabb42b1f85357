/** Reads the outline of a course with the progress of a member, who may open or could open the course. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { EnrolledCourse, Member, OwnLecture } from '../../../schema/school/account.ts';
import { releasedAt } from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { text } from '../../engine/placeholders.ts';

export function ownOutlines(db: Database) {
  const { lectures, sections, sites, watchPositions } = db.tables;
  // Uses the index lectures_by_course and the primary keys. The size of an outline is limited.
  const readOutline = db.many((q, p: Params<{ siteId: string; courseId: string; enrollmentId: string }>) =>
    q
      .select({
        lectureId: lectures.id,
        title: lectures.title,
        kind: lectures.kind,
        durationSeconds: lectures.durationSeconds,
        freePreview: lectures.freePreview,
        releaseAt: lectures.releaseAt,
        releaseAfterDays: lectures.releaseAfterDays,
        timezone: sites.timezone,
        sectionId: sections.id,
        sectionTitle: sections.title,
        positionSeconds: watchPositions.positionSeconds,
        watchedAt: watchPositions.watchedAt,
        completedAt: watchPositions.completedAt,
      })
      .from(lectures)
      .innerJoin(sections, and(eq(sections.id, lectures.sectionId), eq(sections.siteId, lectures.siteId)))
      .innerJoin(sites, eq(sites.id, lectures.siteId))
      .leftJoin(
        watchPositions,
        and(eq(watchPositions.enrollmentId, text(p.enrollmentId)), eq(watchPositions.lectureId, lectures.id)),
      )
      .where(
        and(
          eq(lectures.siteId, text(p.siteId)),
          eq(lectures.courseId, text(p.courseId)),
          sql`${lectures.status} = 'published'`,
        ),
      )
      .orderBy(asc(sections.position), asc(sections.id), asc(lectures.position), asc(lectures.id)),
  );

  return {
    /** Returns the published lectures of one of the member's courses, in order. */
    async ownOutline(
      { siteId }: Member,
      { id, courseId, enrolledAt, isExpired }: EnrolledCourse,
      now: number,
    ): Promise<OwnLecture[]> {
      const rows = await readOutline({ siteId, courseId, enrollmentId: id });
      return rows.map(({ sectionId, sectionTitle, releaseAt, releaseAfterDays, timezone, ...lecture }) => {
        const opensAt = releasedAt({ releaseAt, releaseAfterDays }, enrolledAt, timezone);
        const isWaiting = !isExpired && opensAt > now;
        return {
          ...lecture,
          positionSeconds: lecture.positionSeconds ?? 0,
          section: { id: sectionId, title: sectionTitle },
          isOpen: !isExpired && !isWaiting,
          closedBecause: isExpired ? 'access_ended' : isWaiting ? 'not_released' : null,
          opensAt: isWaiting ? opensAt : null,
        };
      });
    },
  };
}
