/**
 * Imports of lists of people (`rosters`): what a school was shown, sealed and in parts, and what was done for each row. A deed
 * is stored in the unit of work of its change, and its key lets it happen once.
 */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { KnownPerson, RosterOutcome, RosterState } from '../../schema/school/roster.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';
import { inserting, type NewRow, updating } from '../engine/rows.ts';
import type { Tables } from '../tables/index.ts';
import { shownName } from '../tables/shown-email.ts';

export type StoredRoster = RowOf<Tables['rosters']>;
export type RosterDeed = RowOf<Tables['rosterDeeds']>;
/** How long the rows of an import are kept that was confirmed and stopped, after which it ends with what was done. */
const ROWS_KEPT_MS = 24 * 3_600_000;

export type NewRosterDeed = Omit<NewRow<Tables['rosterDeeds']>, 'rosterId' | 'siteId' | 'expiresAt'>;

/** Imports that a page lists. */
const LISTED = 20;

function rosterReads(db: Database) {
  const { rosters: r, rosterParts: p, rosterDeeds: d } = db.tables;
  // Uses the primary key.
  const readOne = db.one((q, v: Params<{ id: string; siteId: string; now: number }>) =>
    q
      .select()
      .from(r)
      .where(and(eq(r.id, text(v.id)), eq(r.siteId, text(v.siteId)), gt(r.expiresAt, integer(v.now)))),
  );
  // Uses the index rosters_by_site.
  const readAll = db.many((q, v: Params<{ siteId: string; now: number; first: number }>) =>
    q
      .select()
      .from(r)
      .where(and(eq(r.siteId, text(v.siteId)), sql`${r.state} <> 'shown'`, gt(r.expiresAt, integer(v.now))))
      .orderBy(desc(r.createdAt))
      .limit(limit(v.first)),
  );
  // Uses the index roster_parts_by_roster.
  const readPart = db.one((q, v: Params<{ rosterId: string; position: number }>) =>
    q
      .select({ sealed: p.sealed })
      .from(p)
      .where(and(eq(p.rosterId, text(v.rosterId)), eq(p.position, integer(v.position)))),
  );
  // Uses the primary key.
  const readDeeds = db.many((q, v: Params<{ rosterId: string; after: number; first: number }>) =>
    q
      .select()
      .from(d)
      .where(and(eq(d.rosterId, text(v.rosterId)), gt(d.position, integer(v.after))))
      .orderBy(asc(d.position))
      .limit(limit(v.first)),
  );
  const readSkipped = db.many((q, v: Params<{ rosterId: string; first: number }>) =>
    q
      .select({ position: d.position })
      .from(d)
      .where(and(eq(d.rosterId, text(v.rosterId)), eq(d.outcome, 'skipped')))
      .orderBy(asc(d.position))
      .limit(limit(v.first)),
  );
  const countDeeds = db.many((q, v: Params<{ rosterId: string }>) =>
    q
      .select({ outcome: d.outcome, count: sql<number>`count(*)`.mapWith(Number) })
      .from(d)
      .where(eq(d.rosterId, text(v.rosterId)))
      .groupBy(d.outcome),
  );
  return { readOne, readAll, readPart, readDeeds, readSkipped, countDeeds };
}

/** Reads what a school knows of people. */
function peopleReads(db: Database) {
  const { enrollments: e, memberships: m, people, rosterDeeds: d } = db.tables;
  // Uses the index people_by_email and the primary key. The invitation of an import that was taken back counts as never made.
  const readKnown = db.many((q, v: Params<{ siteId: string; keys: string }>) =>
    q
      .select({
        id: m.personId,
        key: people.emailKey,
        name: shownName({ memberships: m, people }),
        role: m.role,
        status: m.status,
        invitedEmail: m.invitedEmail,
        version: m.updatedAt,
        isTakenBack: sql<number>`case when exists (select 1 from ${d} where ${d.personId} = ${m.personId} and ${d.siteId} = ${m.siteId} and ${d.outcome} = 'undone' and ${d.version} = ${m.updatedAt}) then 1 else 0 end`,
      })
      .from(people)
      .innerJoin(m, eq(m.personId, people.id))
      .where(and(among(db, people.emailKey, v.keys), eq(m.siteId, text(v.siteId)))),
  );
  // Uses the index enrollments_by_course.
  const readEnrolled = db.many((q, v: Params<{ siteId: string; courseId: string; now: number; first: number }>) =>
    q
      .select({
        enrollmentId: e.id,
        enrollmentVersion: e.updatedAt,
        id: m.personId,
        name: shownName({ memberships: m, people }),
        email: sql<string>`case when ${m.status} = 'invited' then coalesce(${m.invitedEmail}, '') else ${people.email} end`,
        role: m.role,
        status: m.status,
        version: m.updatedAt,
      })
      .from(e)
      .innerJoin(m, and(eq(m.personId, e.personId), eq(m.siteId, e.siteId)))
      .innerJoin(people, eq(people.id, e.personId))
      .where(
        and(
          eq(e.siteId, text(v.siteId)),
          eq(e.courseId, text(v.courseId)),
          sql`${e.status} = 'active' and ${e.source} <> 'subscription' and ${m.status} <> 'removed'`,
          sql`(${e.expiresAt} is null or ${e.expiresAt} > ${integer(v.now)})`,
        ),
      )
      .orderBy(asc(e.startsAt), asc(e.id))
      .limit(limit(v.first)),
  );
  return { readKnown, readEnrolled };
}

