/**
 * The part of a school that an instructor may see: the rows that belong to the courses that they teach. The conditions
 * are added to the queries of every list, and `course_lecturers` tells who teaches a course.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Params } from '../../engine/engine.ts';
import { among, text } from '../../engine/placeholders.ts';

/** The rows that an instructor may see. */
export interface Visibility {
  /** The column with the id of the course. `targetId` contains the id of a course or of one of its lectures. */
  column: string;
  /** The id of the instructor. */
  taughtBy: string;
  /** All ids that the column may contain, if there are few. Rows are then found by them instead of filtered. */
  visibleIds: readonly string[] | undefined;
}

/** The properties that the shape of a query depends on. */
export interface VisibilityShape {
  column: string;
  /** True if the query is given a list of the visible ids. */
  isListed: boolean;
}

export const shapeOfVisibility = (visibility: Visibility | undefined): VisibilityShape | undefined =>
  visibility && { column: visibility.column, isListed: visibility.visibleIds !== undefined };

/** The parameters of the conditions below. `visibleIds` is a JSON list. */
export type VisibilityValues = { taughtBy: string; visibleIds: string };
type Taught = Params<{ siteId: string; taughtBy: string }>;

export const valuesOfVisibility = (visibility: Visibility | undefined): VisibilityValues => ({
  taughtBy: visibility?.taughtBy ?? '',
  visibleIds: JSON.stringify(visibility?.visibleIds ?? []),
});

/** Condition that `taughtBy` teaches a course. It uses the index course_lecturers_by_course. */
export const isTaught = ({ tables: { courseLecturers } }: Database, p: Taught, course: SQLiteColumn | SQL): SQL =>
  sql`exists (select 1 from ${courseLecturers} as taught where taught.course_id = ${course} and taught.person_id = ${text(p.taughtBy)} and taught.site_id = ${text(p.siteId)})`;

/** The same for a count of many rows: it lists the courses once, and leaves the index to other conditions. */
export const isOneOfTaught = (
  { tables: { courseLecturers } }: Pick<Database, 'tables'>,
  p: Taught,
  course: SQLiteColumn,
): SQL =>
  sql`${course} || '' in (select taught.course_id from ${courseLecturers} as taught where taught.person_id = ${text(p.taughtBy)} and taught.site_id = ${text(p.siteId)})`;

/**
 * Condition that `taughtBy` teaches a course, or the course of a lecture. Their ids have different
 * prefixes, so no id belongs to both. The offset makes PostgreSQL evaluate the rows one by one, as a page needs them,
 * instead of reading all lectures first.
 */
export const isOfTaught = (
  { tables: { courseLecturers, lectures } }: Database,
  p: Taught,
  id: SQLiteColumn | SQL,
): SQL => {
  const taughtBy = (course: SQL): SQL =>
    sql`taught.course_id = ${course} and taught.person_id = ${text(p.taughtBy)} and taught.site_id = ${text(p.siteId)} limit 1 offset 0`;
  return sql`(exists (select 1 from ${courseLecturers} as taught where ${taughtBy(sql`${id}`)})
    or exists (select 1 from ${lectures} as part inner join ${courseLecturers} as taught on taught.course_id = part.course_id
      where part.id = ${id} and part.site_id = ${text(p.siteId)} and ${taughtBy(sql`part.course_id`)}))`;
};

/** Condition that the column of a row makes the row visible. For a count, which reads many rows, it is another. */
export function isVisible(
  db: Database,
  p: Params<{ siteId: string } & VisibilityValues>,
  column: SQLiteColumn,
  shape: VisibilityShape,
  isOfMany: boolean,
): SQL {
  if (shape.isListed) return among(db, column, p.visibleIds);
  if (shape.column === 'targetId') return isOfTaught(db, p, column);
  return isOfMany ? isOneOfTaught(db, p, column) : isTaught(db, p, column);
}

/**
 * Selects each course that `taughtBy` teaches once, even if the person is several of its lecturers. It uses the index
 * course_lecturers_by_person, which is in the order of the creation of courses.
 */
export function taughtOnce({ tables: { courseLecturers } }: Database, p: Taught): SQL {
  return sql`${eq(courseLecturers.siteId, text(p.siteId))} and ${eq(courseLecturers.personId, text(p.taughtBy))}
    and not exists (select 1 from ${courseLecturers} as again where again.course_id = ${courseLecturers.courseId} and again.person_id = ${courseLecturers.personId} and again.site_id = ${courseLecturers.siteId} and again.lecturer_id < ${courseLecturers.lecturerId})`;
}
