/**
 * Lists and revokes connections, as shown to members in their account and to operators in the site admin. A connection
 * is a grant whose code has been redeemed and that is neither revoked nor expired; revoking it is atomic with the audit
 * event.
 */
import { and, desc, eq } from 'drizzle-orm';
import { type AuditEvent, fieldValues } from '../../schema/audit/audit-event.ts';
import { endedOfPerson, sizeValues } from '../../schema/audit/ended-connections.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Params, Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { connectionEnds } from '../oauth/grant-ends.ts';
import { appsToReview, clientChoices, usedApps } from './client-choices.ts';
import { connectionPages, MAX_OF_A_PERSON } from './connection-pages.ts';
import { connectionPlaces } from './connection-places.ts';
import { selectConnections, toConnection } from './connection-rows.ts';
import { connectionSizes } from './connection-sizes.ts';
import { endedConnections } from './ended-connections.ts';

export type ConnectionStore = ReturnType<typeof connectionStore>;

export function connectionStore(db: Database, audit: AuditTrail) {
  const { grants: t } = db.tables;
  const ends = connectionEnds(db);
  const choices = clientChoices(db);
  const places = connectionPlaces(db);
  const { sizeAtSite, wholeSizeAtSite } = connectionSizes(db);

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
    selectConnections(db.tables, q, p, ofPerson(p)).orderBy(desc(t.id)).limit(MAX_OF_A_PERSON),
  );
  const readOfMember = db.many((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(ofPerson(p), ofSite(p)))
      .orderBy(desc(t.id))
      .limit(MAX_OF_A_PERSON),
  );
  const end = async (steps: readonly Step[], event: AuditEvent): Promise<boolean> =>
    db.atomically(...steps, ...(await audit.steps(event)));

  const ofPersonAnywhere = async (personId: string, now: number): Promise<Connection[]> =>
    (await readAllOfPerson({ personId, now })).map(toConnection);

  /** The event keeps how many connections of how many people end. */
  const withSize = async (siteId: string, clientId: string | undefined, event: AuditEvent): Promise<AuditEvent> => ({
    ...event,
    before: fieldValues(sizeValues(await wholeSizeAtSite(siteId, clientId, event.at))),
  });

  return {
    /** Lists the connections of a person, the newest first. */
    ofPerson: ofPersonAnywhere,

    /** Lists those at one school. */
    ofMember: async (siteId: string, personId: string, now: number): Promise<Connection[]> =>
      (await readOfMember({ siteId, personId, now })).map(toConnection),

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

    /** Counts the apps that somebody at the school uses, up to `MAX_COUNTED_APPS`. */
    usedAt: usedApps(db),

    /** Counts the apps that nobody has reviewed as they are, up to `MAX_COUNTED_APPS`. */
    appsToReview: appsToReview(db),

    /**
     * Counts the connections of a school, or of one app there, and the people who have them, of at most one connection
     * more than `MAX_COUNTED_CONNECTIONS`.
     */
    sizeAtSite,

    /** Ends a connection. @returns false if there was nothing to end, like the methods below */
    end: (connection: Connection, by: 'person' | 'school', event: AuditEvent): Promise<boolean> =>
      end(ends.one(connection, by, event.at), event),

    /** Ends the connections of the person with the app at the school, and codes that are not redeemed yet. */
    endApp: (connection: Connection, event: AuditEvent): Promise<boolean> => end(ends.app(connection, event.at), event),

    /** Ends all connections of a person at the school. The event keeps with which apps they were. */
    async endMember(siteId: string, personId: string, event: AuditEvent): Promise<boolean> {
      const those = (await ofPersonAnywhere(personId, event.at)).filter(({ site }) => site.id === siteId);
      return end(ends.member(siteId, personId, event.at), { ...event, before: endedOfPerson(those) });
    },

    /** Ends all connections with an app at the school. */
    endClient: async (siteId: string, clientId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.client(siteId, clientId, event.at), await withSize(siteId, clientId, event)),

    /** Ends all connections at the school. */
    endAll: async (siteId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.site(siteId, event.at), await withSize(siteId, undefined, event)),
  };
}
