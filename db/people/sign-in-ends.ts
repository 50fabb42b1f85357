/**
 * Which sign-ins a school accepts of a member, and the steps that end what was opened by others. What a school no longer
 * accepts opens nothing at once; it is ended as well, so that nothing comes back with a role or with another decision.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Params, Step } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';

/**
 * Condition on a membership and its school: owners use their account, and others the provider of the school where it is
 * required, and not where it is off.
 * @param identity who signed in at the provider; null after a sign-in with the account
 */
export const maySignInBy = ({ memberships: m, sites }: Tables, identity: SQLiteColumn): SQL =>
  sql`case when ${m.role} = 'owner' then ${identity} is null when ${identity} is null then ${sites.signInBy} <> 'provider' else ${sites.signInBy} <> 'account' end`;

export function signInEnds(db: Database) {
  const { grants, memberships: m, sessions, sites } = db.tables;
  type Ending = { now: number; siteId: string };
  type OfMember = Ending & { personId: string };

  // Uses the index sessions_by_person.
  const endSessions = db.write((q, p: Params<OfMember>) =>
    q
      .update(sessions)
      .set({ endedAt: value(p.now) })
      .where(
        and(eq(sessions.personId, text(p.personId)), eq(sessions.schoolId, text(p.siteId)), isNull(sessions.endedAt)),
      ),
  );
  const endGrants = <Input extends Ending>(which: (p: Params<Input>) => SQL | undefined) =>
    db.write((q, p: Params<Input>) =>
      q
        .update(grants)
        .set({ revokedAt: value(p.now), revokedBy: 'school' })
        .where(
          and(
            which(p),
            isNull(grants.revokedAt),
            sql`not exists (select 1 from ${m} inner join ${sites} on ${sites.id} = ${m.siteId} where ${m.personId} = ${grants.personId} and ${m.siteId} = ${grants.siteId} and ${maySignInBy(db.tables, grants.identityId)})`,
          ),
        ),
    );
  // Uses the index grants_by_site, and primary keys.
  const atSite = endGrants((p: Params<Ending>) => eq(grants.siteId, text(p.siteId)));
  // Uses the index grants_by_person, and primary keys.
  const ofMember = endGrants((p: Params<OfMember>) =>
    and(eq(grants.personId, text(p.personId)), eq(grants.siteId, text(p.siteId))),
  );

  return {
    /** Ends a member's sessions of sign-ins at the provider. It precedes the change of the membership, like everything that locks both. */
    sessions: (siteId: string, personId: string, now: number): Step => endSessions({ siteId, personId, now }),
    /** Ends connections that the school does not accept of a member, after the change. */
    ofMember: (siteId: string, personId: string, now: number): Step => ofMember({ siteId, personId, now }),
    /** The same of all members, before or after the school decides. */
    atSite: (siteId: string, now: number): Step => atSite({ siteId, now }),
  };
}
