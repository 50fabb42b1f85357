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
import { arranging, type Placed, type SeenOutline } from './outline-order.ts';

/** Of one course. An outline is read whole. */
export const MAX_SECTIONS = 200;
export const MAX_LECTURES = 1000;

export type { Placed } from './outline-order.ts';

/** The others of a table, at the same school. */
const othersOf = (p: Params<{ siteId: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`${table} as others where others.site_id = ${text(p.siteId)} and ${which}`;
/** The place behind all others. */
const lastOf = (p: Params<{ siteId: string; id: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`(select coalesce(max(others.position) + 1, 0) from ${othersOf(p, table, which)} and others.id <> ${text(p.id)})`;
const numberOf = (p: Params<{ siteId: string }>, table: SQLiteTable, which: SQL): SQL =>
  sql`(select count(*) from ${othersOf(p, table, which)})`;

function outlineReads(db: Database) {
  const { lectures, orderItems, sections } = db.tables;
  const { contentMarkdown: _, siteId: _site, ...outlined } = getTableColumns(lectures);

  // By sections_by_course.
  const readSections = db.many((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .select()
      .from(sections)
      .where(and(eq(sections.siteId, text(p.siteId)), eq(sections.courseId, text(p.courseId))))
      .orderBy(asc(sections.position), asc(sections.id)),
  );
  // By lectures_by_course.
  const readLectures = db.many((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .select(outlined)
      .from(lectures)
      .where(and(eq(lectures.siteId, text(p.siteId)), eq(lectures.courseId, text(p.courseId))))
      .orderBy(asc(lectures.position), asc(lectures.id)),
  );
  const readOrdered = db.one((q, p: Params<{ siteId: string; courseId: string }>) =>
    q
      .select({ orderId: orderItems.orderId })
      .from(orderItems)
      .where(
        and(
          eq(orderItems.siteId, text(p.siteId)),
          sql`${orderItems.kind} = 'course'`,
          eq(orderItems.refId, text(p.courseId)),
        ),
      )
      .limit(1),
  );

  return { readSections, readLectures, readOrdered };
}

/** What gives new sections and lectures their place. */
function placingStatements(db: Database) {
  const { lectures, sections } = db.tables;

  // By sections_by_course and lectures_by_course.
  const placeSection = db.write((q, p: Params<{ siteId: string; courseId: string; id: string }>) =>
    q
      .update(sections)
      .set({ position: lastOf(p, sections, sql`others.course_id = ${text(p.courseId)}`) })
      .where(
        sql`${sections.id} = ${text(p.id)} and ${numberOf(p, sections, sql`others.course_id = ${text(p.courseId)}`)} <= ${sql.raw(String(MAX_SECTIONS))}`,
      ),
  );
  // By lectures_by_section and lectures_by_course.
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

/** What goes with a section, a lecture or a course, and what keeps it. */
function removingStatements(db: Database) {
  const { enrollments, lectures, orderItems, sections, sites } = db.tables;

  // By lectures_by_section.
  const requireEmpty = lockCourse(
    db,
    (p: Params<{ siteId: string; courseId: string; sectionId: string }>) =>
      sql`not exists (select 1 from ${lectures} where ${lectures.siteId} = ${text(p.siteId)} and ${lectures.sectionId} = ${text(p.sectionId)})`,
  );
  // By enrollments_by_course.
  const forgetWatched = db.write((q, p: Params<{ siteId: string; courseId: string; lectureId: string }>) =>
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

  // The course itself is gone already, so the school stands for it. By enrollments_by_course and order_items_by_thing.
  const requireUnused = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; courseId: string }>) => sql`${sites.id} = ${text(p.siteId)}
          and not exists (select 1 from ${enrollments} where ${enrollments.siteId} = ${text(p.siteId)} and ${enrollments.courseId} = ${text(p.courseId)})
          and not exists (select 1 from ${orderItems} where ${orderItems.siteId} = ${text(p.siteId)} and ${orderItems.kind} = 'course' and ${orderItems.refId} = ${text(p.courseId)})`,
  );
  const dropSections = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q.delete(sections).where(and(eq(sections.siteId, text(p.siteId)), eq(sections.courseId, text(p.courseId)))),
  );
  const dropLectures = db.write((q, p: Params<{ siteId: string; courseId: string }>) =>
    q.delete(lectures).where(and(eq(lectures.siteId, text(p.siteId)), eq(lectures.courseId, text(p.courseId)))),
  );

  return { requireEmpty, forgetWatched, requireUnused, dropSections, dropLectures };
}

/** The sections and lectures of courses, in order. Whoever changes the order of a course holds the course first. */
export function outlineStore(db: Database, audit: AuditTrail) {
  const { readSections, readLectures, readOrdered } = outlineReads(db);
  const { placeSection, placeLecture } = placingStatements(db);
  const { requireEmpty, forgetWatched, requireUnused, dropSections, dropLectures } = removingStatements(db);
  const arrange = arranging(db);
  const lock = lockCourse(db);

  return {
    /** In order. */
    sections: (siteId: string, courseId: string) => readSections({ siteId, courseId }),

    /** Without their texts, in order within their sections. */
    lectures: (siteId: string, courseId: string) => readLectures({ siteId, courseId }),

    /** Has it ever been ordered? */
    isOrdered: async (siteId: string, courseId: string): Promise<boolean> =>
      (await readOrdered({ siteId, courseId })) !== undefined,

    /**
     * Brings sections and lectures into an order.
     * @param seen what there has to be for that: all of the sections and lectures, where they are
     * @returns false when there is something else
     */
    async arrange(
      siteId: string,
      courseId: string,
      order: { sections: readonly string[]; lectures: readonly Placed[]; seen: SeenOutline },
      events: readonly [AuditEvent, ...AuditEvent[]],
    ): Promise<boolean> {
      const course = { siteId, courseId };
      return db.atomically(
        required(lock(course)),
        ...arrange(course, order, events[0].at),
        ...(await audit.steps(...events)),
      );
    },

    /** Steps of further units of work; each fails its unit when it finds something else than it needs. */
    steps: {
      /** Gives a section that is new the last place, while there is room. */
      placeSection: (siteId: string, courseId: string, id: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(placeSection({ siteId, courseId, id })),
      ],

      /** Gives a lecture that is new the last place of its section, while there is room. */
      placeLecture: (siteId: string, courseId: string, sectionId: string, id: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(placeLecture({ siteId, courseId, sectionId, id })),
      ],

      /** Before a section goes. */
      requireEmpty: (siteId: string, courseId: string, sectionId: string): Step[] => [
        required(lock({ siteId, courseId })),
        required(requireEmpty({ siteId, courseId, sectionId })),
      ],

      /** When a lecture goes. */
      forgetWatched: (siteId: string, courseId: string, lectureId: string): Step[] => [
        forgetWatched({ siteId, courseId, lectureId }),
      ],

      /** What goes with a course, unless somebody was enrolled in it or has ordered it. */
      dropOutline: (siteId: string, courseId: string): Step[] => [
        required(requireUnused({ siteId, courseId })),
        dropSections({ siteId, courseId }),
        dropLectures({ siteId, courseId }),
      ],
    },
  };
}
