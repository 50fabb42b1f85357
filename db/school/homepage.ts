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

/** A page with the `updatedAt` that the caller saw, and its new `updatedAt`. */
export interface ChangedPage {
  id: string;
  seen: number;
  updatedAt: number;
}

function homepageStatements(db: Database) {
  const { pages, sites } = db.tables;
  const atSite = (p: Params<{ siteId: string }>) => eq(pages.siteId, text(p.siteId));
  // Uses the primary key.
  const mark = db.write(
    (q, p: Params<{ isHomepage: boolean; updatedAt: number; id: string; seen: number; siteId: string }>) =>
      q
        .update(pages)
        .set({ isHomepage: encoded(p.isHomepage), updatedAt: value(p.updatedAt) })
        .where(
          and(
            eq(pages.id, text(p.id)),
            atSite(p),
            sql`${pages.status} = 'published'`,
            eq(pages.updatedAt, integer(p.seen)),
          ),
        ),
  );
  const unmark = db.write(
    (q, p: Params<{ isHomepage: boolean; updatedAt: number; id: string; seen: number; siteId: string }>) =>
      q
        .update(pages)
        .set({ isHomepage: encoded(p.isHomepage), updatedAt: value(p.updatedAt) })
        .where(
          and(eq(pages.id, text(p.id)), atSite(p), sql`${pages.isHomepage}`, eq(pages.updatedAt, integer(p.seen))),
        ),
  );
  // Uses the index pages_by_time.
  const lockUnlessAny = lockRow(db, sites, (p: Params<{ siteId: string }>) =>
    and(
      eq(sites.id, text(p.siteId)),
      sql`not exists (select 1 from ${pages} where ${pages.siteId} = ${text(p.siteId)} and ${pages.isHomepage})`,
    ),
  );

  return { mark, unmark, lockUnlessAny };
}

export function homepageStore(db: Database, audit: AuditTrail) {
  const { mark, unmark, lockUnlessAny } = homepageStatements(db);
  const lock = lockSite(db);

  return {
    /**
     * Makes a page the homepage. If several requests do so at once, the last one prevails.
     * @param former the current homepage, if there is one
     * @returns false if the page does not exist or is not published, or one of the two pages has changed since it was
     * seen
     */
    set: async (
      siteId: string,
      page: ChangedPage,
      former: ChangedPage | undefined,
      events: readonly AuditEvent[],
    ): Promise<boolean> =>
      db.atomically(
        lock({ siteId }),
        required(former ? unmark({ ...former, siteId, isHomepage: false }) : lockUnlessAny({ siteId })),
        required(mark({ ...page, siteId, isHomepage: true })),
        ...(await audit.steps(...events)),
      ),
  };
}
