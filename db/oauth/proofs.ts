/** Remembers the proofs of possession that were used, among the other things that work only once, until they expire. */
import { eq } from 'drizzle-orm';
import type { ProofUse } from '../../schema/oauth/dpop.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { bytes, rowOf } from '../engine/placeholders.ts';

/** The step that uses a proof, for the units of work of several stores. */
export function proofStatements(db: Database) {
  const { spentChallenges: t } = db.tables;
  const spend = db.write((q, p: Params<ProofUse>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  /** Nothing else of its unit of work happens if the proof was used before. Without a proof, it is no step. */
  return { spend: (use: ProofUse | undefined): Step[] => (use === undefined ? [] : [required(spend(use))]) };
}

export function proofStore(db: Database) {
  const { spentChallenges: t } = db.tables;
  const { spend } = proofStatements(db);
  // Uses the primary key.
  const find = db.lookup((q, p: Params<Pick<ProofUse, 'hash'>>) =>
    q
      .select({ expiresAt: t.expiresAt })
      .from(t)
      .where(eq(t.hash, bytes(db, p.hash))),
  );

  return {
    /** @returns false if the proof was used before, at any node */
    spend: async (use: ProofUse): Promise<boolean> => db.atomically(...spend(use)),

    isSpent: async ({ hash }: ProofUse): Promise<boolean> => (await find({ hash })) !== undefined,
  };
}
