/**
 * A row lock on a school, taken by an update that changes nothing. It protects rules that span several rows, such as
 * having exactly one homepage or at least one active owner.
 */
import { eq, sql } from 'drizzle-orm';
import type { Database, Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

/**
 * Prepares the first step of units of work that must see each other's doing at one school, such as those that leave
 * exactly one of something: the second waits until the first is done. By the primary key.
 */
export function holdingSite(db: Database): (siteId: string) => Step {
  const { sites } = db.tables;
  const hold = db.write((q) =>
    q
      .update(sites)
      .set({ updatedAt: sql`${sites.updatedAt}` })
      .where(eq(sites.id, text('siteId'))),
  );
  return (siteId) => hold({ siteId });
}
