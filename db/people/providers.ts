/**
 * Stores the OpenID provider of each school. A sign-in names the version of the settings that it began with, and opens
 * nothing once they have changed or the school has turned such sign-ins off.
 */
import { and, count, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Provider, ProviderSettings, SchoolProvider, SignInBy } from '../../schema/people/provider.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { encoded, integer, text, value } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';
import { isSeen, type SeenProvider } from './provider-steps.ts';
import { sessionStatements } from './sessions.ts';
import { signInEnds } from './sign-in-ends.ts';

function providerReads(db: Database) {
  const { grants, memberships: m, providerIdentities: identities, providers: t, sites } = db.tables;
  const columns = { ...getTableColumns(t), slug: sites.slug, siteName: sites.name, signInBy: sites.signInBy };
  const select = (key: typeof t.id | typeof t.siteId) => {
    const read = db.one((q, p: Params<{ key: string }>) =>
      q
        .select(columns)
        .from(t)
        .innerJoin(sites, eq(sites.id, t.siteId))
        .where(and(eq(key, text(p.key)), sql`${sites.active}`)),
    );
    return (value: string): Promise<SchoolProvider | undefined> => read({ key: value });
  };
  // Uses the index grants_by_site and the primary key of memberships.
  const connections = db.one((q, p: Params<{ siteId: string; now: number }>) =>
    q
      .select({ count: count() })
      .from(grants)
      .innerJoin(m, and(eq(m.personId, grants.personId), eq(m.siteId, grants.siteId)))
      .where(
        and(
          eq(grants.siteId, text(p.siteId)),
          gt(grants.expiresAt, integer(p.now)),
          sql`${grants.identityId} is null and ${grants.revokedAt} is null and ${grants.redeemedAt} is not null and ${m.role} <> 'owner'`,
        ),
      ),
  );
  // Uses the indexes memberships_by_status and provider_identities_by_person.
  const people = db.one((q, p: Params<{ siteId: string; issuer: string }>) =>
    q
      .select({ count: count() })
      .from(m)
      .leftJoin(
        identities,
        and(
          eq(identities.personId, m.personId),
          eq(identities.siteId, m.siteId),
          eq(identities.issuer, text(p.issuer)),
        ),
      )
      .where(
        and(
          eq(m.siteId, text(p.siteId)),
          sql`${m.status} = 'active' and ${m.role} <> 'owner' and ${identities.id} is null`,
        ),
      ),
  );
  return {
    /** Finds the provider of an open school. Members can use it unless `signInBy` is `account`. Uses the index providers_by_site. */
    ofSite: select(t.siteId),
    /** Lists the providers by which members can sign in, at most as many as schools. */
    inUse: db.many((q) =>
      q
        .select({ siteId: t.siteId, issuer: t.issuer })
        .from(t)
        .innerJoin(sites, eq(sites.id, t.siteId))
        .where(sql`${sites.signInBy} <> 'account'`),
    ),
    // Uses the primary key.
    find: select(t.id),
    /** Counts what ends, and who has nothing connected yet, if the provider is required. */
    async requiring({ siteId, issuer }: Pick<Provider, 'siteId' | 'issuer'>, now: number) {
      const [ending, unconnected] = await Promise.all([connections({ siteId, now }), people({ siteId, issuer })]);
      return { connections: ending?.count ?? 0, people: unconnected?.count ?? 0 };
    },
  };
}

/** What a whole sign-in of an owner has shown. */
interface Test extends Pick<Provider, 'saysAuthTime' | 'provesTwoFactors'> {
  at: number;
  by: string;
}

/** The changes of a provider. All statements use the primary key of their table. */
function providerChanges(db: Database) {
  const { authenticators, memberships, passkeys, people, providers: t, sites } = db.tables;
  const seen = (p: Params<SeenProvider>) => isSeen(db, p);
  return {
    // Uses the index memberships_by_role.
    lockWithOwner: lockRow(db, sites, (p: Params<{ siteId: string }>) =>
      and(
        eq(sites.id, text(p.siteId)),
        sql`exists (select 1 from ${memberships} inner join ${people} on ${people.id} = ${memberships.personId} where ${memberships.siteId} = ${text(p.siteId)} and ${memberships.role} = 'owner' and ${memberships.status} = 'active' and ${people.active} and ((${people.passwordHash} is not null and exists (select 1 from ${authenticators} where ${authenticators.personId} = ${people.id})) or exists (select 1 from ${passkeys} where ${passkeys.personId} = ${people.id})))`,
      ),
    ),
    lockSite: lockRow(db, sites, (p: Params<{ siteId: string }>) => eq(sites.id, text(p.siteId))),
    insert: inserting(db, t),
    change: updating(db, t, seen),
    remove: db.write((q, p: Params<SeenProvider>) => q.delete(t).where(seen(p))),
    setMode: db.write((q, p: Params<{ siteId: string; signInBy: SignInBy }>) =>
      q
        .update(sites)
        .set({ signInBy: sql`${value(p.signInBy)}` })
        .where(eq(sites.id, text(p.siteId))),
    ),
    noteTest: db.write((q, p: Params<SeenProvider & Test>) =>
      q
        .update(t)
        .set({
          testedAt: value(p.at),
          testedBy: value(p.by),
          saysAuthTime: encoded(p.saysAuthTime),
          provesTwoFactors: encoded(p.provesTwoFactors),
        })
        .where(seen(p)),
    ),
  };
}

