/**
 * Steps that revoke grants: a single one, or all those of a person, an app or a school. Each list also deletes the
 * matching consents and must run as one unit of work, so that no app regains access without asking again.
 */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import { type Database, required, type Step } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { consentStatements } from './consents.ts';

type Ender = 'person' | 'operator';

/**
 * The steps that end connections, each list for one unit of work. The consent that was remembered is deleted too, so that no
 * app regains access without asking again. Codes that are not redeemed yet are grants too, and end as well.
 */
export function connectionEnds(db: Database) {
  const { consents: c, grants: t, memberships: m } = db.tables;
  const consents = consentStatements(db);

  const revoke = (which: SQL | undefined) =>
    db.write((q) =>
      q
        .update(t)
        .set({ revokedAt: value('now'), revokedBy: value('by') })
        .where(and(which, isNull(t.revokedAt))),
    );
  /** Consents by their primary key, as the grants that are about to end name them. */
  const forget = (which: SQL | undefined) =>
    db.write((q) =>
      q
        .delete(c)
        .where(
          sql`(${c.personId}, ${c.siteId}, ${c.clientId}) in (select ${t.personId}, ${t.siteId}, ${t.clientId} from ${t} where ${and(which, isNull(t.revokedAt))})`,
        ),
    );
  const ofSite = eq(t.siteId, text('siteId'));
  const ofClient = eq(t.clientId, text('clientId'));

  // By primary key.
  const revokeOne = revoke(eq(t.id, integer('grantId')));
  // By grants_by_person.
  const ofMember = and(eq(t.personId, text('personId')), ofSite);
  const revokeMember = revoke(ofMember);
  const forgetMember = forget(ofMember);
  const revokeApp = revoke(and(eq(t.personId, text('personId')), ofSite, ofClient));
  // By grants_by_site.
  const revokeClient = revoke(and(ofSite, ofClient));
  // By memberships_by_site and the primary key of consents: whatever became of the grants, and nobody consents without a place.
  const forgetClient = db.write((q) =>
    q.delete(c).where(
      and(
        eq(c.siteId, text('siteId')),
        eq(c.clientId, text('clientId')),
        inArray(
          c.personId,
          q
            .select({ id: m.personId })
            .from(m)
            .where(eq(m.siteId, text('siteId'))),
        ),
      ),
    ),
  );
  const revokeSite = revoke(ofSite);
  const forgetSite = forget(ofSite);

  // By grants_by_person and the primary key of consents.
  const revokeEverywhere = revoke(eq(t.personId, text('personId')));
  const forgetEverywhere = db.write((q) => q.delete(c).where(eq(c.personId, text('personId'))));

  const keyOf = ({ client, person, site }: Connection) => ({
    personId: person.id,
    siteId: site.id,
    clientId: client.id,
  });

  return {
    one: (connection: Connection, by: Ender, now: number): Step[] => [
      required(revokeOne({ grantId: connection.grantId, by, now })),
      consents.forget(keyOf(connection)),
    ],
    app: (connection: Connection, now: number): Step[] => [
      required(revokeApp({ ...keyOf(connection), by: 'person' satisfies Ender, now })),
      consents.forget(keyOf(connection)),
    ],
    /** All apps at all schools; there may be none. */
    everywhere: (personId: string, now: number): Step[] => [
      revokeEverywhere({ personId, by: 'person' satisfies Ender, now }),
      forgetEverywhere({ personId }),
    ],
    member: (siteId: string, personId: string, now: number): Step[] => [
      forgetMember({ siteId, personId }),
      required(revokeMember({ siteId, personId, by: 'operator' satisfies Ender, now })),
    ],
    client: (siteId: string, clientId: string, now: number): Step[] => [
      forgetClient({ siteId, clientId }),
      required(revokeClient({ siteId, clientId, by: 'operator' satisfies Ender, now })),
    ],
    /** The same for an application that itself ends or begins anew; there may be none. */
    application: (siteId: string, clientId: string, now: number): Step[] => [
      forgetClient({ siteId, clientId }),
      revokeClient({ siteId, clientId, by: 'operator' satisfies Ender, now }),
    ],
    site: (siteId: string, now: number): Step[] => [
      forgetSite({ siteId }),
      required(revokeSite({ siteId, by: 'operator' satisfies Ender, now })),
    ],
  };
}
