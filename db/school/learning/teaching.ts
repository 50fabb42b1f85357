/**
 * Answers which courses a member teaches, and detaches a lecturer that is being deleted. Who teaches what is read from
 * `course_lecturers`, which triggers maintain; the order of lecturers is kept in lecturer-order.ts.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { among, integer, listOf, scalar, text } from '../../engine/placeholders.ts';
import type { Tables } from '../../tables/index.ts';
import { lecturerOrder } from './lecturer-order.ts';
import { isOfTaught, type Visibility } from './taught.ts';

/** With more courses, or students in them, filtering the rows of a list is cheaper than finding them by course. */
const MAX_LISTED_COURSES = 50;
const MAX_LISTED_STUDENTS = 1000;

/** The courses of a lecturer. It uses the index course_lecturers_by_lecturer. */
const coursesOf = ({ courses, courseLecturers }: Tables, p: Params<{ lecturerId: string; siteId: string }>) =>
  and(
    eq(courses.siteId, text(p.siteId)),
    sql`${courses.id} in (select named.course_id from ${courseLecturers} as named where named.lecturer_id = ${text(p.lecturerId)} and named.site_id = ${text(p.siteId)})`,
  );

/** Reads what an instructor may see, and the courses of a lecturer. */
function taughtReads(db: Database) {
  const { courses, courseLecturers, lectures, sites } = db.tables;

  // Uses the index course_lecturers_by_person, and the primary key of at most that many courses.
  const readTaught = db.many((q, p: Params<{ siteId: string; taughtBy: string }>) =>
    q
      .select({
        id: courseLecturers.courseId,
        studentCount: scalar(
          sql`(select ${courses.studentCount} from ${courses} where ${courses.id} = ${courseLecturers.courseId})`,
        ),
      })
      .from(courseLecturers)
      .where(and(eq(courseLecturers.siteId, text(p.siteId)), eq(courseLecturers.personId, text(p.taughtBy))))
      .orderBy(asc(courseLecturers.createdAt))
      .limit(MAX_LISTED_COURSES + 1),
  );
  // Uses the index course_lecturers_by_course and the primary keys.
  const readVisible = db.one((q, p: Params<{ siteId: string; taughtBy: string; id: string }>) =>
    q
      .select({ id: sites.id })
      .from(sites)
      .where(and(eq(sites.id, text(p.siteId)), isOfTaught(db, p, text(p.id)))),
  );
  // Uses the index lectures_by_course.
  const readLectures = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select({ id: lectures.id })
      .from(lectures)
      .where(and(eq(lectures.siteId, text(p.siteId)), among(db, lectures.courseId, p.ids))),
  );
  const readPublished = db.one((q, p: Params<{ lecturerId: string; siteId: string }>) =>
    q
      .select({ id: courses.id, title: courses.title })
      .from(courses)
      .where(and(coursesOf(db.tables, p), sql`${courses.status} = 'published'`))
      .limit(1),
  );

  return { readTaught, readVisible, readLectures, readPublished };
}

/** Locks a lecturer, and detaches one that is being deleted. */
function lecturerStatements(db: Database) {
  const { courses, lecturers, sites } = db.tables;

  // Uses the primary key.
  const lock = db.write((q, p: Params<{ lecturerId: string; siteId: string }>) =>
    q
      .update(lecturers)
      .set({ position: sql`${lecturers.position}` })
      .where(and(eq(lecturers.id, text(p.lecturerId)), eq(lecturers.siteId, text(p.siteId)))),
  );
  // The row of the lecturer is already deleted, so the condition locks the row of the school.
  const requireUnpublished = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; lecturerId: string }>) =>
      sql`${sites.id} = ${text(p.siteId)} and not exists (select 1 from ${courses} where ${coursesOf(db.tables, p)} and ${courses.status} = 'published')`,
  );
  const detach = db.write((q, p: Params<{ lecturerId: string; now: number; siteId: string }>) =>
    q
      .update(courses)
      .set({
        lecturerIds:
          db.engine === 'sqlite'
            ? sql`(select json_group_array(value) from json_each(${courses.lecturerIds}) where value <> ${text(p.lecturerId)})`
            : sql`${courses.lecturerIds} - ${text(p.lecturerId)}`,
        updatedAt: sql`case when ${courses.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${courses.updatedAt} + 1 end`,
      })
      .where(coursesOf(db.tables, p)),
  );

  return { lock, requireUnpublished, detach };
}

export function teachingStore(db: Database, audit: AuditTrail) {
  const { readTaught, readVisible, readLectures, readPublished } = taughtReads(db);
  const { lock, requireUnpublished, detach } = lecturerStatements(db);
  const { arrange, order, placeLast } = lecturerOrder(db, audit);

  return {
    arrange,

    order,

    /**
     * Returns the rows that an instructor may see.
     * @param column the column that names the course (see `Visibility`)
     */
    async reachOf(siteId: string, personId: string, column: string): Promise<Visibility> {
      const taught = await readTaught({ siteId, taughtBy: personId });
      const students = taught.reduce((sum, { studentCount }) => sum + studentCount, 0);
      const visibility = { column, taughtBy: personId };
      if (taught.length > MAX_LISTED_COURSES || students > MAX_LISTED_STUDENTS)
        return { ...visibility, visibleIds: undefined };
      const ids = [...new Set(taught.map(({ id }) => id))];
      if (column !== 'targetId') return { ...visibility, visibleIds: ids };
      const lectures = await readLectures({ siteId, ids: listOf(ids) });
      return { ...visibility, visibleIds: [...ids, ...lectures.map(({ id }) => id)] };
    },

    /** Returns whether the id is that of a course that the instructor teaches, or of a lecture of such a course. */
    reaches: async (siteId: string, { taughtBy }: Visibility, id: string): Promise<boolean> =>
      (await readVisible({ siteId, taughtBy, id: id.toWellFormed() })) !== undefined,

    /** Finds a published course of the lecturer. */
    publishedCourseOf: (siteId: string, lecturerId: string): Promise<{ id: string; title: string } | undefined> =>
      readPublished({ siteId, lecturerId }),

    steps: {
      /** Locks the rows of lecturers. The unit of work fails if one of them does not exist. */
      lockLecturers: (siteId: string, lecturerIds: readonly string[]): Step[] =>
        // The locks are always taken in the same order, so that no deadlock occurs.
        lecturerIds.toSorted().map((lecturerId) => required(lock({ siteId, lecturerId }))),

      /**
       * Removes a deleted lecturer from all courses. The unit of work fails if a published course names the lecturer.
       */
      detach: (siteId: string, lecturerId: string, now: number): Step[] => [
        required(requireUnpublished({ siteId, lecturerId })),
        detach({ siteId, lecturerId, now }),
      ],

      placeLast,
    },
  };
}
