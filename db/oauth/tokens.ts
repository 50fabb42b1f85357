/**
 * Stores access and refresh tokens, rotates refresh tokens and revokes grants. Rotation is atomic: of any number of
 * simultaneous attempts with the same refresh token, exactly one succeeds.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { parseScopes } from '../../schema/oauth/scope.ts';
import type { GrantContext, NewToken, NewTokenPair, StoredToken, Successor } from '../../schema/oauth/token.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { keySequence } from '../engine/key-sequence.ts';
import { integer, value } from '../engine/placeholders.ts';
import { decided } from '../engine/undecided.ts';
import type { GrantEnd } from '../tables/oauth.ts';
import { clientStatements } from './clients.ts';
import { consentStatements } from './consents.ts';
import { grantColumns, grantJoins, toGrantContext } from './grant-context.ts';
import { tokenStatements } from './token-statements.ts';

/** The precision of the last use of a grant and its client, in milliseconds. */
const HALF_DAY = 43_200_000;
const halfDayOf = (time: number): number => Math.floor(time / HALF_DAY);

/** Prepares the reads of tokens with the context of their grants, and of a successor. All joins use primary keys. */
function tokenReads(db: Database) {
  const t = db.tables;
  const on = grantJoins(t);

  const columns = {
    kind: t.tokens.kind,
    hash: t.tokens.hash,
    scope: t.tokens.scope,
    issuedAt: t.tokens.issuedAt,
    expiresAt: t.tokens.expiresAt,
    revokedAt: t.tokens.revokedAt,
    jkt: t.tokens.jkt,
    grantId: t.tokens.grantId,
    ...grantColumns(t),
  };
  const grantIdOf = ({ grant }: StoredToken): number => grant.grantId;
  // Without the columns of a rotation, which would drop what is kept.
  const readAccess = db.cached(
    { key: t.tokens.id, maxRows: 10_000, invalidatedBy: { column: t.grants.id, of: grantIdOf } },
    (q, p: Params<{ key: number }>) =>
      q
        .select(columns)
        .from(t.tokens)
        .innerJoin(t.grants, eq(t.grants.id, t.tokens.grantId))
        .innerJoin(t.clients, on.client)
        .innerJoin(t.people, on.person)
        .innerJoin(t.sites, on.site)
        .innerJoin(t.memberships, on.membership)
        .where(eq(t.tokens.id, integer(p.key))),
    (row, id) =>
      row.kind === 'access' ? toToken(id, { ...row, rotatedAt: null, successorId: null, repeatedAt: null }) : undefined,
  );
  const { issuedAt, expiresAt, rotatedAt, successorId, repeatedAt, jkt, graceCopy } = t.tokens;
  const readRefresh = db.lookup((q, p: Params<{ id: number }>) =>
    q
      .select({ ...columns, rotatedAt, successorId, repeatedAt })
      .from(t.tokens)
      .innerJoin(t.grants, eq(t.grants.id, t.tokens.grantId))
      .innerJoin(t.clients, on.client)
      .innerJoin(t.people, on.person)
      .innerJoin(t.sites, on.site)
      .innerJoin(t.memberships, on.membership)
      .where(eq(t.tokens.id, integer(p.id))),
  );
  const readSuccessor = db.one((q, p: Params<{ id: number }>) =>
    q
      .select({ issuedAt, expiresAt, rotatedAt, repeatedAt, jkt, graceCopy })
      .from(t.tokens)
      .where(eq(t.tokens.id, integer(p.id))),
  );

  return { readAccess, readRefresh, readSuccessor };
}

