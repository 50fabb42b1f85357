import type { NewToken, NewTokenPair } from '../../schema/token.ts';
import type { Database, Step } from '../database.ts';
import { rowOf } from '../placeholders.ts';

/** The inserts into `tokens` that more than one store's unit of work contains. */
export function tokenStatements(db: Database) {
  const t = db.tables.tokens;
  const one = db.write((q) => q.insert(t).values(rowOf(t)));
  const two = db.write((q) => q.insert(t).values([rowOf(t, 'access_'), rowOf(t, 'refresh_')]));

  const row = (kind: 'access' | 'refresh', grantId: number, token: NewToken, prefix = ''): Record<string, unknown> => ({
    [`${prefix}id`]: token.id,
    [`${prefix}kind`]: kind,
    [`${prefix}hash`]: token.hash,
    [`${prefix}grantId`]: grantId,
    [`${prefix}scope`]: token.scope,
    [`${prefix}issuedAt`]: token.issuedAt,
    [`${prefix}expiresAt`]: token.expiresAt,
    [`${prefix}revokedAt`]: null,
    [`${prefix}rotatedAt`]: null,
    [`${prefix}successorId`]: null,
    [`${prefix}graceCopy`]: null,
  });

  return {
    insertAccess: (grantId: number, token: NewToken): Step => one(row('access', grantId, token)),
    insertPair: (grantId: number, { access, refresh }: NewTokenPair): Step =>
      two({ ...row('access', grantId, access, 'access_'), ...row('refresh', grantId, refresh, 'refresh_') }),
  };
}
