/**
 * Stores the OAuth applications that a school registers for itself, as rows of `clients` with the origin
 * `site_application`.
 */
import type { AuditTrail } from '../audit/audit.ts';
import type { Database } from '../engine/engine.ts';
import { siteApplicationChanges } from './site-application-changes.ts';
import { siteApplicationReads } from './site-application-reads.ts';

export type SiteApplicationStore = ReturnType<typeof siteApplicationStore>;

/** OAuth applications that a school made for itself. Every method names the school: what is of another is not there. */
export const siteApplicationStore = (db: Database, audit: AuditTrail) => ({
  ...siteApplicationReads(db),
  ...siteApplicationChanges(db, audit),
});
