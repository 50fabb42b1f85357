/** Remembers the proofs of possession that were used, among the other things that work only once, until they expire. */
import { eq } from 'drizzle-orm';
import type { SpentChallenge } from '../../schema/credential.ts';
import type { Database, Params } from '../engine/engine.ts';
import { bytes } from '../engine/placeholders.ts';
import { spending } from '../engine/spent-challenges.ts';

export function proofStore(db: Database) {
  const { spentChallenges: t } = db.tables;
  const spend = spending(db);
  // Uses the primary key.
  const find = db.lookup((q, p: Params<Pick<SpentChallenge, 'hash'>>) =>
    q
      .select({ expiresAt: t.expiresAt })
      .from(t)
      .where(eq(t.hash, bytes(db, p.hash))),
  );

  return {
    /** @returns false if the proof was used before, at any node */
    spend: async (use: SpentChallenge): Promise<boolean> => db.atomically(...spend(use)),

    isSpent: async ({ hash }: SpentChallenge): Promise<boolean> => (await find({ hash })) !== undefined,
  };
}
