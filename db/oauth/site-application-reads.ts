/** Reads the OAuth applications that a school registered for itself, and counts their grants. */
import { and, asc, count, countDistinct, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { MAX_COUNTED_CONNECTIONS } from '../../schema/oauth/connection.ts';
import type { ApplicationUse, StoredApplication } from '../../schema/oauth/site-application.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { type ClientRow, siteClientOfRow } from './client-rows.ts';

const MOST = MAX_COUNTED_CONNECTIONS + 1;

const toApplication = (row: ClientRow): StoredApplication => ({
  ...siteClientOfRow(row),
  description: row.description ?? undefined,
  mayIntrospect: row.mayIntrospect,
  demandsProof: row.demandsProof,
  secretHash: row.secretHash ?? undefined,
  previousSecretEndsAt: row.previousSecretEndsAt ?? undefined,
});

function readStatements(db: Database) {
  const { clients: t, grants: g } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) =>
    and(eq(t.siteId, text(p.siteId)), sql`${t.origin} = 'site_application'`);
  const live = (p: Params<{ siteId: string; now: number }>) =>
    and(eq(g.siteId, text(p.siteId)), isNull(g.revokedAt), isNotNull(g.redeemedAt), gt(g.expiresAt, integer(p.now)));
  return {
    // Uses the index clients_by_site.
    all: db.many((q, p: Params<{ siteId: string }>) =>
      q.select().from(t).where(ofSite(p)).orderBy(desc(t.createdAt), asc(t.id)),
    ),
    // Uses the primary key.
    one: db.one((q, p: Params<{ id: string; siteId: string }>) =>
      q
        .select()
        .from(t)
        .where(and(ofSite(p), eq(t.id, text(p.id)))),
    ),
    // The following statements use the index grants_by_site.
    uses: db.scan((q, p: Params<{ siteId: string; now: number }>) => {
      const some = q
        .select({ id: g.id })
        .from(g)
        .where(and(live(p), eq(g.clientId, t.id)))
        .limit(MOST)
        .as('live');
      const grants = q.select({ count: count() }).from(some);
      return q
        .select({ id: t.id, grants: sql<number>`(${grants})`.mapWith(Number) })
        .from(t)
        .where(ofSite(p));
    }),
    use: db.scanOne((q, p: Params<{ id: string; siteId: string; now: number }>) => {
      const some = q
        .select({ personId: g.personId })
        .from(g)
        .where(and(live(p), eq(g.clientId, text(p.id))))
        .limit(MOST)
        .as('live');
      return q.select({ grants: count(), people: countDistinct(some.personId) }).from(some);
    }),
  };
}

export function siteApplicationReads(db: Database) {
  const read = readStatements(db);

  return {
    /** Lists the applications, the newest first. */
    async ofSite(siteId: string): Promise<StoredApplication[]> {
      return (await read.all({ siteId })).map(toApplication);
    },

    async find(siteId: string, id: string): Promise<StoredApplication | undefined> {
      const row = await read.one({ siteId, id });
      return row && toApplication(row);
    },

    /** Returns the number of grants of each application by its id, of at most one more than `MAX_COUNTED_CONNECTIONS`. */
    async uses(siteId: string, now: number): Promise<ReadonlyMap<string, number>> {
      return new Map((await read.uses({ siteId, now })).map(({ id, grants }) => [id, grants]));
    },

    async use({ siteId, id }: StoredApplication, now: number): Promise<ApplicationUse> {
      return (await read.use({ siteId, id, now })) ?? { grants: 0, people: 0 };
    },
  };
}
