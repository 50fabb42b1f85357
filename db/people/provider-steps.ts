/** Steps by which units of work rely on the provider of a school and on who a person is there, or end it. */
import { and, eq, sql } from 'drizzle-orm';
import type { ProviderIdentity } from '../../schema/people/provider.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';

const DAY = 86_400_000;

/** A provider, and the `updatedAt` that was seen. */
export interface SeenProvider {
  id: string;
  siteId: string;
  seen: number;
}

export const isSeen = ({ tables: { providers: t } }: Database, p: Params<SeenProvider>) =>
  and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), eq(t.updatedAt, integer(p.seen)));

/** The step by which a sign-in relies on the settings that it began with. It uses the primary keys. */
export function providerStatements(db: Database) {
  const { providers, sites } = db.tables;
  const lock = lockRow(db, providers, (p: Params<SeenProvider>) =>
    and(
      isSeen(db, p),
      sql`exists (select 1 from ${sites} where ${sites.id} = ${text(p.siteId)} and ${sites.active} and ${sites.signInBy} <> 'account')`,
    ),
  );
  return { unchanged: (provider: SeenProvider): Step => required(lock({ ...provider })) };
}

/** An identity at the provider of a school, and whose it is. */
export type Held = Pick<ProviderIdentity, 'id' | 'siteId' | 'personId'>;

/** The steps for several units of work. They use the primary keys, and the index provider_identities_by_person. */
export function providerIdentityStatements(db: Database) {
  const { memberships, providerIdentities: t, providers } = db.tables;
  const insert = inserting(db, t);
  const isHeld = (p: Params<Held>) =>
    and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), eq(t.personId, text(p.personId)));
  const lockHeld = lockRow(db, t, (p: Params<Held>) => isHeld(p));
  const lockMembership = lockRow(db, memberships, (p: Params<Omit<Held, 'id'>>) =>
    and(
      eq(memberships.personId, text(p.personId)),
      eq(memberships.siteId, text(p.siteId)),
      sql`${memberships.status} = 'active' and ${memberships.role} <> 'owner'`,
    ),
  );
  const use = db.write((q, p: Params<Held & { email: string | null; now: number }>) =>
    q
      .update(t)
      .set({
        email: value(p.email),
        lastUsedAt: value(p.now),
        // Uses the index providers_by_site.
        clientId: sql`(select current.client_id from ${providers} as current where current.site_id = ${t.siteId})`,
      })
      .where(isHeld(p)),
  );
  const dropOf = db.write((q, p: Params<{ personId: string }>) => q.delete(t).where(eq(t.personId, text(p.personId))));
  const dropAt = db.write((q, p: Params<Omit<Held, 'id'>>) =>
    q.delete(t).where(and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId)))),
  );

  return {
    insert: (identity: ProviderIdentity): Step => required(insert({ ...identity })),
    /** Nothing comes of the unit of work if the identity is not this person's any more. */
    stillHeld: ({ id, siteId, personId }: Held): Step => required(lockHeld({ id, siteId, personId })),
    /** The same when the person signs in by it: notes the day, and the address that the provider names. */
    use: ({ id, siteId, personId, email }: Held & { email: string | null }, now: number): Step =>
      required(use({ id, siteId, personId, email, now: now - (now % DAY) })),
    /** Nor if the person is no active member, or an owner, who signs in with the account only. */
    opensMembership: ({ siteId, personId }: Omit<Held, 'id'>): Step => required(lockMembership({ siteId, personId })),
    dropOf: (personId: string): Step => dropOf({ personId }),
    dropAt: (siteId: string, personId: string): Step => dropAt({ siteId, personId }),
  };
}