/** Returns the steps that end the connections that were allowed after sign-ins by the provider of a school. */
export interface EndProviderConnections {
  provider(siteId: string, by: 'school', now: number): Step[];
}

/** What a change of the settings leaves to be shown again. */
const UNTESTED = { testedAt: null, testedBy: null, saysAuthTime: false, provesTwoFactors: false, matchUntil: null };

export function providerStore(db: Database, audit: AuditTrail, connections: EndProviderConnections) {
  const { change, insert, lockSite, lockWithOwner, noteTest, remove, setMode } = providerChanges(db);
  const ends = signInEnds(db);
  const sessions = sessionStatements(db);
  /** A sign-in that waits for this row began with another rule. */
  const changeSeen = (provider: SeenProvider, values: Parameters<typeof change>[0], { at }: AuditEvent): Step =>
    required(change({ ...values, updatedAt: Math.max(at, provider.seen + 1) }, { ...provider }));
  /** Ends what sign-ins by the provider have opened: nothing else would show the school what goes on. */
  const endAll = (siteId: string, now: number): Step[] => [
    sessions.endAllAt(siteId, now),
    ...connections.provider(siteId, 'school', now),
  ];

  return {
    ...providerReads(db),

    /** @returns false if the school has a provider already */
    add: async (provider: Provider, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(lockSite({ siteId: provider.siteId })),
        required(insert({ ...provider, domains: [...provider.domains], twoFactorAcr: provider.twoFactorAcr?.slice() })),
        ...(await audit.steps(event)),
      ),

    /**
     * Changes the settings, which ends sign-ins under way and what a test has shown. Another issuer or client ID ends
     * everything that sign-ins there have opened.
     * @param isSame false if the issuer or the client ID is another one
     * @returns false if they have changed since they were seen
     */
    change: async (
      provider: SeenProvider,
      settings: Partial<ProviderSettings>,
      isSame: boolean,
      event: AuditEvent,
    ): Promise<boolean> =>
      db.atomically(
        required(lockSite({ siteId: provider.siteId })),
        changeSeen(provider, { ...settings, ...UNTESTED }, event),
        ...(isSame ? [] : endAll(provider.siteId, event.at)),
        ...(await audit.steps(event)),
      ),

    /**
     * Says how members of the school sign in, and ends everything that other sign-ins have opened there.
     * @returns false if the settings have changed since they were seen, or it would be required while no owner could come in
     * with an account and two factors
     */
    setMode: async (provider: SeenProvider, signInBy: SignInBy, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(lockSite({ siteId: provider.siteId })),
        ...(signInBy === 'provider' ? [required(lockWithOwner({ siteId: provider.siteId }))] : []),
        // What was under way when it was required before must not come back now.
        ends.atSite(provider.siteId, event.at),
        required(setMode({ siteId: provider.siteId, signInBy })),
        changeSeen(provider, {}, event),
        ...(signInBy === 'account' ? [sessions.endAllAt(provider.siteId, event.at)] : []),
        ends.atSite(provider.siteId, event.at),
        ...(await audit.steps(event)),
      ),

    /**
     * Says until when people whose `sub` has changed are matched by their address.
     * @returns false if the settings have changed since they were seen
     */
    setMatching: async (provider: SeenProvider, matchUntil: number | null, event: AuditEvent): Promise<boolean> =>
      db.atomically(changeSeen(provider, { matchUntil }, event), ...(await audit.steps(event))),

    /** Ends everything that sign-ins at a school's provider have opened. */
    endOpened: async (siteId: string, now: number): Promise<void> => void (await db.atomically(...endAll(siteId, now))),

    /** Notes a whole sign-in of an owner under these settings. @returns false if they have changed since */
    noteTest: (provider: SeenProvider, test: Test): Promise<boolean> =>
      db.atomically(required(noteTest({ ...provider, ...test }))),

    /**
     * Removes the provider. Members sign in with their accounts again; who they were at it is kept for the same issuer.
     * @returns false if the settings have changed since they were seen
     */
    remove: async (provider: SeenProvider, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(setMode({ siteId: provider.siteId, signInBy: 'account' })),
        required(remove({ ...provider })),
        ...endAll(provider.siteId, event.at),
        ...(await audit.steps(event)),
      ),
  };
}
