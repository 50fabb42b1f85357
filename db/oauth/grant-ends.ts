/**
 * Steps that revoke grants: a single one, or all those of a person, an app or a school. Each list also deletes the
 * matching consents and must run as one unit of work, so that no app regains access without asking again.
 */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../schema/oauth/connection.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { consentStatements } from './consents.ts';

export type RevokedBy = 'person' | 'school' | 'platform';
type Revocation = { by: RevokedBy; now: number };
type Member = { siteId: string; personId: string };
type Identity = { id: string; personId: string };
type App = { siteId: string; clientId: string };

/** The conditions that select grants. */
const grantsOf = ({ grants: t }: Tables) => ({
  person: (p: Params<{ personId: string }>) => eq(t.personId, text(p.personId)),
  site: (p: Params<{ siteId: string }>) => eq(t.siteId, text(p.siteId)),
  member: (p: Params<Member>) => and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId))),
  client: (p: Params<App>) => and(eq(t.siteId, text(p.siteId)), eq(t.clientId, text(p.clientId))),
});

/** Prepares the revocations of grants that are not revoked yet. */
function revocations(db: Database) {
  const { grants: t } = db.tables;
  const of = grantsOf(db.tables);
  const revoke = <Input extends Revocation>(which: (p: Params<Input>) => SQL | undefined) =>
    db.write((q, p: Params<Input>) =>
      q
        .update(t)
        .set({ revokedAt: value(p.now), revokedBy: value(p.by) })
        .where(and(which(p), isNull(t.revokedAt))),
    );

  return {
    // Uses the primary key.
    one: revoke((p: Params<Revocation & { grantId: number }>) => eq(t.id, integer(p.grantId))),
    // Uses the index grants_by_person.
    member: revoke((p: Params<Revocation & Member>) => of.member(p)),
    app: revoke((p: Params<Revocation & Member & App>) =>
      and(of.person(p), of.site(p), eq(t.clientId, text(p.clientId))),
    ),
    everywhere: revoke((p: Params<Revocation & { personId: string }>) => of.person(p)),
    identity: revoke((p: Params<Revocation & Identity>) => and(of.person(p), eq(t.identityId, text(p.id)))),
    // Uses the index grants_by_site.
    provider: revoke((p: Params<Revocation & { siteId: string }>) => and(of.site(p), isNotNull(t.identityId))),
    client: revoke((p: Params<Revocation & App>) => of.client(p)),
    site: revoke((p: Params<Revocation & { siteId: string }>) => of.site(p)),
  };
}

/**
 * Prepares the deletion of the consents behind several grants. It precedes the revocation, because the grants select
 * them.
 */
function consentDeletions(db: Database) {
  const { consents: c, grants: t, memberships: m } = db.tables;
  const of = grantsOf(db.tables);
  /** Deletes consents by their primary key, as the grants that are about to be revoked contain it. */
  const forget = <Input>(which: (p: Params<Input>) => SQL | undefined) =>
    db.write((q, p: Params<Input>) =>
      q
        .delete(c)
        .where(
          sql`(${c.personId}, ${c.siteId}, ${c.clientId}) in (select ${t.personId}, ${t.siteId}, ${t.clientId} from ${t} where ${and(which(p), isNull(t.revokedAt))})`,
        ),
    );

  return {
    // Uses the indexes grants_by_person and grants_by_site.
    member: forget(of.member),
    site: forget(of.site),
    // Uses the index memberships_by_site and the primary key of consents, because consents can exist without a grant.
    // Only members have consents.
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
    // Both use the primary key.
    membership: db.write((q, p: Params<Member>) =>
      q.delete(c).where(and(eq(c.personId, text(p.personId)), eq(c.siteId, text(p.siteId)))),
    ),
    everywhere: db.write((q, p: Params<{ personId: string }>) => q.delete(c).where(eq(c.personId, text(p.personId)))),
  };
}

/**
 * Returns the steps that end connections, with one list for each unit of work. Codes that are not redeemed yet are
 * grants too, and end as well.
 */
export function connectionEnds(db: Database) {
  const consents = consentStatements(db);
  const revoke = revocations(db);
  const forget = consentDeletions(db);

  const keyOf = ({ client, person, site }: Connection) => ({
    personId: person.id,
    siteId: site.id,
    clientId: client.id,
  });

  return {
    one: (connection: Connection, by: RevokedBy, now: number): Step[] => [
      required(revoke.one({ grantId: connection.grantId, by, now })),
      consents.forget(keyOf(connection)),
    ],
    app: (connection: Connection, now: number): Step[] => [
      required(revoke.app({ ...keyOf(connection), by: 'person', now })),
      consents.forget(keyOf(connection)),
    ],
    /** Ends the connections with all apps at all schools, if there are any. */
    everywhere: (personId: string, now: number, by: RevokedBy): Step[] => [
      revoke.everywhere({ personId, by, now }),
      forget.everywhere({ personId }),
    ],
    /** Ends the connections that were allowed after a sign-in by an identity, of which no consent is remembered. */
    identity: ({ id, personId }: Identity, by: RevokedBy, now: number): Step[] => [
      revoke.identity({ id, personId, by, now }),
    ],
    /** Ends the connections that were allowed after sign-ins by the provider of a school. */
    provider: (siteId: string, by: RevokedBy, now: number): Step[] => [revoke.provider({ siteId, by, now })],
    member: (siteId: string, personId: string, now: number): Step[] => [
      forget.member({ siteId, personId }),
      required(revoke.member({ siteId, personId, by: 'school', now })),
    ],
    /** The same when the membership itself ends or is suspended; there may be none. Nothing is remembered for a return. */
    membership: (siteId: string, personId: string, now: number): Step[] => [
      forget.membership({ siteId, personId }),
      revoke.member({ siteId, personId, by: 'school', now }),
    ],
    client: (siteId: string, clientId: string, now: number): Step[] => [
      forget.client({ siteId, clientId }),
      required(revoke.client({ siteId, clientId, by: 'school', now })),
    ],
    /** Ends the connections with an application that is disabled, enabled or removed, if there are any. */
    application: (siteId: string, clientId: string, now: number): Step[] => [
      forget.client({ siteId, clientId }),
      revoke.client({ siteId, clientId, by: 'school', now }),
    ],
    site: (siteId: string, now: number): Step[] => [
      forget.site({ siteId }),
      required(revoke.site({ siteId, by: 'school', now })),
    ],
    /** The same when the school is closed; there may be none. */
    school: (siteId: string, now: number): Step[] => [
      forget.site({ siteId }),
      revoke.site({ siteId, by: 'platform', now }),
    ],
  };
}
