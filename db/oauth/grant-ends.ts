/**
 * Steps that revoke grants: a single one, or all those of a person, an app or a school. Each list also deletes the
 * matching consents and must run as one unit of work, so that no app regains access without asking again.
 */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { consentStatements } from './consents.ts';

type Ender = 'person' | 'operator';
type Ending = { by: Ender; now: number };
type Member = { siteId: string; personId: string };
type App = { siteId: string; clientId: string };

/** Which grants are meant. */
const grantsOf = ({ grants: t }: Tables) => ({
  person: (p: Params<{ personId: string }>) => eq(t.personId, text(p.personId)),
  site: (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId)),
  member: (p: Params<Member>) => and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId))),
  client: (p: Params<App>) => and(eq(t.siteId, text(p.siteId)), eq(t.clientId, text(p.clientId))),
});

/** What revokes grants, of those that were not before. */
function revocations(db: Database) {
  const { grants: t } = db.tables;
  const of = grantsOf(db.tables);
  const revoke = <Given extends Ending>(which: (p: Params<Given>) => SQL | undefined) =>
    db.write((q, p: Params<Given>) =>
      q
        .update(t)
        .set({ revokedAt: value(p.now), revokedBy: value(p.by) })
        .where(and(which(p), isNull(t.revokedAt))),
    );

  return {
    // By primary key.
    one: revoke((p: Params<Ending & { grantId: number }>) => eq(t.id, integer(p.grantId))),
    // By grants_by_person.
    member: revoke((p: Params<Ending & Member>) => of.member(p)),
    app: revoke((p: Params<Ending & Member & App>) => and(of.person(p), of.site(p), eq(t.clientId, text(p.clientId)))),
    everywhere: revoke((p: Params<Ending & { personId: string }>) => of.person(p)),
    // By grants_by_site.
    client: revoke((p: Params<Ending & App>) => of.client(p)),
    site: revoke((p: Params<Ending & { siteId: string }>) => of.site(p)),
  };
}

/** What deletes the consents behind several grants. It comes before the grants are revoked, which name them. */
function forgetting(db: Database) {
  const { consents: c, grants: t, memberships: m } = db.tables;
  const of = grantsOf(db.tables);
  /** Consents by their primary key, as the grants that are about to end name them. */
  const forget = <Given>(which: (p: Params<Given>) => SQL | undefined) =>
    db.write((q, p: Params<Given>) =>
      q
        .delete(c)
        .where(
          sql`(${c.personId}, ${c.siteId}, ${c.clientId}) in (select ${t.personId}, ${t.siteId}, ${t.clientId} from ${t} where ${and(which(p), isNull(t.revokedAt))})`,
        ),
    );

  return {
    // By grants_by_person and grants_by_site.
    member: forget(of.member),
    site: forget(of.site),
    // By memberships_by_site and the primary key of consents: whatever became of the grants, and nobody consents without a place.
    client: db.write((q, p: Params<App>) =>
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
    ),
    // Both by the primary key.
    membership: db.write((q, p: Params<Member>) =>
      q.delete(c).where(and(eq(c.personId, text(p.personId)), eq(c.siteId, text(p.siteId)))),
    ),
    everywhere: db.write((q, p: Params<{ personId: string }>) => q.delete(c).where(eq(c.personId, text(p.personId)))),
  };
}

/**
 * The steps that end connections, each list for one unit of work. The consent that was remembered is deleted too, so that no
 * app regains access without asking again. Codes that are not redeemed yet are grants too, and end as well.
 */
export function connectionEnds(db: Database) {
  const consents = consentStatements(db);
  const revoke = revocations(db);
  const forget = forgetting(db);

  const keyOf = ({ client, person, site }: Connection) => ({
    personId: person.id,
    siteId: site.id,
    clientId: client.id,
  });

  return {
    one: (connection: Connection, by: Ender, now: number): Step[] => [
      required(revoke.one({ grantId: connection.grantId, by, now })),
      consents.forget(keyOf(connection)),
    ],
    app: (connection: Connection, now: number): Step[] => [
      required(revoke.app({ ...keyOf(connection), by: 'person', now })),
      consents.forget(keyOf(connection)),
    ],
    /** All apps at all schools; there may be none. */
    everywhere: (personId: string, now: number): Step[] => [
      revoke.everywhere({ personId, by: 'person', now }),
      forget.everywhere({ personId }),
    ],
    member: (siteId: string, personId: string, now: number): Step[] => [
      forget.member({ siteId, personId }),
      required(revoke.member({ siteId, personId, by: 'operator', now })),
    ],
    /** The same when the membership itself ends or is suspended; there may be none. Nothing is remembered for a return. */
    membership: (siteId: string, personId: string, now: number): Step[] => [
      forget.membership({ siteId, personId }),
      revoke.member({ siteId, personId, by: 'operator', now }),
    ],
    client: (siteId: string, clientId: string, now: number): Step[] => [
      forget.client({ siteId, clientId }),
      required(revoke.client({ siteId, clientId, by: 'operator', now })),
    ],
    /** The same for an application that itself ends or begins anew; there may be none. */
    application: (siteId: string, clientId: string, now: number): Step[] => [
      forget.client({ siteId, clientId }),
      revoke.client({ siteId, clientId, by: 'operator', now }),
    ],
    site: (siteId: string, now: number): Step[] => [
      forget.site({ siteId }),
      required(revoke.site({ siteId, by: 'operator', now })),
    ],
  };
}
