/**
 * Requests of schools that the platform reviews an app (`review_requests`): one for each school and app, which stays with its
 * answer until the school asks again. The decision itself is made in `metadata-client-decisions.ts`.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { howMany } from '../engine/lists.ts';
import { integer, limit, rowOf, scalar, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

export type ReviewRequest = RowOf<Tables['reviewRequests']>;

/** Requests, and grants, that are counted at most. */
const MOST = 1000;
/** Schools that a page names. */
const NAMED = 50;

/** Prepares the steps that answer the open requests for an app. */
export function reviewAnswers(db: Database) {
  const { reviewRequests: t } = db.tables;
  type Answer = { clientId: string; now: number; answer: string; reason: string | null };
  // Uses the index review_requests_by_client.
  const answer = db.write((q, p: Params<Answer>) =>
    q
      .update(t)
      .set({ answer: value(p.answer), answeredAt: value(p.now), reason: value(p.reason) })
      .where(and(eq(t.clientId, text(p.clientId)), isNull(t.answeredAt))),
  );
  return {
    approve: (clientId: string, now: number): Step => answer({ clientId, now, answer: 'approved', reason: null }),
    decline: (clientId: string, now: number, reason: string | null = null): Step =>
      answer({ clientId, now, answer: 'declined', reason }),
  };
}

function requestReads(db: Database) {
  const { reviewRequests: t, grants, people, sites } = db.tables;
  const isOpen = isNull(t.answeredAt);
  // Uses the primary key.
  const ofSite = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.siteId, text(p.siteId))),
  );
  const columns = {
    siteId: t.siteId,
    personId: t.personId,
    answer: t.answer,
    reason: t.reason,
    askedAt: t.askedAt,
    school: sites.name,
    slug: sites.slug,
    person: people.name,
  };
  const named = (which: (p: Params<{ clientId: string; at: number; first: number }>) => ReturnType<typeof and>) =>
    db.many((q, p: Params<{ clientId: string; at: number; first: number }>) =>
      q
        .select(columns)
        .from(t)
        .innerJoin(sites, and(eq(sites.id, t.siteId), sql`${sites.active}`))
        .innerJoin(people, eq(people.id, t.personId))
        .where(and(eq(t.clientId, text(p.clientId)), which(p)))
        .orderBy(asc(t.askedAt))
        .limit(limit(p.first)),
    );
  // Both use the index review_requests_by_client, and the ones after them review_requests_open.
  const open = named((p) => and(isOpen, sql`${integer(p.at)} = 0`));
  const answered = named((p) => eq(t.answeredAt, integer(p.at)));
  const countOpen = db.one((q) =>
    q
      .select(howMany)
      .from(t)
      .innerJoin(sites, and(eq(sites.id, t.siteId), sql`${sites.active}`))
      .where(isOpen),
  );
  const readOpen = db.many((q) =>
    q
      .select({ clientId: t.clientId, schools: scalar(sql`count(*)`) })
      .from(t)
      .innerJoin(sites, and(eq(sites.id, t.siteId), sql`${sites.active}`))
      .where(isOpen)
      .groupBy(t.clientId)
      .limit(MOST),
  );
  const use = db.scanOne((q, p: Params<{ clientId: string; now: number }>) =>
    q
      .select({
        schools: scalar(sql`count(distinct used.site_id)`),
        people: scalar(sql`count(distinct used.person_id)`),
      })
      .from(
        sql`(select ${grants.siteId} as site_id, ${grants.personId} as person_id from ${grants} where ${grants.clientId} = ${text(p.clientId)} and ${grants.revokedAt} is null and ${grants.expiresAt} > ${integer(p.now)} limit ${sql.raw(String(MOST))}) as used`,
      ),
  );
  return { ofSite, open, answered, countOpen, readOpen, use };
}

export function reviewRequestStore(
  db: Database,
  audit: AuditTrail,
  keepSteps: (client: MetadataDocumentClient) => Step[],
) {
  const { reviewRequests: t } = db.tables;
  const { ofSite, open, answered, countOpen, readOpen, use } = requestReads(db);
  const answers = reviewAnswers(db);
  // An open request stays as it is.
  const insert = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .values(rowOf(t, p))
      .onConflictDoUpdate({
        target: [t.siteId, t.clientId],
        set: {
          personId: sql`excluded.person_id`,
          askedAt: sql`excluded.asked_at`,
          answer: null,
          answeredAt: null,
          reason: null,
        },
        setWhere: sql`${t.answeredAt} is not null`,
      }),
  );

  return {
    /** @returns false if the school waits for an answer already */
    async ask(client: MetadataDocumentClient, siteId: string, personId: string, event: AuditEvent): Promise<boolean> {
      const asked = { siteId, clientId: client.id, personId, askedAt: event.at };
      return db.atomically(
        ...keepSteps(client),
        required(insert({ ...asked, answer: null, answeredAt: null, reason: null })),
        ...(await audit.steps({ ...event, clientId: client.id })),
      );
    },

    /** Declines the open requests for an app, which every school that asked finds in its audit log. */
    async decline(clientId: string, reason: string | null, event: AuditEvent): Promise<void> {
      const asking = await open({ clientId, at: 0, first: MOST });
      const elsewhere = asking.filter(({ siteId }) => siteId !== event.siteId);
      const common = { event: event.event, at: event.at, clientId };
      await db.atomically(
        answers.decline(clientId, event.at, reason),
        ...(await audit.steps({ ...event, clientId }, ...elsewhere.map(({ siteId }) => ({ ...common, siteId })))),
      );
    },

    ofSite: (siteId: string): Promise<ReviewRequest[]> => ofSite({ siteId }),
    /** The schools that wait for an answer about an app, with who asked. */
    open: (clientId: string) => open({ clientId, at: 0, first: NAMED }),
    /** Those that got theirs at a time. */
    answeredAt: (clientId: string, at: number) => answered({ clientId, at, first: MOST }),
    /** How many requests of schools wait for an answer. */
    countOpen: async (): Promise<number> => (await countOpen())?.count ?? 0,
    /** How many schools wait for an answer about each app. */
    async openByClient(): Promise<ReadonlyMap<string, number>> {
      return new Map((await readOpen()).map(({ clientId, schools }) => [clientId, schools]));
    },
    /** How many schools and people use an app, among its first connections. */
    use: async (clientId: string, now: number) => (await use({ clientId, now })) ?? { schools: 0, people: 0 },
  };
}
