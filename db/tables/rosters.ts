/** Tables of imports of lists of people. */
import type { Role } from '../../schema/people/role.ts';
import type { RosterCounts, RosterOutcome, RosterState } from '../../schema/school/roster.ts';
import type { Columns } from '../columns/sqlite.ts';

export const defineRosterTables = (c: Columns) => ({
  /** Imports of a list of people: what a school was shown, until it is confirmed or an hour has passed, and what became of it. */
  rosters: c.table(
    'rosters',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      /** Who imports. */
      personId: c.text('person_id').notNull(),
      courseId: c.text('course_id'),
      state: c.text('state').$type<RosterState>().notNull(),
      endsMissing: c.flag('ends_missing').notNull().default(false),
      /** How many rows there are of each kind. */
      counts: c.json('counts').$type<RosterCounts>().notNull(),
      createdAt: c.time('created_at').notNull(),
      confirmedAt: c.time('confirmed_at'),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [c.index('rosters_by_site').on(t.siteId, t.createdAt), c.index('rosters_by_expiry').on(t.expiresAt)],
  ),

  /** A few hundred rows of such a list, encrypted with AES-256-GCM, until all of them are done. */
  rosterParts: c.table(
    'roster_parts',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      rosterId: c.text('roster_id').notNull(),
      position: c.integer('position').notNull(),
      sealed: c.bytes('sealed').notNull(),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [
      c.index('roster_parts_by_roster').on(t.rosterId, t.position),
      c.index('roster_parts_by_expiry').on(t.expiresAt),
    ],
  ),

  /** What an import has done for a row, in the unit of work that did it, so that it is done once and can be taken back. */
  rosterDeeds: c.table(
    'roster_deeds',
    {
      rosterId: c.text('roster_id').notNull(),
      position: c.integer('position').notNull(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id'),
      outcome: c.text('outcome').$type<RosterOutcome>().notNull(),
      /** The role before, and the version of the membership afterwards, if it was changed. */
      roleBefore: c.text('role_before').$type<Role>(),
      version: c.time('version'),
      enrollmentId: c.text('enrollment_id'),
      enrollmentVersion: c.time('enrollment_version'),
      /** The last day of the access that was ended. */
      expireDate: c.text('expire_date'),
      expiresAt: c.time('expires_at').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.rosterId, t.position] }),
      c.index('roster_deeds_by_person').on(t.personId, t.siteId),
      c.index('roster_deeds_by_expiry').on(t.expiresAt),
    ],
  ),
});
