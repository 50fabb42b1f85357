/** What of a school belongs to the courses that somebody teaches. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Params } from '../../engine/engine.ts';
import { among, text } from '../../engine/placeholders.ts';

/** What somebody may see at all: what belongs to the courses they teach. */
export interface Within {
  /** The column that names the course, or what was said about a course or one of its lectures (`targetId`). */
  column: string;
  /** The person who teaches. */
  taughtBy: string;
  /** All that the column may hold, where that is little: then rows are found by it instead of judged by it. */
  few: readonly string[] | undefined;
}

/** What the shape of a query depends on. */
export interface WithinShape {
  column: string;
  isFew: boolean;
}

export const shapeOfWithin = (within: Within | undefined): WithinShape | undefined =>
  within && { column: within.column, isFew: within.few !== undefined };

/** The parameters of the conditions below. `within` is a JSON list. */
export type WithinValues = { taughtBy: string; within: string };
type Taught = Params<{ siteId: string; taughtBy: string }>;

export const valuesOfWithin = (within: Within | undefined): WithinValues => ({
  taughtBy: within?.taughtBy ?? '',
  within: JSON.stringify(within?.few ?? []),
});

/** Teaches `taughtBy` the course? By course_lecturers_by_course. */
export const isTaught = ({ tables: { courseLecturers } }: Database, p: Taught, course: SQLiteColumn | SQL): SQL =>
  sql`exists (select 1 from ${courseLecturers} as taught where taught.course_id = ${course} and taught.person_id = ${text(p.taughtBy)} and taught.site_id = ${text(p.siteId)})`;

/**
 * The same for the id of a course, or of a lecture of one: ids tell what kind of thing they are of. With an offset
 * PostgreSQL judges the rows one by one, as a page needs them, and does not gather all lectures beforehand.
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

/** Rows by one of their columns. */
export function reachedBy(
  db: Database,
  p: Params<{ siteId: string } & WithinValues>,
  column: SQLiteColumn,
  shape: WithinShape,
): SQL {
  if (shape.isFew) return among(db, column, p.within);
  return shape.column === 'targetId' ? isOfTaught(db, p, column) : isTaught(db, p, column);
}

/**
 * Each course that `taughtBy` teaches once, though they may be several of its lecturers. By course_lecturers_by_person, in
 * the order that courses were made.
 */
export function taughtOnce({ tables: { courseLecturers } }: Database, p: Taught): SQL {
  return sql`${eq(courseLecturers.siteId, text(p.siteId))} and ${eq(courseLecturers.personId, text(p.taughtBy))}
    and not exists (select 1 from ${courseLecturers} as again where again.course_id = ${courseLecturers.courseId} and again.person_id = ${courseLecturers.personId} and again.site_id = ${courseLecturers.siteId} and again.lecturer_id < ${courseLecturers.lecturerId})`;
}
