/**
 * Steps that revoke grants: a single one, or all those of a person, an app or a school. Each list also deletes the
 * matching consents and must run as one unit of work, so that no app regains access without asking again.
 */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { consentStatements } from './consents.ts';

type Ender = 'person' | 'operator';
type Ending = { by: Ender; now: number };
type Member = { siteId: string; personId: string };
type App = { siteId: string; clientId: string };

/**
 * The steps that end connections, each list for one unit of work. The consent that was remembered is deleted too, so that no
 * app regains access without asking again. Codes that are not redeemed yet are grants too, and end as well.
 */
export function connectionEnds(db: Database) {
  const { consents: c, grants: t, memberships: m } = db.tables;
  const consents = consentStatements(db);

  const revoke = <Given extends Ending>(which: (p: Params<Given>) => SQL | undefined) =>
    db.write((q, p: Params<Given>) =>
      q
        .update(t)
        .set({ revokedAt: value(p.now), revokedBy: value(p.by) })
        .where(and(which(p), isNull(t.revokedAt))),
    );
  /** Consents by their primary key, as the grants that are about to end name them. */
  const forget = <Given>(which: (p: Params<Given>) => SQL | undefined) =>
    db.write((q, p: Params<Given>) =>
      q
        .delete(c)
        .where(
          sql`(${c.personId}, ${c.siteId}, ${c.clientId}) in (select ${t.personId}, ${t.siteId}, ${t.clientId} from ${t} where ${and(which(p), isNull(t.revokedAt))})`,
        ),
    );
  const ofPerson = (p: Params<{ personId: string }>) => eq(t.personId, text(p.personId));
  const ofSite = (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId));
  const ofApp = (p: Params<App>) => and(ofSite(p), eq(t.clientId, text(p.clientId)));

  // By primary key.
  const revokeOne = revoke((p: Params<Ending & { grantId: number }>) => eq(t.id, integer(p.grantId)));
  // By grants_by_person.
  const ofMember = (p: Params<Member>) => and(ofPerson(p), ofSite(p));
  const revokeMember = revoke((p: Params<Ending & Member>) => ofMember(p));
  const forgetMember = forget(ofMember);
  const revokeApp = revoke((p: Params<Ending & Member & App>) =>
    and(ofPerson(p), ofSite(p), eq(t.clientId, text(p.clientId))),
  );
  // By grants_by_site.
  const revokeClient = revoke((p: Params<Ending & App>) => ofApp(p));
  // By memberships_by_site and the primary key of consents: whatever became of the grants, and nobody consents without a place.
  const forgetClient = db.write((q, p: Params<App>) =>
    q.delete(c).where(
      and(
        eq(c.siteId, text(p.siteId)),
        eq(c.clientId, text(p.clientId)),
        inArray(
          c.personId,
          q
            .select({ id: m.personId })
            .from(m)
            .where(eq(m.siteId, text(p.siteId))),
        ),
      ),
    ),
  );
  const revokeSite = revoke((p: Params<Ending & { siteId: string }>) => ofSite(p));
  const forgetSite = forget(ofSite);

  // By grants_by_person and the primary key of consents.
  const revokeEverywhere = revoke((p: Params<Ending & { personId: string }>) => ofPerson(p));
  const forgetEverywhere = db.write((q, p: Params<{ personId: string }>) =>
    q.delete(c).where(eq(c.personId, text(p.personId))),
  );

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
      required(revokeApp({ ...keyOf(connection), by: 'person', now })),
      consents.forget(keyOf(connection)),
    ],
    /** All apps at all schools; there may be none. */
    everywhere: (personId: string, now: number): Step[] => [
      revokeEverywhere({ personId, by: 'person', now }),
      forgetEverywhere({ personId }),
    ],
    member: (siteId: string, personId: string, now: number): Step[] => [
      forgetMember({ siteId, personId }),
      required(revokeMember({ siteId, personId, by: 'operator', now })),
    ],
    client: (siteId: string, clientId: string, now: number): Step[] => [
      forgetClient({ siteId, clientId }),
      required(revokeClient({ siteId, clientId, by: 'operator', now })),
    ],
    /** The same for an application that itself ends or begins anew; there may be none. */
    application: (siteId: string, clientId: string, now: number): Step[] => [
      forgetClient({ siteId, clientId }),
      revokeClient({ siteId, clientId, by: 'operator', now }),
    ],
    site: (siteId: string, now: number): Step[] => [
      forgetSite({ siteId }),
      required(revokeSite({ siteId, by: 'operator', now })),
    ],
  };
}
