import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../engine.ts';
import { among, scalar, text } from '../placeholders.ts';

export type SchoolCounts = ReturnType<typeof schoolCounts>;

/** What answers say of things that other rows refer to, for a page of them at once. */
export function schoolCounts(db: Database) {
  const { courses, enrollments, formSubmissions, lectures } = db.tables;
  // By lectures_by_course and enrollments_by_course.
  const ofCourses = db.many((q) =>
    q
      .select({
        id: courses.id,
        lectureCount: scalar(
          sql`(select count(*) from ${lectures} where ${lectures.siteId} = ${courses.siteId} and ${lectures.courseId} = ${courses.id} and ${lectures.status} = 'published')`,
        ),
        studentCount: scalar(
          sql`(select count(*) from ${enrollments} where ${enrollments.siteId} = ${courses.siteId} and ${enrollments.courseId} = ${courses.id} and ${enrollments.status} <> 'revoked')`,
        ),
      })
      .from(courses)
      .where(and(among(db, courses.id, 'ids'), eq(courses.siteId, text('siteId')))),
  );

  // By form_submissions_by_time.
  const ofForms = db.many((q) =>
    q
      .select({ id: formSubmissions.formId, count: sql<number>`count(*)`.mapWith(Number) })
      .from(formSubmissions)
      .where(and(eq(formSubmissions.siteId, text('siteId')), among(db, formSubmissions.formId, 'ids')))
      .groupBy(formSubmissions.formId),
  );

  return {
    /** How often each form was sent in. */
    async ofForms(siteId: string, ids: readonly string[]): Promise<Map<string, number>> {
      const rows = await ofForms({ siteId, ids: JSON.stringify(ids) });
      return new Map(rows.map(({ id, count }) => [id, count]));
    },

    async ofCourses(
      siteId: string,
      ids: readonly string[],
    ): Promise<Map<string, { lectureCount: number; studentCount: number }>> {
      const rows = await ofCourses({ siteId, ids: JSON.stringify(ids) });
      return new Map(rows.map(({ id, ...counts }) => [id, counts]));
    },
  };
}