/** Prepares the changes of tokens and grants. All statements use the primary key. */
function tokenChanges(db: Database) {
  const t = db.tables;

  /** A refresh token that is still the latest. */
  const isCurrent = (p: Params<{ id: number }>) =>
    and(eq(t.tokens.id, integer(p.id)), isNull(t.tokens.rotatedAt), isNull(t.tokens.revokedAt));

  const retire = db.write((q, p: Params<{ now: number; successorId: number; id: number }>) =>
    q
      .update(t.tokens)
      .set({ rotatedAt: value(p.now), successorId: value(p.successorId) })
      .where(isCurrent(p)),
  );
  const repeat = db.write((q, p: Params<{ now: number; id: number }>) =>
    q
      .update(t.tokens)
      .set({ repeatedAt: value(p.now) })
      .where(isCurrent(p)),
  );
  const repeatFirst = db.write((q, p: Params<{ now: number; id: number }>) =>
    q
      .update(t.tokens)
      .set({ repeatedAt: value(p.now) })
      .where(and(isCurrent(p), isNull(t.tokens.repeatedAt))),
  );
  const replace = db.write((q, p: Params<{ id: number; from: number; to: number }>) =>
    q
      .update(t.tokens)
      .set({ successorId: value(p.to) })
      .where(and(eq(t.tokens.id, integer(p.id)), eq(t.tokens.successorId, integer(p.from)))),
  );
  const retireLater = db.write((q, p: Params<{ now: number; successorId: number; id: number }>) =>
    q
      .update(t.tokens)
      .set({ rotatedAt: value(p.now) })
      .where(and(eq(t.tokens.id, integer(p.id)), eq(t.tokens.successorId, integer(p.successorId)))),
  );
  const touchGrant = db.write((q, p: Params<{ now: number; id: number }>) =>
    q
      .update(t.grants)
      .set({ lastUsedAt: value(p.now) })
      .where(eq(t.grants.id, integer(p.id))),
  );
  const revokeOne = db.write((q, p: Params<{ now: number; id: number }>) =>
    q
      .update(t.tokens)
      .set({ revokedAt: value(p.now) })
      .where(isCurrent(p)),
  );
  const revokeGrant = db.write((q, p: Params<{ now: number; by: GrantEnd; id: number }>) =>
    q
      .update(t.grants)
      .set({ revokedAt: value(p.now), revokedBy: value(p.by) })
      .where(and(eq(t.grants.id, integer(p.id)), isNull(t.grants.revokedAt))),
  );

  return { retire, repeat, repeatFirst, replace, retireLater, touchGrant, revokeOne, revokeGrant };
}

type TokenRow = Omit<GrantContext, 'grantId'> &
  Omit<StoredToken, 'id' | 'scopes' | 'grant'> & { grantId: number; scope: string };

const toToken = (id: number, row: TokenRow): StoredToken => ({
  id,
  kind: row.kind,
  hash: row.hash,
  scopes: parseScopes(row.scope),
  issuedAt: row.issuedAt,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
  rotatedAt: row.rotatedAt,
  successorId: row.successorId,
  repeatedAt: row.repeatedAt,
  jkt: row.jkt,
  grant: toGrantContext(row.grantId, row),
});

