/**
 * Lists and revokes connections, as shown to members in their account and to operators in the site admin. A connection
 * is a grant whose code has been redeemed and that is neither revoked nor expired; revoking it is atomic with the audit
 * event.
 */
import { and, count, countDistinct, desc, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Params, Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { connectionEnds } from '../oauth/grant-ends.ts';
import { appsToReview, clientChoices, usedApps } from './client-choices.ts';
import { connectionPages, MOST_OF_A_PERSON } from './connection-pages.ts';
import { connectionPlaces } from './connection-places.ts';
import { isLiveGrant, selectConnections, toConnection } from './connection-rows.ts';
import { endedConnections } from './ended-connections.ts';

export type ConnectionStore = ReturnType<typeof connectionStore>;

export function connectionStore(db: Database, audit: AuditTrail) {
  const { grants: t } = db.tables;
  const ends = connectionEnds(db);
  const choices = clientChoices(db);
  const places = connectionPlaces(db);

  const byId = (p: Params<{ grantId: number }>) => eq(t.id, integer(p.grantId));
  const ofPerson = (p: Params<{ personId: string }>) => eq(t.personId, text(p.personId));
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));

  // Uses the primary key.
  const readOfPerson = db.one((q, p: Params<{ grantId: number; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(byId(p), ofPerson(p))),
  );
  const readAtSite = db.one((q, p: Params<{ grantId: number; siteId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(byId(p), ofSite(p))),
  );
  // Uses the index grants_by_person.
  const readAllOfPerson = db.many((q, p: Params<{ personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, ofPerson(p)).orderBy(desc(t.id)).limit(MOST_OF_A_PERSON),
  );
  // Uses the index grants_by_site.
  const size = { connections: count(), people: countDistinct(t.personId) };
  const readSize = db.one((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), isLiveGrant(db.tables, p))),
  );
  const readSizeOfClient = db.one((q, p: Params<{ siteId: string; clientId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), eq(t.clientId, text(p.clientId)), isLiveGrant(db.tables, p))),
  );

  const end = async (steps: readonly Step[], event: AuditEvent): Promise<boolean> =>
    db.atomically(...steps, ...(await audit.steps(event)));

  return {
    /** Lists the connections of a person, the newest first. */
    ofPerson: async (personId: string, now: number): Promise<Connection[]> =>
      (await readAllOfPerson({ personId, now })).map(toConnection),

    async findOfPerson(personId: string, grantId: number, now: number): Promise<Connection | undefined> {
      const row = await readOfPerson({ personId, grantId, now });
      return row && toConnection(row);
    },

    async findAtSite(siteId: string, grantId: number, now: number): Promise<Connection | undefined> {
      const row = await readAtSite({ siteId, grantId, now });
      return row && toConnection(row);
    },

    ...endedConnections(db),

    pageOfSite: connectionPages(db),

    placesOf: places.ofLive,

    ofLog: places.ofPairs,

    clientsOfSite: choices.ofSite,

    clientsOfLog: choices.ofLog,

    /** Counts the apps that somebody at the school uses, up to `MOST_USED`. */
    usedAt: usedApps(db),

    /** Counts the apps that nobody has reviewed as they are, up to `MOST_USED`. */
    appsToReview: appsToReview(db),

    /** Counts the connections of a school, or of one app there, and the people who have them. */
    async sizeAtSite(siteId: string, clientId: string | undefined, now: number) {
      const sized =
        clientId === undefined ? await readSize({ siteId, now }) : await readSizeOfClient({ siteId, clientId, now });
      return { connections: sized?.connections ?? 0, people: sized?.people ?? 0 };
    },

    /** Ends a connection. @returns false if there was nothing to end, like the methods below */
    end: (connection: Connection, by: 'person' | 'school', event: AuditEvent): Promise<boolean> =>
      end(ends.one(connection, by, event.at), event),

    /** Ends the connections of the person with the app at the school, and codes that are not redeemed yet. */
    endApp: (connection: Connection, event: AuditEvent): Promise<boolean> => end(ends.app(connection, event.at), event),

    /** Ends all connections of a person at the school. */
    endMember: (siteId: string, personId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.member(siteId, personId, event.at), event),

    /** Ends all connections with an app at the school. */
    endClient: (siteId: string, clientId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.client(siteId, clientId, event.at), event),

    /** Ends all connections at the school. */
    endAll: (siteId: string, event: AuditEvent): Promise<boolean> => end(ends.site(siteId, event.at), event),
  };
}
