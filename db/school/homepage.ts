/**
 * Sets which page is a school's homepage (`pages.is_homepage`). Once one has been set, there is always exactly one: the
 * row lock on the school keeps concurrent changes from leaving two or none.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { encoded, integer, text, value } from '../engine/placeholders.ts';
import { lockSite } from './locks.ts';

/** A page with the `updatedAt` that was seen of it, and the one it gets. */
export interface TurningPage {
  id: string;
  seen: number;
  updatedAt: number;
}

/** Which page a school opens with: exactly one, from the first time one is named. */
export function homepageStore(db: Database, audit: AuditTrail) {
  const { pages, sites } = db.tables;
  const lock = lockSite(db);
  const here = (p: Params<{ siteId: string }>) => eq(pages.siteId, text(p.siteId));
  // By the primary key.
  const raise = db.write(
    (q, p: Params<{ isHomepage: boolean; updatedAt: number; id: string; seen: number; siteId: string }>) =>
      q
        .update(pages)
        .set({ isHomepage: encoded(p.isHomepage), updatedAt: value(p.updatedAt) })
        .where(
          and(
            eq(pages.id, text(p.id)),
            here(p),
            sql`${pages.status} = 'published'`,
            eq(pages.updatedAt, integer(p.seen)),
          ),
        ),
  );
  const lower = db.write(
    (q, p: Params<{ isHomepage: boolean; updatedAt: number; id: string; seen: number; siteId: string }>) =>
      q
        .update(pages)
        .set({ isHomepage: encoded(p.isHomepage), updatedAt: value(p.updatedAt) })
        .where(and(eq(pages.id, text(p.id)), here(p), sql`${pages.isHomepage}`, eq(pages.updatedAt, integer(p.seen)))),
  );
  // Among the pages of a site, by pages_by_time.
  const unlessAny = lockRow(db, sites, (p: Params<{ siteId: string }>) =>
    and(
      eq(sites.id, text(p.siteId)),
      sql`not exists (select 1 from ${pages} where ${pages.siteId} = ${text(p.siteId)} and ${pages.isHomepage})`,
    ),
  );

  return {
    /**
     * Puts a page in the place of the one before. Of several at once the last one stays.
     * @param former the homepage there was, if there was one
     * @returns false when the page is gone or is not published, or one of the two is not as it was seen
     */
    set: async (
      siteId: string,
      page: TurningPage,
      former: TurningPage | undefined,
      events: readonly AuditEvent[],
    ): Promise<boolean> =>
      db.atomically(
        lock({ siteId }),
        required(former ? lower({ ...former, siteId, isHomepage: false }) : unlessAny({ siteId })),
        required(raise({ ...page, siteId, isHomepage: true })),
        ...(await audit.steps(...events)),
      ),
  };
}
