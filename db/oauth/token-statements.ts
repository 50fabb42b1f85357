/**
 * Prepares the inserts of access and refresh tokens, for use by tokens.ts and codes.ts. An access token and its refresh
 * token are written in one statement.
 */
import { sql } from 'drizzle-orm';
import type { NewToken, NewTokenPair } from '../../schema/oauth/token.ts';
import type { Database, Step } from '../engine/engine.ts';

/** The inserts into `tokens` that more than one store's unit of work contains. */
export function tokenStatements(db: Database) {
  const t = db.tables.tokens;
  /** The columns that a new token has; the others say what happened to it since. */
  const row = (kind: 'access' | 'refresh', prefix = '') => ({
    kind,
    grantId: sql.placeholder('grantId'),
    id: sql.placeholder(`${prefix}id`),
    hash: sql.placeholder(`${prefix}hash`),
    scope: sql.placeholder(`${prefix}scope`),
    issuedAt: sql.placeholder(`${prefix}issuedAt`),
    expiresAt: sql.placeholder(`${prefix}expiresAt`),
  });
  const one = db.write((q) => q.insert(t).values(row('access')));
  const two = db.write((q) =>
    q
      .insert(t)
      .values([row('access', 'access_'), { ...row('refresh', 'refresh_'), graceCopy: sql.placeholder('graceCopy') }]),
  );

  return {
    insertAccess: (grantId: number, { id, hash, scope, issuedAt, expiresAt }: NewToken): Step =>
      one({ grantId, id, hash, scope, issuedAt, expiresAt }),

    /** @param graceCopy of the refresh token, where it succeeds another */
    insertPair: (grantId: number, { access, refresh }: NewTokenPair, graceCopy: Buffer | null): Step =>
      two({
        grantId,
        graceCopy,
        access_id: access.id,
        access_hash: access.hash,
        access_scope: access.scope,
        access_issuedAt: access.issuedAt,
        access_expiresAt: access.expiresAt,
        refresh_id: refresh.id,
        refresh_hash: refresh.hash,
        refresh_scope: refresh.scope,
        refresh_issuedAt: refresh.issuedAt,
        refresh_expiresAt: refresh.expiresAt,
      }),
  };
}
