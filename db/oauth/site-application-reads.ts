/** Reads the OAuth applications that a school registered for itself, and counts and lists their grants. */
import { and, asc, count, countDistinct, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { MAX_COUNTED_CONNECTIONS } from '../../schema/oauth/connection.ts';
import { parseScopes, type Scope } from '../../schema/oauth/scope.ts';
import type { ApplicationUse, StoredApplication } from '../../schema/oauth/site-application.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { type ClientRow, siteClientOfRow } from './client-rows.ts';

const MOST = MAX_COUNTED_CONNECTIONS + 1;

/** A live grant, for the page of its application. */
export interface ApplicationGrant {
  personName: string;
  personEmail: string;
  scopes: readonly Scope[];
  createdAt: number;
  lastUsedAt: number;
}

const toApplication = (row: ClientRow): StoredApplication => ({
  ...siteClientOfRow(row),
  description: row.description ?? undefined,
  mayIntrospect: row.mayIntrospect,
  secretHash: row.secretHash ?? undefined,
  previousSecretEndsAt: row.previousSecretEndsAt ?? undefined,
});

function readStatements(db: Database) {
  const { clients: t, grants: g, people } = db.tables;
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
    grants: db.many((q, p: Params<{ id: string; limit: number; siteId: string; now: number }>) =>
      q
        .select({
          personName: people.name,
          personEmail: people.email,
          scope: g.scope,
          createdAt: g.createdAt,
          lastUsedAt: g.lastUsedAt,
        })
        .from(g)
        .innerJoin(people, eq(people.id, g.personId))
        .where(and(live(p), eq(g.clientId, text(p.id))))
        .orderBy(desc(g.id))
        .limit(limit(p.limit)),
    ),
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

    /** Lists at most `limit` live grants of an application, the newest first. */
    async grants({ siteId, id }: StoredApplication, now: number, limit: number): Promise<ApplicationGrant[]> {
      const rows = await read.grants({ siteId, id, now, limit });
      return rows.map(({ scope, ...grant }) => ({ ...grant, scopes: parseScopes(scope) }));
    },
  };
}
