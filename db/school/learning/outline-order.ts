/**
 * Builds the steps that reorder the sections and lectures of a course in one unit of work. The unit fails unless the
 * new order covers exactly the rows of the course and all of them are still where the caller last saw them.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, required, type Step } from '../../engine/engine.ts';
import { integer, text } from '../../engine/placeholders.ts';
import { touchingCourse } from './held-course.ts';

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

/** Prepares the steps that bring the sections and lectures of a course into an order, all of them in one statement each. */
export function arranging(db: Database) {
  const { lectures, sections } = db.tables;
  const sqlite = db.engine === 'sqlite';

  /** A list of places as a table. */
  const placesOf = (name: string): SQL =>
    sqlite
      ? sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.sectionId') as section_id, json_extract(value, '$.position') as place from json_each(${text(name)}))`
      : sql`(select id, "sectionId" as section_id, position as place from jsonb_to_recordset(cast(${text(name)} as jsonb)) as entry(id text, "sectionId" text, position bigint))`;

  const here = sql`there.site_id = ${text('siteId')} and there.course_id = ${text('courseId')}`;
  // By sections_by_course and lectures_by_course, and the primary keys: the join goes from what is given to what is there.
  const requireAll = touchingCourse(
    db,
    sql`(select count(*) from ${sections} as there where ${here}) = ${integer('sectionCount')}
      and (select count(*) from ${placesOf('sections')} as given cross join ${sections} as there where there.id = given.id and ${here}) = ${integer('sectionCount')}
      and (select count(*) from ${lectures} as there where ${here}) = ${integer('lectureCount')}
      and (select count(*) from ${placesOf('lectures')} as given cross join ${lectures} as there where there.id = given.id and ${here}) = ${integer('lectureCount')}`,
  );
  const requireAsSeen = touchingCourse(
    db,
    sql`(select count(*) from ${placesOf('seenLectures')} as given cross join ${lectures} as there
      where there.id = given.id and there.section_id = given.section_id and there.position = given.place and ${here}) = ${integer('lectureCount')}
      and (select count(*) from ${placesOf('seenSections')} as given cross join ${sections} as there
      where there.id = given.id and there.position = given.place and ${here}) = ${integer('sectionCount')}`,
  );

  const laterThan = (updatedAt: unknown): SQL =>
    sql`case when ${updatedAt} < ${integer('now')} then ${integer('now')} else ${updatedAt} + 1 end`;
  // By the primary keys: that all of these are of the course has been required before.
  const placeSections = db.write((q) =>
    q
      .update(sections)
      .set({ position: sql`given.place`, updatedAt: laterThan(sections.updatedAt) })
      .from(sql`${placesOf('sections')} as given`)
      .where(sql`given.id = ${sections.id} and ${sections.position} <> given.place`),
  );
  const placeLectures = db.write((q) =>
    q
      .update(lectures)
      .set({ position: sql`given.place`, sectionId: sql`given.section_id`, updatedAt: laterThan(lectures.updatedAt) })
      .from(sql`${placesOf('lectures')} as given`)
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
    const values = {
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
