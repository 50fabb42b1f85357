/** Counts the students of a school in one pass along their enrollments. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Parameter } from '../../engine/engine.ts';
import { text } from '../../engine/placeholders.ts';

/**
 * Selects everyone who is enrolled in a course of a school, also removed members. It uses the index
 * enrollments_by_student, in the order of the people.
 */
export function enrolledPeople(db: Database, siteId: Parameter<string>, isSeen?: SQL, isOpen?: SQL): SQL {
  const { enrollments } = db.tables;
  const isWanted = and(eq(enrollments.siteId, text(siteId)), sql`${enrollments.status} <> 'revoked'`, isSeen);
  return sql`(select ${enrollments.personId} as person_id${isOpen} from ${enrollments} where ${isWanted} group by ${enrollments.personId}) as enrolled`;
}

/** Counts the students of a school: everyone who is enrolled, less the few of them who are removed. */
export function studentsOf(db: Database, siteId: Parameter<string>): SQL {
  const { enrollments, memberships } = db.tables;
  return sql`((select count(*) from ${enrolledPeople(db, siteId)})
    - (select count(*) from ${memberships} as gone where gone.site_id = ${text(siteId)} and gone.status = 'removed' and exists (
        select 1 from ${enrollments} as held where held.site_id = gone.site_id and held.person_id = gone.person_id and held.status <> 'revoked')))`;
}
