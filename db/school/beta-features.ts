/**
 * The beta features that each school has switched on, stored as a list in its row of `sites`. Updates use optimistic
 * locking on `updatedAt` and are retried, so concurrent changes do not overwrite each other.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { BetaFeature } from '../../schema/school/beta-feature.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { handoverLinkEnds } from '../clients/handover-links.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { encoded, integer, text } from '../engine/placeholders.ts';

/** The person who switches a feature on or off, with place and time. */
export type SwitchOrigin = Omit<AuditEvent, 'event' | 'siteId' | 'target' | 'before' | 'after' | 'idempotencyKeys'>;

/** Reads and writes the list of one school. Both statements use the primary key. */
function featureStatements(db: Database) {
  const { sites } = db.tables;

  const read = db.one((q, p: Params<{ siteId: string }>) =>
    q
      .select({ features: sites.betaFeatures, updatedAt: sites.updatedAt })
      .from(sites)
      .where(eq(sites.id, text(p.siteId))),
  );
  const write = db.write((q, p: Params<{ features: string[]; updatedAt: number; siteId: string; seen: number }>) =>
    q
      .update(sites)
      .set({ betaFeatures: encoded(p.features), updatedAt: integer(p.updatedAt) })
      .where(and(eq(sites.id, text(p.siteId)), eq(sites.updatedAt, integer(p.seen)))),
  );

  return { read, write };
}

const switched = (features: readonly string[], feature: BetaFeature, isOn: boolean): string[] =>
  isOn ? [...features, feature] : features.filter((one) => one !== feature);

/** The steps that end what relied on a feature, and the events that record it. */
interface Ends {
  steps: Step[];
  events: AuditEvent[];
}

export function betaFeatureStore(db: Database, audit: AuditTrail) {
  const { read, write } = featureStatements(db);
  const links = handoverLinkEnds(db);
  /** Ends what a feature made when it is off: the pages that can revoke links to applications are gone with it. */
  async function endsWith(feature: BetaFeature, isOn: boolean, siteId: string, by: SwitchOrigin): Promise<Ends> {
    if (feature !== 'mcp_connections' || isOn) return { steps: [], events: [] };
    const ended = await links.ofSite(siteId, by.at);
    return {
      steps: [links.revokeOfSite(siteId, by.at)],
      events: ended.map(({ clientId }) => ({ ...by, event: 'handover_link_revoked', siteId, clientId })),
    };
  }

  return {
    has: async (siteId: string, feature: BetaFeature): Promise<boolean> =>
      (await read({ siteId }))?.features?.includes(feature) ?? false,

    /** @returns false if the feature already has that state, or the school does not exist */
    async switch(siteId: string, feature: BetaFeature, isOn: boolean, by: SwitchOrigin): Promise<boolean> {
      for (;;) {
        const site = await read({ siteId });
        const before = site?.features ?? [];
        if (site === undefined || before.includes(feature) === isOn) return false;
        const features = switched(before, feature, isOn);
        const row = { siteId, features, seen: site.updatedAt, updatedAt: Math.max(by.at, site.updatedAt + 1) };
        const event = isOn ? 'beta_feature_on' : 'beta_feature_off';
        const ends = await endsWith(feature, isOn, siteId, by);
        const trail = await audit.steps({ ...by, event, siteId, target: feature }, ...ends.events);
        // The write fails if the school has changed since the read. The next attempt keeps that change.
        if (await db.atomically(required(write(row)), ...ends.steps, ...trail)) return true;
      }
    },
  };
}
