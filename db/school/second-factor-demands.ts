/** Of whom a school demands a second factor, in addition to those of whom the platform does. */
import { eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { SecondFactorLevel } from '../../schema/people/second-factor.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { text, value } from '../engine/placeholders.ts';

export function secondFactorDemandStore(db: Database, audit: AuditTrail) {
  const { sites } = db.tables;
  // Uses the primary key.
  const set = db.write((q, p: Params<{ siteId: string; level: SecondFactorLevel }>) =>
    q
      .update(sites)
      .set({ secondFactorFor: value(p.level) })
      .where(eq(sites.id, text(p.siteId))),
  );

  return {
    /** @returns false if the school does not exist */
    async set(siteId: string, level: SecondFactorLevel, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(set({ siteId, level })), ...(await audit.steps(event)));
    },
  };
}
