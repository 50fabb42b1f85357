import type { NewToken, NewTokenPair } from '../../schema/token.ts';
import type { Database, Step } from '../engine.ts';
import { rowOf } from '../placeholders.ts';

/** The inserts into `tokens` that more than one store's unit of work contains. */
export function tokenStatements(db: Database) {
  const t = db.tables.tokens;
  const one = db.write((q) => q.insert(t).values(rowOf(t)));
  const two = db.write((q) => q.insert(t).values([rowOf(t, 'access_'), rowOf(t, 'refresh_')]));

  return {
    insertAccess: (grantId: number, token: NewToken): Step =>
      one({
        ...token,
        kind: 'access',
        grantId,
        revokedAt: null,
        rotatedAt: null,
        successorId: null,
        graceCopy: null,
      }),

    /** @param graceCopy of the refresh token, where it succeeds another */
    insertPair: (grantId: number, { access, refresh }: NewTokenPair, graceCopy: Buffer | null): Step =>
      two({
        access_id: access.id,
        access_kind: 'access',
        access_hash: access.hash,
        access_grantId: grantId,
        access_scope: access.scope,
        access_issuedAt: access.issuedAt,
        access_expiresAt: access.expiresAt,
        access_revokedAt: null,
        access_rotatedAt: null,
        access_successorId: null,
        access_graceCopy: null,
        refresh_id: refresh.id,
        refresh_kind: 'refresh',
        refresh_hash: refresh.hash,
        refresh_grantId: grantId,
        refresh_scope: refresh.scope,
        refresh_issuedAt: refresh.issuedAt,
        refresh_expiresAt: refresh.expiresAt,
        refresh_revokedAt: null,
        refresh_rotatedAt: null,
        refresh_successorId: null,
        refresh_graceCopy: graceCopy,
      }),
  };
}