/** Exchanges refresh tokens for others, and gives those that nobody has used out once more. */
function rotations(db: Database, audit: AuditTrail, changes: ReturnType<typeof tokenChanges>) {
  const { retire, repeat, repeatFirst, replace, retireLater, touchGrant, revokeOne } = changes;
  const statements = tokenStatements(db);
  const clients = clientStatements(db);

  const exchange = (former: readonly Step[], { grant, issuedAt }: StoredToken, newPair: readonly Step[], now: number) =>
    db.atomically(
      ...former,
      ...newPair,
      // The last use is stored at the first rotation of each half day, however often a client refreshes.
      ...(halfDayOf(issuedAt) < halfDayOf(now)
        ? [touchGrant({ id: grant.grantId, now }), clients.touch(grant.clientId, now)]
        : []),
    );

  return {
    /**
     * Exchanges a refresh token for its successor and a new access token, or changes nothing. Of any number of
     * simultaneous calls, on any number of nodes, one succeeds.
     * @param graceCopy the new refresh token, encrypted under a key that is derived from the presented one
     * @returns false if the token was rotated or revoked before
     */
    rotate(token: StoredToken, successors: NewTokenPair, graceCopy: Buffer, now: number): Promise<boolean> {
      const { id, grant } = token;
      const successorId = successors.refresh.id;
      const newPair = statements.insertPair(grant.grantId, successors, graceCopy);
      const begun = performance.now();
      return decided({
        apply: () => exchange([required(retire({ id, now, successorId }))], token, newPair, now),
        isMade: () => statements.hasPair(grant.grantId, successors),
        // The grace period begins when the client can ask again.
        makeUp: () =>
          db.atomically(required(retireLater({ id, now: now + Math.round(performance.now() - begun), successorId }))),
      });
    },

    /**
     * Gives a token that was rotated before another successor, in the place of the one that there is, which is revoked.
     * @param events what is recorded with it
     * @returns false if the successor that there is was used or replaced
     */
    async replaceSuccessor(
      token: StoredToken,
      successors: NewTokenPair,
      graceCopy: Buffer,
      now: number,
      ...events: readonly AuditEvent[]
    ): Promise<boolean> {
      const { id, grant } = token;
      const from = token.successorId ?? 0;
      const newPair = statements.insertPair(grant.grantId, successors, graceCopy);
      const former = [
        required(revokeOne({ id: from, now })),
        required(replace({ id, from, to: successors.refresh.id })),
        ...(await audit.steps(...events)),
      ];
      return decided({
        apply: () => exchange(former, token, newPair, now),
        isMade: () => statements.hasPair(grant.grantId, successors),
        makeUp: async () => true,
      });
    },

    /**
     * Adds an access token to a grant whose refresh token stays as it is.
     * @returns false if the proof of its request was used before
     */
    addAccess: (grantId: number, access: NewToken): Promise<boolean> =>
      db.atomically(...statements.insertAccess(grantId, access)),

    /**
     * The same, and remembers that the successor was given out late.
     * @param first recorded if the successor was not given out late before
     * @returns false if it was used, replaced or first given out late meanwhile
     */
    async repeatLate(
      { successorId, grant }: StoredToken,
      { repeatedAt }: Pick<Successor, 'repeatedAt'>,
      access: NewToken,
      now: number,
      first: AuditEvent,
    ): Promise<boolean> {
      const values = { id: successorId ?? 0, now };
      const isFirst = repeatedAt === null;
      return db.atomically(
        required(isFirst ? repeatFirst(values) : repeat(values)),
        ...statements.insertAccess(grant.grantId, access),
        ...(isFirst ? await audit.steps(first) : []),
      );
    },
  };
}

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Database, audit: AuditTrail) {
  const { readAccess, readRefresh, readSuccessor } = tokenReads(db);
  const changes = tokenChanges(db);
  const { revokeOne, revokeGrant } = changes;
  const nextId = keySequence(db, 'tokens');
  const consents = consentStatements(db);

  return {
    ...rotations(db, audit, changes),
    nextId,

    findAccess: (id: number): Promise<StoredToken | undefined> => readAccess(id),

    async findRefresh(id: number): Promise<StoredToken | undefined> {
      const row = await readRefresh({ id });
      return row?.kind === 'refresh' ? toToken(id, row) : undefined;
    },

    /** Finds the refresh token that a rotated one was exchanged for. */
    async findSuccessor({ successorId }: StoredToken): Promise<Successor | undefined> {
      const row = successorId === null ? undefined : await readSuccessor({ id: successorId });
      return row?.graceCopy ? { ...row, graceCopy: row.graceCopy } : undefined;
    },

    /** Revokes an expired token, so that it stays expired even if the clock goes back. */
    async expire(id: number, now: number): Promise<void> {
      await db.atomically(revokeOne({ id, now }));
    },

    async revoke(id: number, now: number, event: AuditEvent): Promise<void> {
      await db.atomically(required(revokeOne({ id, now })), ...(await audit.steps(event)));
    },

    /**
     * Revokes a grant, which ends all its tokens, and deletes the consent behind it.
     * @returns false if the grant was revoked before
     */
    async revokeGrant(grant: GrantContext, by: GrantEnd, now: number, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(revokeGrant({ id: grant.grantId, now, by })),
        consents.forget(grant),
        ...(await audit.steps(event)),
      );
    },
  };
}