function rosterStatements(db: Database) {
  const { rosters, rosterParts, rosterDeeds } = db.tables;
  const [insert, insertPart, insertDeed] = [
    inserting(db, rosters),
    inserting(db, rosterParts),
    inserting(db, rosterDeeds),
  ];
  const change = updating(db, rosters, (p: Params<{ id: string; before: RosterState }>) =>
    and(eq(rosters.id, text(p.id)), eq(rosters.state, text(p.before))),
  );
  const keepParts = updating(db, rosterParts, (p: Params<{ id: string }>) => eq(rosterParts.rosterId, text(p.id)));
  const dropParts = db.write((q, p: Params<{ id: string }>) =>
    q.delete(rosterParts).where(eq(rosterParts.rosterId, text(p.id))),
  );
  const changeDeed = updating(db, rosterDeeds, (p: Params<{ rosterId: string; position: number }>) =>
    and(
      eq(rosterDeeds.rosterId, text(p.rosterId)),
      eq(rosterDeeds.position, integer(p.position)),
      sql`${rosterDeeds.outcome} = 'done'`,
    ),
  );

  return { insert, insertPart, insertDeed, change, keepParts, dropParts, changeDeed };
}

export function rosterStore(db: Database, audit: AuditTrail) {
  const { readOne, readAll, readPart, readDeeds, readSkipped, countDeeds } = rosterReads(db);
  const { readKnown, readEnrolled } = peopleReads(db);
  const { insert, insertPart, insertDeed, change, keepParts, dropParts, changeDeed } = rosterStatements(db);

  return {
    /** Stores a part, which nothing reads before `create` has stored the import itself. */
    addPart: async (part: NewRow<Tables['rosterParts']>): Promise<void> => void (await db.atomically(insertPart(part))),
    create: async (roster: NewRow<Tables['rosters']>): Promise<void> => void (await db.atomically(insert(roster))),
    find: (siteId: string, id: string, now: number): Promise<StoredRoster | undefined> => readOne({ siteId, id, now }),
    /** The newest imports that were confirmed. */
    ofSite: (siteId: string, now: number): Promise<StoredRoster[]> => readAll({ siteId, now, first: LISTED }),
    part: async (rosterId: string, position: number): Promise<Buffer | undefined> =>
      (await readPart({ rosterId, position }))?.sealed,
    deeds: (rosterId: string, after: number, first: number): Promise<RosterDeed[]> =>
      readDeeds({ rosterId, after, first }),
    /** The first rows that were left as they were. */
    skipped: (rosterId: string, first: number) => readSkipped({ rosterId, first }),
    async outcomes(rosterId: string): Promise<Partial<Record<RosterOutcome, number>>> {
      return Object.fromEntries((await countDeeds({ rosterId })).map(({ outcome, count }) => [outcome, count]));
    },

    /**
     * Moves an import to its next state. @returns false if another request did
     */
    move: async (
      { id, state: before }: StoredRoster,
      changes: Partial<Pick<StoredRoster, 'state' | 'endsMissing' | 'confirmedAt' | 'expiresAt'>>,
      ...events: AuditEvent[]
    ): Promise<boolean> =>
      db.atomically(
        required(change(changes, { id, before })),
        ...(changes.confirmedAt == null ? [] : [keepParts({ expiresAt: changes.confirmedAt + ROWS_KEPT_MS }, { id })]),
        ...(changes.state === 'done' ? [dropParts({ id })] : []),
        ...(await audit.steps(...events)),
      ),

    /** Notes what is done for a row. The unit of work fails if it was done before. */
    noteStep: ({ id: rosterId, siteId, expiresAt }: StoredRoster, deed: NewRosterDeed): Step =>
      required(insertDeed({ ...deed, rosterId, siteId, expiresAt })),

    /** Notes that a deed was taken back, or is kept. The unit of work fails if that was decided before. */
    deciding: (
      { rosterId, position }: RosterDeed,
      changes: { outcome: RosterOutcome; version?: number | null },
    ): Step => required(changeDeed(changes, { rosterId, position })),

    apply: (...steps: Step[]): Promise<boolean> => db.atomically(...steps),

    /** The people of a school with these addresses (`emailKey`), by address. Whoever was removed is known by the one of then. */
    async known(siteId: string, keys: readonly string[], keyOf: (email: string) => string) {
      const rows = await readKnown({ siteId, keys: listOf(keys) });
      const isUnknown = ({ status, isTakenBack, invitedEmail, key }: (typeof rows)[number]): boolean =>
        status === 'removed' && (Number(isTakenBack) === 1 || keyOf(invitedEmail ?? '') !== key);
      return new Map<string, KnownPerson>(
        rows
          .filter((row) => !isUnknown(row))
          .map(({ key, invitedEmail: _, isTakenBack: __, ...row }) => [key, { ...row, email: key }]),
      );
    },

    /** The people whose access to a course is open by an enrollment of their own. */
    enrolled: (siteId: string, courseId: string, now: number, first: number) =>
      readEnrolled({ siteId, courseId, now, first }),
  };
}
