import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine.ts';
import { among, text } from '../placeholders.ts';

export type SchoolCounts = ReturnType<typeof schoolCounts>;

/** What answers say of things that other rows refer to, for a page of them at once. */
export function schoolCounts(db: Database) {
  const { courses, enrollments, lectures } = db.tables;
  // By lectures_by_course and enrollments_by_course.
  const ofCourses = db.many((q) =>
    q
      .select({
        id: courses.id,
        lectureCount:
          sql<number>`(select count(*) from ${lectures} where ${lectures.siteId} = ${courses.siteId} and ${lectures.courseId} = ${courses.id} and ${lectures.status} = 'published')`.mapWith(
            Number,
          ),
        studentCount:
          sql<number>`(select count(*) from ${enrollments} where ${enrollments.siteId} = ${courses.siteId} and ${enrollments.courseId} = ${courses.id} and ${enrollments.status} <> 'revoked')`.mapWith(
            Number,
          ),
      })
      .from(courses)
      .where(and(among(db, courses.id, 'ids'), eq(courses.siteId, text('siteId')))),
  );

  return {
    async ofCourses(
      siteId: string,
      ids: readonly string[],
    ): Promise<Map<string, { lectureCount: number; studentCount: number }>> {
      const rows = await ofCourses({ siteId, ids: JSON.stringify(ids) });
      return new Map(rows.map(({ id, ...counts }) => [id, counts]));
    },
  };
}
