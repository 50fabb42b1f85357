/**
 * The beta features that each school has switched on, stored as a list in its row of `sites`. Updates use optimistic
 * locking on `updatedAt` and are retried, so concurrent changes do not overwrite each other.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { BetaFeature } from '../../schema/school/beta-feature.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { encoded, integer, text } from '../engine/placeholders.ts';

/** Who switches it, from where, and when. */
export type Switching = Omit<AuditEvent, 'event' | 'siteId' | 'target' | 'before' | 'after' | 'idempotencyKey'>;

/** What each site tries out: kept in its row, by the primary key. */
export function betaFeatureStore(db: Database, audit: AuditTrail) {
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

  return {
    has: async (siteId: string, feature: BetaFeature): Promise<boolean> =>
      (await read({ siteId }))?.features?.includes(feature) ?? false,

    /** @returns false when it was so already, or there is no such site */
    async switch(siteId: string, feature: BetaFeature, isOn: boolean, by: Switching): Promise<boolean> {
      for (;;) {
        const site = await read({ siteId });
        const before = site?.features ?? [];
        if (site === undefined || before.includes(feature) === isOn) return false;
        const features = isOn ? [...before, feature] : before.filter((one) => one !== feature);
        const row = { siteId, features, seen: site.updatedAt, updatedAt: Math.max(by.at, site.updatedAt + 1) };
        const event = isOn ? 'beta_feature_on' : 'beta_feature_off';
        const trail = await audit.steps({ ...by, event, siteId, target: feature });
        // Somebody else may have changed the site meanwhile: what they changed is kept.
        if (await db.atomically(required(write(row)), ...trail)) return true;
      }
    },
  };
}
