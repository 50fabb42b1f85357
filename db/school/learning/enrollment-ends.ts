/**
 * Stores that enrollments have ended by the passing of time, so that triggers note it for webhooks. Access does not depend
 * on it, because every read compares the end with the present time.
 */
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, type Params, required } from '../../engine/engine.ts';
import { withoutNull } from '../../engine/lists.ts';
import { integer, limit, text } from '../../engine/placeholders.ts';
import { pacing } from '../../running/pace.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '../clock-difference.ts';

export function enrollmentEndStore(db: Database) {
  const { enrollments, sites } = db.tables;
  const end = withoutNull(enrollments.expiresAt, Number.MAX_SAFE_INTEGER);
  // Looks up the first end of each school in the index enrollments_by_status_and_end.
  const firstEnd: SQL = sql`(select min(${end}) from ${enrollments} where ${enrollments.siteId} = ${sites.id} and ${enrollments.status} = 'active')`;
  const readSchools = db.many((q, p: Params<{ until: number }>) =>
    q
      .select({ id: sites.id })
      .from(sites)
      .where(lte(firstEnd, integer(p.until))),
  );
  // Uses the same index.
  const storeEnds = db.write((q, p: Params<{ siteId: string; until: number; first: number }>) => {
    const isOver = and(
      eq(enrollments.siteId, text(p.siteId)),
      eq(enrollments.status, 'active'),
      lte(end, integer(p.until)),
    );
    const some = q.select({ id: enrollments.id }).from(enrollments).where(isOver).orderBy(end).limit(limit(p.first));
    return q
      .update(enrollments)
      .set({ status: 'expired' })
      .where(and(sql`${enrollments.id} in (${some})`, isOver));
  });

  const pace = pacing();
  async function storeSome(siteId: string, until: number): Promise<boolean> {
    const { applied, heldMs } = await db.measured(required(storeEnds({ siteId, until, first: pace.rows })));
    pace.took(heldMs);
    return applied;
  }

  return {
    /** Stores the ends that have passed, at all schools, once each. */
    async storeDue(now: number): Promise<void> {
      const until = now - MAX_CLOCK_DIFFERENCE_MS;
      for (const { id: siteId } of await readSchools({ until })) {
        while (await storeSome(siteId, until));
      }
    },
  };
}
