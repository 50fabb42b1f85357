/**
 * Stores the outline of a course: the order of its sections and of the lectures in them. Every change of that order
 * first takes a row lock on the course, so positions stay consistent and the size limits hold under concurrent edits.
 */
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { text } from '../../engine/placeholders.ts';
import { lockCourse } from '../locks.ts';
import { arranging, type OutlineOrder } from './outline-order.ts';

/** The size of an outline is limited because it is read as a whole. */
export const MAX_SECTIONS = 200;
export const MAX_LECTURES = 1000;

/** The rows of a table at the same school, under the alias `others`. */
const othersOf = (p: Params<{ siteId: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`${table} as others where others.site_id = ${text(p.siteId)} and ${which}`;
/** The position after all other rows. */
const lastOf = (p: Params<{ siteId: string; id: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`(select coalesce(max(others.position) + 1, 0) from ${othersOf(p, table, which)} and others.id <> ${text(p.id)})`;
const numberOf = (p: Params<{ siteId: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`(select count(*) from ${othersOf(p, table, which)})`;

function outlineReads(db: Database) {
  const { lectures, sections } = db.tables;
  const { contentMarkdown: _, siteId: _site, ...outlined } = getTableColumns(lectures);

  /** Returns whether everyone can read a text of the lecture. Other texts, which can be long, are not looked at. */
  const hasPreview =
    sql<boolean>`case when ${lectures.freePreview} then trim(${lectures.contentMarkdown}, ${' \t\r\n'}) <> '' else ${lectures.freePreview} end`.mapWith(
      Boolean,
    );
  // Uses the index sections_by_course.
  const readSections = db.many((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .select()
      .from(sections)
      .where(and(eq(sections.siteId, text(p.siteId)), eq(sections.courseId, text(p.courseId))))
      .orderBy(asc(sections.position), asc(sections.id)),
  );
  // Uses the index lectures_by_course.
  const readLectures = db.many((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .select({ ...outlined, hasPreview })
      .from(lectures)
      .where(and(eq(lectures.siteId, text(p.siteId)), eq(lectures.courseId, text(p.courseId))))
      .orderBy(asc(lectures.position), asc(lectures.id)),
  );

  return { readSections, readLectures };
}

/** Prepares the steps that give new sections and lectures their position. */
function positionStatements(db: Database) {
  const { lectures, sections } = db.tables;

  // Uses the indexes sections_by_course and lectures_by_course.
  const placeSection = db.write((q, p: Params<{ siteId: string; courseId: string; id: string }>) =>
    q
      .update(sections)
      .set({ position: lastOf(p, sections, sql`others.course_id = ${text(p.courseId)}`) })
      .where(
        sql`${sections.id} = ${text(p.id)} and ${numberOf(p, sections, sql`others.course_id = ${text(p.courseId)}`)} <= ${sql.raw(String(MAX_SECTIONS))}`,
      ),
  );
  // Uses the indexes lectures_by_section and lectures_by_course.
  const placeLecture = db.write((q, p: Params<{ sectionId: string; id: string; siteId: string; courseId: string }>) =>
    q
      .update(lectures)
      .set({ position: lastOf(p, lectures, sql`others.section_id = ${text(p.sectionId)}`) })
      .where(
        sql`${lectures.id} = ${text(p.id)}
          and exists (select 1 from ${sections} where ${sections.id} = ${text(p.sectionId)} and ${sections.siteId} = ${text(p.siteId)})
          and ${numberOf(p, lectures, sql`others.course_id = ${text(p.courseId)}`)} <= ${sql.raw(String(MAX_LECTURES))}`,
      ),
  );

  return { placeSection, placeLecture };
}

/** Prepares the steps that accompany the deletion of a section, a lecture or a course. */
function removalStatements(db: Database) {
  const { enrollments, lectures, orderItems, sections, sites } = db.tables;

  // Uses the index lectures_by_section.
  const requireEmpty = lockCourse(
    db,
    (p: Params<{ siteId: string; courseId: string; sectionId: string }>) =>
      sql`not exists (select 1 from ${lectures} where ${lectures.siteId} = ${text(p.siteId)} and ${lectures.sectionId} = ${text(p.sectionId)})`,
  );
  // Uses the index enrollments_by_course.
  const clearWatched = db.write((q, p: Params<{ siteId: string; courseId: string; lectureId: string }>) =>
    q
      .update(enrollments)
      .set({ lastLectureId: null, lastPositionSeconds: null, lastWatchedAt: null })
      .where(
        and(
          eq(enrollments.siteId, text(p.siteId)),
          eq(enrollments.courseId, text(p.courseId)),
          eq(enrollments.lastLectureId, text(p.lectureId)),
        ),
      ),
  );

  // The row of the course is already deleted, so the condition locks the row of the school. It uses the indexes
  // enrollments_by_course and order_items_by_thing.
  const requireUnused = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; courseId: string }>) => sql`${sites.id} = ${text(p.siteId)}
          and not exists (select 1 from ${enrollments} where ${enrollments.siteId} = ${text(p.siteId)} and ${enrollments.courseId} = ${text(p.courseId)})
          and not exists (select 1 from ${orderItems} where ${orderItems.siteId} = ${text(p.siteId)} and ${orderItems.kind} = 'course' and ${orderItems.refId} = ${text(p.courseId)})`,
  );
  const deleteSections = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q.delete(sections).where(and(eq(sections.siteId, text(p.siteId)), eq(sections.courseId, text(p.courseId)))),
  );
  const deleteLectures = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q.delete(lectures).where(and(eq(lectures.siteId, text(p.siteId)), eq(lectures.courseId, text(p.courseId)))),
  );

  return { requireEmpty, clearWatched, requireUnused, deleteSections, deleteLectures };
}

export function outlineStore(db: Database, audit: AuditTrail) {
  const { readSections, readLectures } = outlineReads(db);
  const { placeSection, placeLecture } = positionStatements(db);
  const { requireEmpty, clearWatched, requireUnused, deleteSections, deleteLectures } = removalStatements(db);
  const arrange = arranging(db);
  const lock = lockCourse(db);

  return {
    /** Returns the sections of a course in order. */
    sections: (siteId: string, courseId: string) => readSections({ siteId, courseId }),

    /** Returns the lectures of a course without their text, in the order that each has in its section. */
    lectures: (siteId: string, courseId: string) => readLectures({ siteId, courseId }),

    /** Returns whether the course has ever been ordered. */
    /**
     * Changes the order of all sections and lectures of a course.
     * @param order the new order, with the positions that the caller saw
     * @returns false if the course has other sections or lectures, or one of them has another position
     */
    async arrange(
      siteId: string,
      courseId: string,
      order: OutlineOrder,
      events: readonly [AuditEvent, ...AuditEvent[]],
    ): Promise<boolean> {
      const course = { siteId, courseId };
      return db.atomically(
        required(lock(course)),
        ...arrange(course, order, events[0].at),
        ...(await audit.steps(...events)),
      );
    },

    /** Steps of further units of work, which fail if a condition is not met. */
    steps: {
      /** Gives a new section the last position, if the course has at most `MAX_SECTIONS`. */
      placeSection: (siteId: string, courseId: string, id: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(placeSection({ siteId, courseId, id })),
      ],

      /** Gives a new lecture the last position in its section, if the course has at most `MAX_LECTURES`. */
      placeLecture: (siteId: string, courseId: string, sectionId: string, id: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(placeLecture({ siteId, courseId, sectionId, id })),
      ],

      /** Precedes the deletion of a section and requires that it has no lectures. */
      requireEmpty: (siteId: string, courseId: string, sectionId: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(requireEmpty({ siteId, courseId, sectionId })),
      ],

      /** Clears the latest watch position of students that refers to a deleted lecture. */
      forgetWatched: (siteId: string, courseId: string, lectureId: string): Step[] => [
        clearWatched({ siteId, courseId, lectureId }),
      ],

      /**
       * Deletes the outline of a deleted course, and requires that nobody was ever enrolled in the course or ordered
       * it.
       */
      dropOutline: (siteId: string, courseId: string): Step[] => [
        required(requireUnused({ siteId, courseId })),
        deleteSections({ siteId, courseId }),
        deleteLectures({ siteId, courseId }),
      ],
    },
  };
}
