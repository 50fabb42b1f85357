/**
 * Stores the OAuth applications that a school registers for itself, as rows of `clients` with the origin
 * `site_application`.
 */
import type { AuditTrail } from '../audit/audit.ts';
import type { Database } from '../engine/engine.ts';
import { siteApplicationChanges } from './site-application-changes.ts';
import { siteApplicationReads } from './site-application-reads.ts';

export type SiteApplicationStore = ReturnType<typeof siteApplicationStore>;

/** Every method is given the school, so it never finds the application of another school. */
export const siteApplicationStore = (db: Database, audit: AuditTrail) => ({
  ...siteApplicationReads(db),
  ...siteApplicationChanges(db, audit),
});
