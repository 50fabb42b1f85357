/**
 * Moves the expiry of enrollments when a school changes its timezone, because access ends at the end of a calendar day
 * there. Each batch locks the row of the school and skips enrollments whose last day has changed in the meantime.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import { isSameTimezone } from '../../columns/timezone.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { integer, limit, text } from '../../engine/placeholders.ts';
import { lockSite } from '../locks.ts';

/** The last day of access of an enrollment (`YYYY-MM-DD`), and the time at which that day ends. */
export interface LastDay {
  id: string;
  startsAt: number;
  expireDate: string | null;
  expiresAt: number | null;
}

export function enrollmentExpiryStore(db: Database) {
  const { enrollments, sites } = db.tables;
  const lock = lockSite(db);
  // Uses the index enrollments_by_site.
  const readPage = db.many((q, p: Params<{ siteId: string; at: number; id: string; first: number }>) =>
    q
      .select({
        id: enrollments.id,
        startsAt: enrollments.startsAt,
        expireDate: enrollments.expireDate,
        expiresAt: enrollments.expiresAt,
      })
      .from(enrollments)
      .where(
        and(
          eq(enrollments.siteId, text(p.siteId)),
          sql`(${enrollments.startsAt}, ${enrollments.id}) > (${integer(p.at)}, ${text(p.id)})`,
        ),
      )
      .orderBy(asc(enrollments.startsAt), asc(enrollments.id))
      .limit(limit(p.first)),
  );
  // Uses the primary keys.
  const move = db.write(
    (
      q,
      p: Params<{ expiresAt: number; id: string; siteId: string; expireDate: string; timezone: string; now: number }>,
    ) =>
      q
        .update(enrollments)
        .set({
          expiresAt: sql`${integer(p.expiresAt)}`,
          status: sql`case when ${enrollments.status} = 'expired' and ${integer(p.expiresAt)} > ${integer(p.now)} then 'active' else ${enrollments.status} end`,
        })
        .where(
          and(
            eq(enrollments.id, text(p.id)),
            eq(enrollments.siteId, text(p.siteId)),
            eq(enrollments.expireDate, text(p.expireDate)),
            isSameTimezone(
              sql`(select ${sites.timezone} from ${sites} where ${sites.id} = ${text(p.siteId)})`,
              text(p.timezone),
            ),
          ),
        ),
  );

  return {
    /** Returns the `first` enrollments after a position, in the order of their start. */
    page: (siteId: string, first: number, after?: Pick<LastDay, 'id' | 'startsAt'>): Promise<LastDay[]> =>
      readPage({ siteId, first, at: after?.startsAt ?? Number.MIN_SAFE_INTEGER, id: after?.id ?? '' }),

    /**
     * Sets the time at which last days end. An enrollment is skipped if its last day, or the timezone of the school, is
     * no longer the given one. One that had ended, and does not end before `now` any more, is active again.
     */
    async move(
      siteId: string,
      timezone: string,
      days: readonly { id: string; expireDate: string; expiresAt: number }[],
      now: number,
    ): Promise<void> {
      if (days.length === 0) return;
      // With the lock on the school, the timezone stays unchanged until the enrollments are moved.
      await db.atomically(lock({ siteId }), ...days.map((day) => move({ ...day, siteId, timezone, now })));
    },
  };
}
