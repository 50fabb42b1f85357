/**
 * Builds the steps that reorder the sections and lectures of a course in one unit of work. The unit fails unless the
 * new order covers exactly the rows of the course and all of them are still where the caller last saw them.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Parameter, type Params, required, type Step } from '../../engine/engine.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { lockCourse } from '../locks.ts';

/** Where a lecture is. */
export interface Placed {
  id: string;
  sectionId: string;
  position: number;
}

/** What there has to be: sections, whose own section is empty, and lectures, where they are. */
export interface SeenOutline {
  sections: readonly Placed[];
  lectures: readonly Placed[];
}

interface Course {
  siteId: string;
  courseId: string;
}

/** What the steps are given: each list is JSON. */
interface Order extends Course {
  now: number;
  sections: string;
  sectionCount: number;
  lectures: string;
  lectureCount: number;
  seenSections: string;
  seenLectures: string;
}

/** Prepares the steps that bring the sections and lectures of a course into an order, all of them in one statement each. */
export function arranging(db: Database) {
  const { lectures, sections } = db.tables;
  const sqlite = db.engine === 'sqlite';

  /** A list of places as a table. */
  const placesOf = (list: Parameter<string>): SQL =>
    sqlite
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.sectionId') as section_id, json_extract(value, '$.position') as place from json_each(${text(list)}))`
      : sql`(select id, "sectionId" as section_id, position as place from jsonb_to_recordset(cast(${text(list)} as jsonb)) as entry(id text, "sectionId" text, position bigint))`;

  const here = (p: Params<Course>): SQL =>
    sql`there.site_id = ${text(p.siteId)} and there.course_id = ${text(p.courseId)}`;
  // By sections_by_course and lectures_by_course, and the primary keys: the join goes from what is given to what is there.
  const requireAll = lockCourse(
    db,
    (p: Params<Order>) => sql`(select count(*) from ${sections} as there where ${here(p)}) = ${integer(p.sectionCount)}
      and (select count(*) from ${placesOf(p.sections)} as given cross join ${sections} as there where there.id = given.id and ${here(p)}) = ${integer(p.sectionCount)}
      and (select count(*) from ${lectures} as there where ${here(p)}) = ${integer(p.lectureCount)}
      and (select count(*) from ${placesOf(p.lectures)} as given cross join ${lectures} as there where there.id = given.id and ${here(p)}) = ${integer(p.lectureCount)}`,
  );
  const requireAsSeen = lockCourse(
    db,
    (p: Params<Order>) => sql`(select count(*) from ${placesOf(p.seenLectures)} as given cross join ${lectures} as there
      where there.id = given.id and there.section_id = given.section_id and there.position = given.place and ${here(p)}) = ${integer(p.lectureCount)}
      and (select count(*) from ${placesOf(p.seenSections)} as given cross join ${sections} as there
      where there.id = given.id and there.position = given.place and ${here(p)}) = ${integer(p.sectionCount)}`,
  );

  const laterThan = (p: Params<Order>, updatedAt: unknown): SQL =>
    sql`case when ${updatedAt} < ${integer(p.now)} then ${integer(p.now)} else ${updatedAt} + 1 end`;
  // By the primary keys: that all of these are of the course has been required before.
  const placeSections = db.write((q, p: Params<Order>) =>
    q
      .update(sections)
      .set({ position: sql`given.place`, updatedAt: laterThan(p, sections.updatedAt) })
      .from(sql`${placesOf(p.sections)} as given`)
      .where(sql`given.id = ${sections.id} and ${sections.position} <> given.place`),
  );
  const placeLectures = db.write((q, p: Params<Order>) =>
    q
      .update(lectures)
      .set({
        position: sql`given.place`,
        sectionId: sql`given.section_id`,
        updatedAt: laterThan(p, lectures.updatedAt),
      })
      .from(sql`${placesOf(p.lectures)} as given`)
      .where(
        sql`given.id = ${lectures.id}
          and (${lectures.position} <> given.place or ${lectures.sectionId} <> given.section_id)`,
      ),
  );

  return (
    course: Course,
    order: { sections: readonly string[]; lectures: readonly Placed[]; seen: SeenOutline },
    now: number,
  ): Step[] => {
    const values: Order = {
      ...course,
      now,
      sections: JSON.stringify(order.sections.map((id, position) => ({ id, sectionId: '', position }))),
      sectionCount: order.sections.length,
      lectures: JSON.stringify(order.lectures),
      lectureCount: order.lectures.length,
      seenSections: JSON.stringify(order.seen.sections),
      seenLectures: JSON.stringify(order.seen.lectures),
    };
    return [
      required(requireAll(values)),
      required(requireAsSeen(values)),
      placeSections(values),
      placeLectures(values),
    ];
  };
}
