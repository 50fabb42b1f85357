/**
 * Enrolls members in courses and provides steps for other units of work that change enrollments. A batch is atomic: it
 * locks the rows of the course and of each membership, and enrolls either everyone or no one.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../../audit/audit.ts';
import { isSameTimezone } from '../../columns/timezone.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../../engine/engine.ts';
import { lockRow } from '../../engine/locks.ts';
import { among, amongAtSite, integer, listOf, rowOf, text } from '../../engine/placeholders.ts';
import type { Tables } from '../../tables/index.ts';
import { lockCourse } from '../locks.ts';
import { progressSteps } from './progress.ts';

type EnrollmentRow = Tables['enrollments']['$inferSelect'];

/**
 * A row that is inserted, or that replaces a revoked enrollment or one that a subscription gives, because a person has
 * one enrollment in a course.
 */
export interface NewEnrollment {
  row: EnrollmentRow;
  /** The `updatedAt` of the replaced row, or `undefined` if there was none. */
  seen: number | undefined;
}

interface EnrollmentToStore {
  /** The timezone of the school that the last days were calculated with. */
  timezone: string;
  /** The steps that invite people who are not members yet. */
  invitations: readonly Step[];
  events: readonly AuditEvent[];
}

/** A time at which no row was changed. */
const NEVER = -1;

/** Prepares the lookups that are needed before somebody is enrolled. */
function candidateReads(db: Database) {
  const { enrollments, memberships, people, sites } = db.tables;

  // Uses the index enrollments_by_person.
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
  // Uses the index people_by_email.
  const readAccounts = db.many((q, p: Params<{ keys: string }>) =>
    q
      .select({ id: people.id, emailKey: people.emailKey })
      .from(people)
      .where(among(db, people.emailKey, p.keys)),
  );
  // Uses the primary key.
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

/** Prepares the steps of an enrollment. */
function enrollingStatements(db: Database) {
  const { courses, enrollments, memberships, sites } = db.tables;

  // Uses the primary key.
  const requireTimezone = lockRow(db, sites, (p: Params<{ siteId: string; timezone: string }>) =>
    and(eq(sites.id, text(p.siteId)), isSameTimezone(sites.timezone, text(p.timezone))),
  );

  const lockOpenCourse = lockCourse(db, () => sql`${courses.status} <> 'archived'`);
  const lockMember = lockRow(db, memberships, (p: Params<{ personId: string; siteId: string }>) =>
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
        setWhere: sql`(${enrollments.status} = 'revoked' or ${enrollments.source} = 'subscription') and ${enrollments.updatedAt} = ${integer(p.seen)}`,
      }),
  );

  return { requireTimezone, lockOpenCourse, lockMember, insert };
}

/** Prepares the read and the deletion of a student's watch positions. */
function positionStatements(db: Database) {
  const { lectures, sections, watchPositions } = db.tables;

  // Uses the index lectures_by_course, and the primary keys of the other tables.
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
  const deletePositions = db.write((q, p: Params<{ enrollmentId: string; siteId: string }>) =>
    q
      .delete(watchPositions)
      .where(and(eq(watchPositions.enrollmentId, text(p.enrollmentId)), eq(watchPositions.siteId, text(p.siteId)))),
  );

  return { readProgress, deletePositions };
}

export function enrollmentStore(db: Database, audit: AuditTrail) {
  const { readInCourse, readAccounts, readPresent, readTimezone } = candidateReads(db);
  const { requireTimezone, lockOpenCourse, lockMember, insert } = enrollingStatements(db);
  const { readProgress, deletePositions } = positionStatements(db);
  const progress = progressSteps(db);

  return {
    /** Returns the enrollments of the given people in the course, including revoked ones. */
    inCourse: (siteId: string, courseId: string, personIds: readonly string[]): Promise<EnrollmentRow[]> =>
      readInCourse({ siteId, courseId, ids: listOf(personIds) }),

    /** Returns the ids of the accounts with the given e-mail keys (`emailKey`), by key. */
    async accountsOf(keys: readonly string[]): Promise<Map<string, string>> {
      const rows = keys.length === 0 ? [] : await readAccounts({ keys: JSON.stringify(keys) });
      return new Map(rows.map(({ id, emailKey }) => [emailKey, id]));
    },

    /** Returns the ids of the given people who are members of the school. */
    async membersAmong(siteId: string, personIds: readonly string[]): Promise<Set<string>> {
      const rows = personIds.length === 0 ? [] : await readPresent({ siteId, ids: listOf(personIds) });
      return new Set(rows.map(({ id }) => id));
    },

    /** Returns the IANA timezone of the school. */
    timezoneOf: async (siteId: string): Promise<string> => (await readTimezone({ siteId }))?.timezone ?? 'UTC',

    /**
     * Enrolls members in one course, either all of them or no one. A revoked enrollment, or one that a subscription
     * gives, starts again and keeps its progress.
     * @returns false if one of them is enrolled, has changed or is not a member, the course is archived or does not
     * exist, or the school has another timezone
     */
    async enroll(
      siteId: string,
      courseId: string,
      rows: readonly NewEnrollment[],
      { timezone, invitations, events }: EnrollmentToStore,
    ): Promise<boolean> {
      return db.atomically(
        required(lockOpenCourse({ siteId, courseId })),
        required(requireTimezone({ siteId, timezone })),
        ...invitations,
        ...rows.flatMap(({ row, seen = NEVER }) => [
          required(lockMember({ siteId, personId: row.personId })),
          required(insert({ ...row, siteId, seen })),
        ]),
        ...(await audit.steps(...events)),
      );
    },

    /** Returns the published lectures of the course in order, each with the student's watch position. */
    progress: (siteId: string, courseId: string, enrollmentId: string) =>
      readProgress({ siteId, courseId, enrollmentId }),

    steps: {
      /** Follows a change of the published lectures of a course. */
      recount: progress.recount,

      /** Locks the school. The unit of work fails if the school has another timezone. */
      requireTimezone: (siteId: string, timezone: string): Step => required(requireTimezone({ siteId, timezone })),

      /** Deletes the watch positions of an enrollment. */
      forgetPositions: (siteId: string, enrollmentId: string): Step => deletePositions({ siteId, enrollmentId }),
    },
  };
}
