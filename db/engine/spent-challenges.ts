/** Uses what works only once, in the units of work of several stores. */
import type { SpentChallenge } from '../../schema/credential.ts';
import { type Database, type Params, required, type Step } from './engine.ts';
import { rowOf } from './placeholders.ts';

/** Nothing else of its unit of work happens if the challenge was spent before. Without one, it is no step. */
export function spending(db: Database) {
  const { spentChallenges: t } = db.tables;
  const spend = db.write((q, p: Params<SpentChallenge>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  return (spent: SpentChallenge | undefined): Step[] => (spent === undefined ? [] : [required(spend({ ...spent }))]);
}
