/**
 * Builds the steps that reorder the sections and lectures of a course in one unit of work. The unit of work fails
 * unless the new order covers exactly the rows of the course and all of them are still where the caller last saw them.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Parameter, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { lockCourse } from '../locks.ts';

/** The position of a lecture in its section. For a section, `sectionId` is empty. */
export interface OutlinePosition {
  id: string;
  sectionId: string;
  position: number;
}

/** The positions of all sections and lectures of a course that the caller saw. */
export interface SeenOutline {
  sections: readonly OutlinePosition[];
  lectures: readonly OutlinePosition[];
}

/** A new order, with the positions that the caller saw. */
export interface OutlineOrder {
  sections: readonly string[];
  lectures: readonly OutlinePosition[];
  seen: SeenOutline;
}

interface Course {
  siteId: string;
  courseId: string;
}

/** The parameters of the steps. Each list is JSON. */
interface OrderValues extends Course {
  now: number;
  sections: string;
  sectionCount: number;
  lectures: string;
  lectureCount: number;
  seenSections: string;
  seenLectures: string;
}

const valuesOf = (course: Course, { sections, lectures, seen }: OutlineOrder, now: number): OrderValues => ({
  ...course,
  now,
  sections: JSON.stringify(sections.map((id, position) => ({ id, sectionId: '', position }))),
  sectionCount: sections.length,
  lectures: JSON.stringify(lectures),
  lectureCount: lectures.length,
  seenSections: JSON.stringify(seen.sections),
  seenLectures: JSON.stringify(seen.lectures),
});

/** Prepares the steps that change the order of the sections and lectures of a course, with one statement for each. */
export function arranging(db: Database) {
  const { lectures, sections } = db.tables;
  const sqlite = db.engine === 'sqlite';

  /** A list of positions as a table. */
  const positionsOf = (list: Parameter<string>): SQL =>
    sqlite
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.sectionId') as section_id, json_extract(value, '$.position') as place from json_each(${text(list)}))`
      : sql`(select id, "sectionId" as section_id, position as place from jsonb_to_recordset(cast(${text(list)} as jsonb)) as entry(id text, "sectionId" text, position bigint))`;

  const inCourse = (p: Params<Course>): SQL =>
    sql`there.site_id = ${text(p.siteId)} and there.course_id = ${text(p.courseId)}`;
  // Uses the indexes sections_by_course and lectures_by_course, and the primary keys. The join goes from the given rows
  // to the existing ones.
  const requireAll = lockCourse(
    db,
    (
      p: Params<OrderValues>,
    ) => sql`(select count(*) from ${sections} as there where ${inCourse(p)}) = ${integer(p.sectionCount)}
      and (select count(*) from ${positionsOf(p.sections)} as given cross join ${sections} as there where there.id = given.id and ${inCourse(p)}) = ${integer(p.sectionCount)}
      and (select count(*) from ${lectures} as there where ${inCourse(p)}) = ${integer(p.lectureCount)}
      and (select count(*) from ${positionsOf(p.lectures)} as given cross join ${lectures} as there where there.id = given.id and ${inCourse(p)}) = ${integer(p.lectureCount)}`,
  );
  const requireAsSeen = lockCourse(
    db,
    (
      p: Params<OrderValues>,
    ) => sql`(select count(*) from ${positionsOf(p.seenLectures)} as given cross join ${lectures} as there
      where there.id = given.id and there.section_id = given.section_id and there.position = given.place and ${inCourse(p)}) = ${integer(p.lectureCount)}
      and (select count(*) from ${positionsOf(p.seenSections)} as given cross join ${sections} as there
      where there.id = given.id and there.position = given.place and ${inCourse(p)}) = ${integer(p.sectionCount)}`,
  );

  const laterThan = (p: Params<OrderValues>, updatedAt: unknown): SQL =>
    sql`case when ${updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${updatedAt} + 1 end`;
  // Uses the primary keys. A previous step has required that all of these rows belong to the course.
  const placeSections = db.write((q, p: Params<OrderValues>) =>
    q
      .update(sections)
      .set({ position: sql`given.place`, updatedAt: laterThan(p, sections.updatedAt) })
      .from(sql`${positionsOf(p.sections)} as given`)
      .where(sql`given.id = ${sections.id} and ${sections.position} <> given.place`),
  );
  const placeLectures = db.write((q, p: Params<OrderValues>) =>
    q
      .update(lectures)
      .set({
        position: sql`given.place`,
        sectionId: sql`given.section_id`,
        updatedAt: laterThan(p, lectures.updatedAt),
      })
      .from(sql`${positionsOf(p.lectures)} as given`)
      .where(
        sql`given.id = ${lectures.id}
          and (${lectures.position} <> given.place or ${lectures.sectionId} <> given.section_id)`,
      ),
  );

  return (course: Course, order: OutlineOrder, now: number): Step[] => {
    const values = valuesOf(course, order, now);
    return [
      required(requireAll(values)),
      required(requireAsSeen(values)),
      placeSections(values),
      placeLectures(values),
    ];
  };
}
