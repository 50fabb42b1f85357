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
import { clientChoices } from './client-choices.ts';
import { connectionPages, MOST_OF_A_PERSON } from './connection-pages.ts';
import { livingGrant, selectConnections, toConnection } from './connection-rows.ts';
import { connectionEnds } from './grant-ends.ts';

export type ConnectionStore = ReturnType<typeof connectionStore>;

/** Grants that live, as the people they belong to and the schools they reach see and end them. */
export function connectionStore(db: Database, audit: AuditTrail) {
  const { grants: t } = db.tables;
  const ends = connectionEnds(db);

  const byId = (p: Params<{ grantId: number }>) => eq(t.id, integer(p.grantId));
  const ofPerson = (p: Params<{ personId: string }>) => eq(t.personId, text(p.personId));
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));

  // By primary key.
  const readOfPerson = db.one((q, p: Params<{ grantId: number; personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(byId(p), ofPerson(p))),
  );
  const readAtSite = db.one((q, p: Params<{ grantId: number; siteId: string; now: number }>) =>
    selectConnections(db.tables, q, p, and(byId(p), ofSite(p))),
  );
  // By grants_by_person.
  const readAllOfPerson = db.many((q, p: Params<{ personId: string; now: number }>) =>
    selectConnections(db.tables, q, p, ofPerson(p)).orderBy(desc(t.id)).limit(MOST_OF_A_PERSON),
  );
  // By grants_by_site.
  const size = { connections: count(), people: countDistinct(t.personId) };
  const measure = db.one((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), livingGrant(db.tables, p))),
  );
  const measureClient = db.one((q, p: Params<{ siteId: string; clientId: string; now: number }>) =>
    q
      .select(size)
      .from(t)
      .where(and(ofSite(p), eq(t.clientId, text(p.clientId)), livingGrant(db.tables, p))),
  );

  const end = async (steps: readonly Step[], event: AuditEvent): Promise<boolean> =>
    db.atomically(...steps, ...(await audit.steps(event)));

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
