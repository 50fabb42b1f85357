/** Stores which clients count as approved because their documents are part of the program. */
import { and, eq } from 'drizzle-orm';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';

export function defaultReviews(db: Database) {
  const { metadataDocuments: documents } = db.tables;
  const withdraw = db.write((q) =>
    q.update(documents).set({ review: 'unreviewed' }).where(eq(documents.review, 'by_default')),
  );
  const set = db.write((q, p: Params<{ id: string; changedAt: number }>) =>
    q
      .update(documents)
      .set({ review: 'by_default', approvedMetadata: null })
      .where(
        and(
          eq(documents.clientId, text(p.id)),
          eq(documents.changedAt, integer(p.changedAt)),
          eq(documents.review, 'unreviewed'),
        ),
      ),
  );

  return {
    /** Lets clients that nobody has decided about count as approved by default, and no others. */
    async setReviewedByDefault(those: readonly MetadataDocumentClient[]): Promise<void> {
      await db.atomically(withdraw(), ...those.map(({ id, changedAt }) => set({ id, changedAt })));
    },
  };
}
