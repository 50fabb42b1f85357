/**
 * Prepares the inserts of access and refresh tokens, for use by tokens.ts and codes.ts. An access token and its refresh
 * token are written in one statement.
 */
import type { NewToken, NewTokenPair } from '../../schema/oauth/token.ts';
import type { Database, Params, Step } from '../engine/engine.ts';

type Prefixed<Prefix extends string> = {
  readonly [Name in keyof NewToken as `${Prefix}${Capitalize<Name>}`]: NewToken[Name];
};
type PairRow = Prefixed<'access'> & Prefixed<'refresh'> & { grantId: number; graceCopy: Buffer | null };

/** The inserts into `tokens` that more than one store's unit of work contains. */
export function tokenStatements(db: Database) {
  const t = db.tables.tokens;
  // The columns that a new token has; the others say what happened to it since.
  const one = db.write((q, p: Params<NewToken & { grantId: number }>) =>
    q.insert(t).values({
      kind: 'access',
      grantId: p.grantId,
      id: p.id,
      hash: p.hash,
      scope: p.scope,
      issuedAt: p.issuedAt,
      expiresAt: p.expiresAt,
    }),
  );
  const two = db.write((q, p: Params<PairRow>) =>
    q.insert(t).values([
      {
        kind: 'access',
        grantId: p.grantId,
        id: p.accessId,
        hash: p.accessHash,
        scope: p.accessScope,
        issuedAt: p.accessIssuedAt,
        expiresAt: p.accessExpiresAt,
      },
      {
        kind: 'refresh',
        grantId: p.grantId,
        id: p.refreshId,
        hash: p.refreshHash,
        scope: p.refreshScope,
        issuedAt: p.refreshIssuedAt,
        expiresAt: p.refreshExpiresAt,
        graceCopy: p.graceCopy,
      },
    ]),
  );

  return {
    insertAccess: (grantId: number, { id, hash, scope, issuedAt, expiresAt }: NewToken): Step =>
      one({ grantId, id, hash, scope, issuedAt, expiresAt }),

    /** @param graceCopy of the refresh token, where it succeeds another */
    insertPair: (grantId: number, { access, refresh }: NewTokenPair, graceCopy: Buffer | null): Step =>
      two({
        grantId,
        graceCopy,
        accessId: access.id,
        accessHash: access.hash,
        accessScope: access.scope,
        accessIssuedAt: access.issuedAt,
        accessExpiresAt: access.expiresAt,
        refreshId: refresh.id,
        refreshHash: refresh.hash,
        refreshScope: refresh.scope,
        refreshIssuedAt: refresh.issuedAt,
        refreshExpiresAt: refresh.expiresAt,
      }),
  };
}
