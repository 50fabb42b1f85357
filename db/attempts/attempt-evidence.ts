/** What the database knows about the cause of a refusal that has been answered. All statements use primary keys. */
import { and, eq } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';

/** Prepares the reads for the explanation of attempts to connect. No request waits for them. */
export function attemptEvidence(db: Database) {
  const { clients, grants, memberships, people, sites } = db.tables;

  const membership = db.one((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select({ status: memberships.status, name: people.name })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(and(eq(memberships.personId, text(p.personId)), eq(memberships.siteId, text(p.siteId)))),
  );

  const grant = db.one((q, p: Params<{ grantId: number }>) =>
    q
      .select({
        revokedAt: grants.revokedAt,
        revokedBy: grants.revokedBy,
        clientId: grants.clientId,
        isClientActive: clients.active,
        isPersonActive: people.active,
        isSiteActive: sites.active,
        status: memberships.status,
      })
      .from(grants)
      .innerJoin(clients, eq(clients.id, grants.clientId))
      .innerJoin(people, eq(people.id, grants.personId))
      .innerJoin(sites, eq(sites.id, grants.siteId))
      .leftJoin(memberships, and(eq(memberships.personId, grants.personId), eq(memberships.siteId, grants.siteId)))
      .where(eq(grants.id, integer(p.grantId))),
  );

  const registered = db.one((q, p: Params<{ clientId: string; siteId: string }>) =>
    q
      .select({ redirectUris: clients.redirectUris })
      .from(clients)
      .where(and(eq(clients.id, text(p.clientId)), eq(clients.siteId, text(p.siteId)))),
  );

  return {
    /** The membership of a person at a school, whatever has become of it. */
    membership,
    /** How a grant ended, and whether all that it depends on still exists. */
    grant,
    /** The redirect URIs of an application, if it is of this school. */
    registered,
  };
}
