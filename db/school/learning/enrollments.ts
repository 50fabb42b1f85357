/**
 * Enrolls members in courses and provides steps for other units of work that change enrollments. A batch is atomic: it
 * locks the rows of the course and of each membership, and enrolls either everyone or no one.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { among, amongAtSite, integer, listOf, rowOf, text } from '../../engine/placeholders.ts';
import type { Tables } from '../../tables/index.ts';
import { lockCourse } from '../locks.ts';
import { progressSteps } from './progress.ts';

type EnrollmentRow = Tables['enrollments']['$inferSelect'];

/** A row that is new, or one that was revoked and begins anew: the same person is in a course once. */
export interface NewEnrollment {
  row: EnrollmentRow;
  /** The `updatedAt` of the revoked row; `undefined` when there was none. */
  seen: number | undefined;
}

interface Enrolling {
  /** That the last days were worked out by. */
  timezone: string;
  /** Steps that make members of those who are none yet. */
  invitations: readonly Step[];
  events: readonly AuditEvent[];
}

/** No row was ever changed then. */
const NEVER = -1;

/** What is known of people, and of the school, before somebody is enrolled. */
function candidateReads(db: Database) {
  const { enrollments, memberships, people, sites } = db.tables;

  // By enrollments_by_person.
  const readInCourse = db.many((q, p: Params<{ ids: string; siteId: string; courseId: string }>) =>
    q
      .select()
      .from(enrollments)
      .where(
        and(
          among(db, enrollments.personId, p.ids),
          eq(enrollments.siteId, text(p.siteId)),
          eq(enrollments.courseId, text(p.courseId)),
        ),
      ),
  );
  // By people_by_email.
  const readAccounts = db.many((q, p: Params<{ keys: string }>) =>
    q
      .select({ id: people.id, emailKey: people.emailKey })
      .from(people)
      .where(among(db, people.emailKey, p.keys)),
  );
  // By the primary key.
  const readPresent = db.many((q, p: Params<{ ids: string; siteId: string }>) =>
    q
      .select({ id: memberships.personId })
      .from(memberships)
      .where(
        and(
          amongAtSite(db, memberships.personId, memberships.siteId, p.ids, p.siteId),
          sql`${memberships.status} <> 'removed'`,
        ),
      ),
  );
  const readTimezone = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({ timezone: sites.timezone })
      .from(sites)
      .where(eq(sites.id, text(p.siteId))),
  );

  return { readInCourse, readAccounts, readPresent, readTimezone };
}

