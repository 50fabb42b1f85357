/** The columns that tell what claims say of a person, beside what the grant contains. */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Tables } from '../tables/index.ts';

/**
 * The condition `enrolled` uses the index enrollments_by_person.
 * @param personId of the row of `people`, which has to be read with them
 */
export const profileColumns = (t: Tables, personId: SQLiteColumn | SQL, siteId: SQLiteColumn | SQL) => ({
  emailVerified: t.people.emailVerified,
  name: t.people.name,
  enrolled:
    sql<boolean>`${sql`exists (select 1 from ${t.enrollments} where ${t.enrollments.personId} = ${personId} and ${t.enrollments.siteId} = ${siteId} and ${t.enrollments.status} <> 'revoked')`}`.mapWith(
      Boolean,
    ),
});
