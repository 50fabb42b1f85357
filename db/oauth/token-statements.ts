/**
 * Prepares the inserts of access and refresh tokens, for use by tokens.ts and codes.ts. An access token and its refresh
 * token are written in one statement.
 */
import { and, eq } from 'drizzle-orm';
import type { NewToken, NewTokenPair } from '../../schema/oauth/token.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { integer } from '../engine/placeholders.ts';
import { spending } from '../engine/spent-challenges.ts';

type Stored = Omit<NewToken, 'use'>;
type Prefixed<Prefix extends string> = {
  readonly [Name in keyof Stored as `${Prefix}${Capitalize<Name>}`]: Stored[Name];
};
type PairRow = Prefixed<'access'> & Prefixed<'refresh'> & { grantId: number; graceCopy: Buffer | null };

/** The inserts into `tokens`, for the units of work of several stores. */
export function tokenStatements(db: Database) {
  const t = db.tables.tokens;
  const spend = spending(db);
  // A new token has these columns. The others record what happens to it later.
  const insertOne = db.write((q, p: Params<Stored & { grantId: number }>) =>
    q.insert(t).values({
      kind: 'access',
      grantId: p.grantId,
      id: p.id,
      hash: p.hash,
      scope: p.scope,
      issuedAt: p.issuedAt,
      expiresAt: p.expiresAt,
      jkt: p.jkt,
    }),
  );
  const insertTwo = db.write((q, p: Params<PairRow>) =>
    q.insert(t).values([
      {
        kind: 'access',
        grantId: p.grantId,
        id: p.accessId,
        hash: p.accessHash,
        scope: p.accessScope,
        issuedAt: p.accessIssuedAt,
        expiresAt: p.accessExpiresAt,
        jkt: p.accessJkt,
      },
      {
        kind: 'refresh',
        grantId: p.grantId,
        id: p.refreshId,
        hash: p.refreshHash,
        scope: p.refreshScope,
        issuedAt: p.refreshIssuedAt,
        expiresAt: p.refreshExpiresAt,
        jkt: p.refreshJkt,
        graceCopy: p.graceCopy,
      },
    ]),
  );

  return {
    ...undecidedPair(db),

    insertAccess: (grantId: number, { use, ...access }: NewToken): Step[] => [
      insertOne({ grantId, ...access }),
      ...spend(use),
    ],

    /** @param graceCopy the encrypted copy of a refresh token that succeeds another (see tokens.ts), otherwise null */
    insertPair: (grantId: number, { access, refresh }: NewTokenPair, graceCopy: Buffer | null): Step[] => [
      insertTwo({
        grantId,
        graceCopy,
        accessId: access.id,
        accessHash: access.hash,
        accessScope: access.scope,
        accessIssuedAt: access.issuedAt,
        accessExpiresAt: access.expiresAt,
        accessJkt: access.jkt,
        refreshId: refresh.id,
        refreshHash: refresh.hash,
        refreshScope: refresh.scope,
        refreshIssuedAt: refresh.issuedAt,
        refreshExpiresAt: refresh.expiresAt,
        refreshJkt: refresh.jkt,
      }),
      ...spend(access.use),
    ],
  };
}

/** Statements about a pair of tokens whose storing was not answered. */
function undecidedPair(db: Database) {
  const t = db.tables.tokens;
  // Both use the primary key.
  const deleteOne = db.write((q, p: Params<{ id: number; grantId: number }>) =>
    q.delete(t).where(and(eq(t.id, integer(p.id)), eq(t.grantId, integer(p.grantId)))),
  );
  const readOne = db.lookup((q, p: Params<{ id: number }>) =>
    q
      .select({ grantId: t.grantId })
      .from(t)
      .where(eq(t.id, integer(p.id))),
  );

  return {
    /** Returns whether a pair of tokens with new keys was stored. */
    async hasPair(grantId: number, { access }: NewTokenPair): Promise<boolean> {
      return (await readOne({ id: access.id }))?.grantId === grantId;
    },

    /** Deletes a pair that nobody has ever seen. */
    deletePair: (grantId: number, { access, refresh }: NewTokenPair): Step[] => [
      required(deleteOne({ grantId, id: access.id })),
      required(deleteOne({ grantId, id: refresh.id })),
    ],
  };
}
