/**
 * Publishes scheduled posts of all schools once they are due. Maintenance calls it once a minute, and the index
 * `posts_by_publication` keeps that cheap.
 */
import { and, sql } from 'drizzle-orm';
import type { Database, Params } from '../engine/engine.ts';
import { integer } from '../engine/placeholders.ts';

export function scheduledPostStore(db: Database) {
  const { posts } = db.tables;
  // Uses the index posts_by_publication.
  const publish = db.write((q, p: Params<{ now: number }>) =>
    q
      .update(posts)
      .set({ status: 'published', updatedAt: sql`${posts.updatedAt} + 1` })
      .where(and(sql`${posts.status} = 'scheduled'`, sql`${posts.publishAt} <= ${integer(p.now)}`)),
  );
  return {
    /** Publishes the posts whose time `publishAt` has come. */
    async publishDue(now: number): Promise<void> {
      await db.atomically(publish({ now }));
    },
  };
}
