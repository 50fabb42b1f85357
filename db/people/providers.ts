/**
 * Stores the OpenID provider of each school. A sign-in names the version of the settings that it began with, and opens
 * nothing once they have changed or the school has turned such sign-ins off.
 */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Provider, ProviderSettings, SchoolProvider, SignInBy } from '../../schema/people/provider.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { encoded, text, value } from '../engine/placeholders.ts';
import { inserting, updating } from '../engine/rows.ts';
import { isSeen, type SeenProvider } from './provider-steps.ts';
import { sessionStatements } from './sessions.ts';

function providerReads(db: Database) {
  const { providers: t, sites } = db.tables;
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
  return {
    // Uses the index providers_by_site.
    ofSite: select(t.siteId),
    // Uses the primary key.
    find: select(t.id),
  };
}

/** The changes of a provider. All statements use the primary key of their table. */
function providerChanges(db: Database) {
  const { providers: t, sites } = db.tables;
  const seen = (p: Params<SeenProvider>) => isSeen(db, p);
  return {
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
    noteTest: db.write((q, p: Params<SeenProvider & { at: number; by: string; saysAuthTime: boolean }>) =>
      q
        .update(t)
        .set({ testedAt: value(p.at), testedBy: value(p.by), saysAuthTime: encoded(p.saysAuthTime) })
        .where(seen(p)),
    ),
  };
}

/** Returns the steps that end the connections that were allowed after sign-ins by the provider of a school. */
export interface EndProviderConnections {
  provider(siteId: string, by: 'school', now: number): Step[];
}

export function providerStore(db: Database, audit: AuditTrail, connections: EndProviderConnections) {
  const { ofSite, find } = providerReads(db);
  const { change, insert, lockSite, noteTest, remove, setMode } = providerChanges(db);
  const sessions = sessionStatements(db);
  /** Ends what sign-ins by the provider have opened: nothing else would show the school what goes on. */
  const endAll = (siteId: string, now: number): Step[] => [
    sessions.endAllAt(siteId, now),
    ...connections.provider(siteId, 'school', now),
  ];

  return {
    /** Finds the provider of an open school. Members can use it unless `signInBy` is `account`. */
    ofSite,

    find,

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
        required(
          change(
            {
              ...settings,
              testedAt: null,
              testedBy: null,
              saysAuthTime: false,
              matchUntil: null,
              updatedAt: Math.max(event.at, provider.seen + 1),
            },
            { ...provider },
          ),
        ),
        ...(isSame ? [] : endAll(provider.siteId, event.at)),
        ...(await audit.steps(event)),
      ),

    /**
     * Says how members of the school sign in. Turning the provider off ends everything that sign-ins there have opened.
     * @returns false if the settings have changed since they were seen
     */
    setMode: async (provider: SeenProvider, signInBy: SignInBy, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(setMode({ siteId: provider.siteId, signInBy })),
        // A sign-in that waits for this row began with another mode.
        required(change({ updatedAt: Math.max(event.at, provider.seen + 1) }, { ...provider })),
        ...(signInBy === 'account' ? endAll(provider.siteId, event.at) : []),
        ...(await audit.steps(event)),
      ),

    /**
     * Says until when people whose `sub` has changed are matched by their address.
     * @returns false if the settings have changed since they were seen
     */
    setMatching: async (provider: SeenProvider, matchUntil: number | null, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        // A sign-in that waits for this row began with another rule.
        required(change({ matchUntil, updatedAt: Math.max(event.at, provider.seen + 1) }, { ...provider })),
        ...(await audit.steps(event)),
      ),

    /** Notes a whole sign-in of an owner under these settings. @returns false if they have changed since */
    noteTest: (provider: SeenProvider, test: { at: number; by: string; saysAuthTime: boolean }): Promise<boolean> =>
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
