import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit-event.ts';
import { type Database, required } from '../engine.ts';
import { encoded, integer, text, value } from '../placeholders.ts';
import type { AuditTrail } from './audit.ts';
import { holdingSite } from './held-site.ts';

export type HomepageStore = ReturnType<typeof homepageStore>;

/** Which page a school opens with: exactly one, from the first time one is named. */
export function homepageStore(db: Database, audit: AuditTrail) {
  const { pages } = db.tables;
  const holdSite = holdingSite(db);
  const here = eq(pages.siteId, text('siteId'));
  // By the primary key.
  const raise = db.write((q) =>
    q
      .update(pages)
      .set({ isHomepage: encoded('isHomepage'), updatedAt: value('updatedAt') })
      .where(
        and(eq(pages.id, text('id')), here, sql`${pages.status} = 'published'`, eq(pages.updatedAt, integer('seen'))),
      ),
  );
  // Among the pages of a site, by pages_by_time.
  const lower = db.write((q) =>
    q
      .update(pages)
      .set({ isHomepage: encoded('isHomepage'), updatedAt: sql`${pages.updatedAt} + 1` })
      .where(and(here, sql`${pages.isHomepage}`, sql`${pages.id} <> ${text('id')}`)),
  );

  return {
    /**
     * Puts a page in the place of the one before. Of several at once the last one stays.
     * @param seen the page's `updatedAt` that this was judged by
     * @returns false when the page is gone, is not published, or has changed since
     */
    set: async (siteId: string, id: string, seen: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        holdSite(siteId),
        required(raise({ siteId, id, seen, isHomepage: true, updatedAt: Math.max(event.at, seen + 1) })),
        lower({ siteId, id, isHomepage: false }),
        await audit.step(event),
      ),
  };
}
