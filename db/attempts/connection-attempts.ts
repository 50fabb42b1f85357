/**
 * Attempts to connect clients (`connection_attempts`), for the people who run a school or the platform. Strangers cause
 * them, so each school keeps a bounded number, and those who cause most lose their own oldest ones.
 */
import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import {
  type AttemptStanding,
  type ConnectionAttempt,
  KEPT_ATTEMPTS,
  type NewAttempt,
} from '../../schema/attempts/connection-attempt.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { keySequence } from '../engine/key-sequence.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { attemptEvidence } from './attempt-evidence.ts';

export type ConnectionAttemptStore = ReturnType<typeof connectionAttemptStore>;

/** Whom a client or a name of a school stands for. */
export interface AttemptSubjects {
  clients: ReadonlyMap<string, { name: string; siteId: string | null }>;
  /** The ids of schools, by their id and by their slug. */
  sites: ReadonlyMap<string, string>;
}

export function connectionAttemptStore(db: Database, perSchool: number = KEPT_ATTEMPTS.perSchool) {
  const { connectionAttempts: t } = db.tables;
  const nextId = keySequence(db, 'connection_attempts');
  const insert = inserting(db, t);
  // All statements of a school use the index connection_attempts_by_site.
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));
  type Share = { siteId: string; standing: AttemptStanding };
  const share = (p: Params<Share>) => and(ofSite(p), eq(t.standing, text(p.standing)));

  const count = db.one((q, p: Params<Share>) =>
    q
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(t)
      .where(share(p)),
  );
  /** Of the sources with most attempts the oldest. */
  const drop = db.write((q, p: Params<Share & { excess: number }>) => {
    const place = sql<number>`row_number() over (partition by ${t.source} order by ${t.id} desc)`.as('place');
    const placed = q.select({ id: t.id, place }).from(t).where(share(p)).as('placed');
    const excess = q
      .select({ id: placed.id })
      .from(placed)
      .orderBy(desc(placed.place), asc(placed.id))
      .limit(limit(p.excess));
    return q.delete(t).where(inArray(t.id, excess));
  });

  const page = db.many((q, p: Params<{ siteId: string; before: number; since: number; first: number }>) =>
    q
      .select()
      .from(t)
      .where(and(ofSite(p), lt(t.id, integer(p.before)), sql`${t.at} >= ${integer(p.since)}`))
      .orderBy(desc(t.id))
      .limit(limit(p.first)),
  );
  const newest = db.one((q, p: Params<{ siteId: string }>) =>
    q.select({ id: t.id }).from(t).where(ofSite(p)).orderBy(desc(t.id)).limit(1),
  );

  async function trim(siteId: string, standing: AttemptStanding): Promise<void> {
    const excess = ((await count({ siteId, standing }))?.count ?? 0) - perSchool;
    if (excess > 0) await db.atomically(drop({ siteId, standing, excess }));
  }

  return {
    /** Stores attempts, and drops the oldest beyond what their schools keep. */
    async add(attempts: readonly NewAttempt[]): Promise<void> {
      const rows = [];
      for (const attempt of attempts) rows.push({ ...attempt, id: await nextId() });
      await db.atomically(...rows.map((row) => required(insert(row))));
      const shares = new Map(rows.map((row) => [`${row.standing} ${row.siteId}`, row]));
      for (const { siteId, standing } of shares.values()) await trim(siteId, standing);
    },

    /** Lists attempts at a school, or without one, the newest first. */
    async page(
      siteId: string,
      { first, before = Number.MAX_SAFE_INTEGER }: { first: number; before?: number | undefined },
      now: number,
    ): Promise<{ attempts: ConnectionAttempt[]; hasMore: boolean }> {
      const rows = await page({ siteId, before, first: first + 1, since: now - KEPT_ATTEMPTS.ms });
      return { attempts: rows.slice(0, first), hasMore: rows.length > first };
    },

    /** The id of the newest attempt, by which a page learns that there are more. */
    newest: async (siteId: string): Promise<number> => (await newest({ siteId }))?.id ?? 0,

    subjects: subjectsOf(db),
    evidence: attemptEvidence(db),
  };
}

/** Finds clients by their id, and schools by id or slug. */
function subjectsOf(db: Database) {
  const { clients, sites } = db.tables;
  // By primary key, and by the unique slug.
  const named = db.many((q, p: Params<{ ids: string }>) =>
    q
      .select({ id: clients.id, name: clients.name, siteId: clients.siteId })
      .from(clients)
      .where(among(db, clients.id, p.ids)),
  );
  const schools = db.many((q, p: Params<{ names: string }>) =>
    q
      .select({ id: sites.id, slug: sites.slug })
      .from(sites)
      .where(or(among(db, sites.id, p.names), among(db, sites.slug, p.names))),
  );

  return async (clientIds: readonly string[], siteNames: readonly string[]): Promise<AttemptSubjects> => {
    const [found, schoolsFound] = await Promise.all([
      clientIds.length === 0 ? [] : named({ ids: listOf(clientIds) }),
      siteNames.length === 0 ? [] : schools({ names: listOf(siteNames) }),
    ]);
    return {
      clients: new Map(found.map(({ id, ...client }) => [id, client])),
      sites: new Map(schoolsFound.flatMap(({ id, slug }) => [[id, id] as const, [slug, id] as const])),
    };
  };
}