/** What enrolling consists of. */
function enrollingStatements(db: Database) {
  const { courses, enrollments, memberships, sites } = db.tables;

  // By the primary key.
  const requireTimezone = lockRow(db, sites, (p: Params<{ siteId: string; timezone: string }>) =>
    and(eq(sites.id, text(p.siteId)), eq(sites.timezone, text(p.timezone))),
  );

  const lockOpenCourse = lockCourse(db, () => sql`${courses.status} <> 'archived'`);
  const holdMember = lockRow(db, memberships, (p: Params<{ personId: string; siteId: string }>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} <> 'removed'`,
    ),
  );
  const insert = db.write((q, p: Params<RowOf<typeof enrollments> & { seen: number }>) =>
    q
      .insert(enrollments)
      .values(rowOf(enrollments, p))
      .onConflictDoUpdate({
        target: [enrollments.personId, enrollments.siteId, enrollments.courseId],
        set: {
          source: sql`excluded.source`,
          status: sql`excluded.status`,
          startsAt: sql`excluded.starts_at`,
          expireDate: sql`excluded.expire_date`,
          expiresAt: sql`excluded.expires_at`,
          updatedAt: sql`excluded.updated_at`,
        },
        setWhere: sql`${enrollments.status} = 'revoked' and ${enrollments.updatedAt} = ${integer(p.seen)}`,
      }),
  );

  return { requireTimezone, lockOpenCourse, holdMember, insert };
}

/** Where a student is in each lecture of a course. */
function positionStatements(db: Database) {
  const { lectures, sections, watchPositions } = db.tables;

  // By lectures_by_course, and the primary keys of the others.
  const readProgress = db.many((q, p: Params<{ enrollmentId: string; siteId: string; courseId: string }>) =>
    q
      .select({
        lectureId: lectures.id,
        sectionId: lectures.sectionId,
        title: lectures.title,
        positionSeconds: watchPositions.positionSeconds,
        watchedAt: watchPositions.watchedAt,
        completedAt: watchPositions.completedAt,
      })
      .from(lectures)
      .innerJoin(sections, eq(sections.id, lectures.sectionId))
      .leftJoin(
        watchPositions,
        and(eq(watchPositions.enrollmentId, text(p.enrollmentId)), eq(watchPositions.lectureId, lectures.id)),
      )
      .where(
        and(
          eq(lectures.siteId, text(p.siteId)),
          eq(lectures.courseId, text(p.courseId)),
          sql`${lectures.status} = 'published'`,
        ),
      )
      .orderBy(asc(sections.position), asc(sections.id), asc(lectures.position), asc(lectures.id)),
  );
  const forgetPositions = db.write((q, p: Params<{ enrollmentId: string; siteId: string }>) =>
    q
      .delete(watchPositions)
      .where(and(eq(watchPositions.enrollmentId, text(p.enrollmentId)), eq(watchPositions.siteId, text(p.siteId)))),
  );

  return { readProgress, forgetPositions };
}

export function enrollmentStore(db: Database, audit: AuditTrail) {
  const { readInCourse, readAccounts, readPresent, readTimezone } = candidateReads(db);
  const { requireTimezone, lockOpenCourse, holdMember, insert } = enrollingStatements(db);
  const { readProgress, forgetPositions } = positionStatements(db);
  const progress = progressSteps(db);

  return {
    /** Those of the people who are or were enrolled in the course. */
    inCourse: (siteId: string, courseId: string, personIds: readonly string[]): Promise<EnrollmentRow[]> =>
      readInCourse({ siteId, courseId, ids: listOf(personIds) }),

    /** The accounts of addresses, at whatever school, by `emailKey`. */
    async accountsOf(keys: readonly string[]): Promise<Map<string, string>> {
      const rows = keys.length === 0 ? [] : await readAccounts({ keys: JSON.stringify(keys) });
      return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
    },

    /** Those of the people who have a place at the school. */
    async membersAmong(siteId: string, personIds: readonly string[]): Promise<Set<string>> {
      const rows = personIds.length === 0 ? [] : await readPresent({ siteId, ids: listOf(personIds) });
      return new Set(rows.map(({ id }) => id));
    },

    /** By which the days of the school begin and end. */
    timezoneOf: async (siteId: string): Promise<string> => (await readTimezone({ siteId }))?.timezone ?? 'UTC',

    /**
     * Enrolls members in one course, all of them or nobody. Who was revoked begins anew, with the progress there was.
     * @returns false when one of them is enrolled, has changed or is no member, the course is archived or gone, or days
     * end otherwise
     */
    async enroll(
      siteId: string,
      courseId: string,
      rows: readonly NewEnrollment[],
      { timezone, invitations, events }: Enrolling,
    ): Promise<boolean> {
      return db.atomically(
        required(lockOpenCourse({ siteId, courseId })),
        required(requireTimezone({ siteId, timezone })),
        ...invitations,
        ...rows.flatMap(({ row, seen = NEVER }) => [
          required(holdMember({ siteId, personId: row.personId })),
          required(insert({ ...row, siteId, seen })),
        ]),
        ...(await audit.steps(...events)),
      );
    },

    /** The published lectures of the course in order, and where the student is in each. */
    progress: (siteId: string, courseId: string, enrollmentId: string) =>
      readProgress({ siteId, courseId, enrollmentId }),

    steps: {
      /** When it has changed which lectures of a course are published. */
      recount: progress.recount,

      /** Fails the unit when the days of the school do not end by this timezone any more. */
      requireTimezone: (siteId: string, timezone: string): Step => required(requireTimezone({ siteId, timezone })),

      forgetPositions: (siteId: string, enrollmentId: string): Step => forgetPositions({ siteId, enrollmentId }),
    },
  };
}
