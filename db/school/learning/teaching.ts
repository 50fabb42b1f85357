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
import { isOfTaught, type Within } from './taught.ts';

/** More courses than this, or students in them, are no way in. */
const FEW_COURSES = 50;
const FEW_STUDENTS = 1000;

/** The courses that a lecturer is attached to. By course_lecturers_by_lecturer. */
const coursesOf = ({ courses, courseLecturers }: Tables, p: Params<{ lecturerId: string; siteId: string }>) =>
  and(
    eq(courses.siteId, text(p.siteId)),
    sql`${courses.id} in (select named.course_id from ${courseLecturers} as named where named.lecturer_id = ${text(p.lecturerId)} and named.site_id = ${text(p.siteId)})`,
  );

/** What a member reaches by teaching, and what a lecturer is attached to. */
function taughtReads(db: Database) {
  const { courses, courseLecturers, lectures, sites } = db.tables;

  // By course_lecturers_by_person, and the primary key of so many courses.
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
      .limit(FEW_COURSES + 1),
  );
  // By course_lecturers_by_course and the primary keys.
  const readReached = db.one((q, p: Params<{ siteId: string; taughtBy: string; id: string }>) =>
    q
      .select({ id: sites.id })
      .from(sites)
      .where(and(eq(sites.id, text(p.siteId)), isOfTaught(db, p, text(p.id)))),
  );
  // By lectures_by_course.
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

  return { readTaught, readReached, readLectures, readPublished };
}

/** What keeps a lecturer, and what goes with one. */
function lecturerStatements(db: Database) {
  const { courses, lecturers, sites } = db.tables;

  // By the primary key.
  const hold = db.write((q, p: Params<{ lecturerId: string; siteId: string }>) =>
    q
      .update(lecturers)
      .set({ position: sql`${lecturers.position}` })
      .where(and(eq(lecturers.id, text(p.lecturerId)), eq(lecturers.siteId, text(p.siteId)))),
  );
  // The lecturer is gone already, so the school stands for it.
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

  return { hold, requireUnpublished, detach };
}

/** Who teaches what. */
export function teachingStore(db: Database, audit: AuditTrail) {
  const { readTaught, readReached, readLectures, readPublished } = taughtReads(db);
  const { hold, requireUnpublished, detach } = lecturerStatements(db);
  const { arrange, order, placeLast } = lecturerOrder(db, audit);

  return {
    arrange,

    order,

    /** What there is for a member who sees what belongs to the courses they teach. */
    async reachOf(siteId: string, personId: string, column: string): Promise<Within> {
      const taught = await readTaught({ siteId, taughtBy: personId });
      const students = taught.reduce((sum, { studentCount }) => sum + studentCount, 0);
      const within = { column, taughtBy: personId };
      if (taught.length > FEW_COURSES || students > FEW_STUDENTS) return { ...within, few: undefined };
      const ids = [...new Set(taught.map(({ id }) => id))];
      if (column !== 'targetId') return { ...within, few: ids };
      const parts = await readLectures({ siteId, ids: listOf(ids) });
      return { ...within, few: [...ids, ...parts.map(({ id }) => id)] };
    },

    /** Is it a course that the member teaches, or a lecture of one? */
    reaches: async (siteId: string, { taughtBy }: Within, id: string): Promise<boolean> =>
      (await readReached({ siteId, taughtBy, id: id.toWellFormed() })) !== undefined,

    /** A published course that the lecturer is attached to. */
    publishedCourseOf: (siteId: string, lecturerId: string): Promise<{ id: string; title: string } | undefined> =>
      readPublished({ siteId, lecturerId }),

    steps: {
      /** Fails the unit when one of the lecturers is gone, and keeps them until it is done. */
      hold: (siteId: string, lecturerIds: readonly string[]): Step[] =>
        // In one order, so that two units never wait for each other.
        lecturerIds.toSorted().map((lecturerId) => required(hold({ siteId, lecturerId }))),

      /** What goes with a lecturer, unless a published course names it: its name in all other courses. */
      detach: (siteId: string, lecturerId: string, now: number): Step[] => [
        required(requireUnpublished({ siteId, lecturerId })),
        detach({ siteId, lecturerId, now }),
      ],

      placeLast,
    },
  };
}
