/**
 * Lists and revokes connections, as shown to members in their account and to operators in the site admin. A connection
 * is a grant whose code has been redeemed and that is neither revoked nor expired; revoking it is atomic with the audit
 * event.
 */
import { and, count, countDistinct, desc, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Step } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { clientChoices } from './client-choices.ts';
import { connectionEnds } from './connection-ends.ts';
import { connectionPages, MOST_OF_A_PERSON } from './connection-pages.ts';
import { livingGrant, selectConnections, toConnection } from './connection-rows.ts';

export type ConnectionStore = ReturnType<typeof connectionStore>;

/** Grants that live, as the people they belong to and the schools they reach see and end them. */
export function connectionStore(db: Database, audit: AuditTrail) {
  const { grants: t } = db.tables;
  const ends = connectionEnds(db);

  const byId = eq(t.id, integer('grantId'));
  const ofPerson = eq(t.personId, text('personId'));
  const ofSite = eq(t.siteId, text('siteId'));

  // By primary key.
  const readOfPerson = db.one(selectConnections(db.tables, and(byId, ofPerson)));
  const readAtSite = db.one(selectConnections(db.tables, and(byId, ofSite)));
  // By grants_by_person.
  const readAllOfPerson = db.many((q) =>
    selectConnections(db.tables, ofPerson)(q).orderBy(desc(t.id)).limit(MOST_OF_A_PERSON),
  );
  // By grants_by_site.
  const size = { connections: count(), people: countDistinct(t.personId) };
  const lives = livingGrant(db.tables);
  const measure = db.one((q) => q.select(size).from(t).where(and(ofSite, lives)));
  const measureClient = db.one((q) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite, eq(t.clientId, text('clientId')), lives)),
  );

  const end = async (steps: readonly Step[], event: AuditEvent): Promise<boolean> =>
    db.atomically(...steps, await audit.step(event));

  return {
    /** The newest first. */
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

    pageOfSite: connectionPages(db),

    clientsOfSite: clientChoices(db),

    /** How much would end. */
    async sizeAtSite(siteId: string, clientId: string | undefined, now: number) {
      const sized =
        clientId === undefined ? await measure({ siteId, now }) : await measureClient({ siteId, clientId, now });
      return { connections: sized?.connections ?? 0, people: sized?.people ?? 0 };
    },

    /** Ends one. All of these: @returns false when nothing was left to end. */
    end: (connection: Connection, by: 'person' | 'operator', event: AuditEvent): Promise<boolean> =>
      end(ends.one(connection, by, event.at), event),

    /** Every one that the person has with the client at the site, and the codes on their way. */
    endApp: (connection: Connection, event: AuditEvent): Promise<boolean> => end(ends.app(connection, event.at), event),

    /** Whatever somebody has connected at the site. */
    endMember: (siteId: string, personId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.member(siteId, personId, event.at), event),

    endClient: (siteId: string, clientId: string, event: AuditEvent): Promise<boolean> =>
      end(ends.client(siteId, clientId, event.at), event),

    endAll: (siteId: string, event: AuditEvent): Promise<boolean> => end(ends.site(siteId, event.at), event),
  };
}
