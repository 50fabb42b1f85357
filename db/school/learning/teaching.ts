/**
 * Answers which courses a member teaches, keeps the lecturers of a school in order, and detaches a lecturer that is
 * being deleted. Who teaches what is read from `course_lecturers`, which triggers maintain.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { among, integer, listOf, scalar, text } from '../../engine/placeholders.ts';
import { lockSite } from '../locks.ts';
import { isOfTaught, type Within } from './taught.ts';

/** More courses than this, or students in them, are no way in. */
const FEW_COURSES = 50;
const FEW_STUDENTS = 1000;

/** Who teaches what. */
export function teachingStore(db: Database, audit: AuditTrail) {
  const { courses, courseLecturers, lecturers, lectures, sites } = db.tables;
  const here = (p: Params<{ siteId: string }>) => eq(courses.siteId, text(p.siteId));

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
  // By course_lecturers_by_lecturer.
  const taught = (p: Params<{ lecturerId: string; siteId: string }>) =>
    and(
      here(p),
      sql`${courses.id} in (select named.course_id from ${courseLecturers} as named where named.lecturer_id = ${text(p.lecturerId)} and named.site_id = ${text(p.siteId)})`,
    );
  const readPublished = db.one((q, p: Params<{ lecturerId: string; siteId: string }>) =>
    q
      .select({ id: courses.id, title: courses.title })
      .from(courses)
      .where(and(taught(p), sql`${courses.status} = 'published'`))
      .limit(1),
  );

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
      sql`${sites.id} = ${text(p.siteId)} and not exists (select 1 from ${courses} where ${taught(p)} and ${courses.status} = 'published')`,
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
      .where(taught(p)),
  );

  // By lecturers_by_time: a school has few.
  const behindOthers = db.write((q, p: Params<{ siteId: string; lecturerId: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`(select coalesce(max(others.position) + 1, 0) from ${lecturers} as others where others.site_id = ${text(p.siteId)} and others.id <> ${text(p.lecturerId)})`,
      })
      .where(eq(lecturers.id, text(p.lecturerId))),
  );

  /** A list of ids as a table, with the place of each. */
  const given = (p: Params<{ ids: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select value as id, key as place from json_each(${text(p.ids)}))`
      : sql`(select id, place - 1 as place from jsonb_array_elements_text(cast(${text(p.ids)} as jsonb)) with ordinality as entry(id, place))`;
  const seen = (p: Params<{ seen: string }>) =>
    db.engine === 'sqlite'
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.position') as place from json_each(${text(p.seen)}))`
      : sql`(select id, position as place from jsonb_to_recordset(cast(${text(p.seen)} as jsonb)) as entry(id text, position bigint))`;
  // By lecturers_by_position.
  const readOrder = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: lecturers.id, position: lecturers.position })
      .from(lecturers)
      .where(eq(lecturers.siteId, text(p.siteId)))
      .orderBy(asc(lecturers.position), asc(lecturers.id)),
  );
  const lock = lockSite(db);
  const there = (p: Params<{ siteId: string }>) => sql`there.site_id = ${text(p.siteId)}`;
  const requireAll = lockRow(
    db,
    sites,
    (p: Params<{ siteId: string; count: number; ids: string; seen: string }>) => sql`${sites.id} = ${text(p.siteId)}
          and (select count(*) from ${lecturers} as there where ${there(p)}) = ${integer(p.count)}
          and (select count(*) from ${given(p)} as given cross join ${lecturers} as there where there.id = given.id and ${there(p)}) = ${integer(p.count)}
          and (select count(*) from ${seen(p)} as given cross join ${lecturers} as there where there.id = given.id and there.position = given.place and ${there(p)}) = ${integer(p.count)}`,
  );
  // By the primary key: that all of these are of the school has been required before.
  const arrange = db.write((q, p: Params<{ now: number; ids: string }>) =>
    q
      .update(lecturers)
      .set({
        position: sql`given.place`,
        updatedAt: sql`case when ${lecturers.updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${lecturers.updatedAt} + 1 end`,
      })
      .from(sql`${given(p)} as given`)
      .where(sql`given.id = ${lecturers.id} and ${lecturers.position} <> given.place`),
  );

  return {
    /**
     * Brings the lecturers of a school into an order.
     * @param ids all of them, each once
     * @param seen where they have to be for that, as `order` told
     * @returns false when there are others, or elsewhere
     */
    async arrange(
      siteId: string,
      ids: readonly string[],
      seen: readonly { id: string; position: number }[],
      event: AuditEvent,
    ): Promise<boolean> {
      const values = { siteId, ids: JSON.stringify(ids), seen: JSON.stringify(seen), count: ids.length, now: event.at };
      return db.atomically(
        lock({ siteId }),
        required(requireAll(values)),
        arrange(values),
        ...(await audit.steps(event)),
      );
    },

    /** The lecturers of a school in order. */
    order: (siteId: string): Promise<{ id: string; position: number }[]> => readOrder({ siteId }),

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

      /** Gives a lecturer that is new the last place. */
      placeLast: (siteId: string, lecturerId: string): Step => behindOthers({ siteId, lecturerId }),
    },
  };
}
