import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { AuditEvent } from '../../schema/audit-event.ts';
import { parseScopes } from '../../schema/scope.ts';
import type { Grant, NewToken, NewTokenPair, StoredToken } from '../../schema/token.ts';
import { type Database, required } from '../database.ts';
import { keySequence } from '../key-sequence.ts';
import { value } from '../placeholders.ts';
import type { GrantEnd } from '../tables/oauth.ts';
import type { AuditTrail } from './audit.ts';
import { clientStatements } from './clients.ts';
import { consentStatements } from './consents.ts';
import { grantColumns, grantJoins, toGrant } from './grant-columns.ts';
import { tokenStatements } from './token-statements.ts';

const HOUR = 3_600_000;

export type TokenStore = ReturnType<typeof tokenStore>;

export function tokenStore(db: Database, audit: AuditTrail) {
  const t = db.tables;
  const nextId = keySequence(db, 'tokens');
  const on = grantJoins(t);
  const statements = tokenStatements(db);
  const clients = clientStatements(db);
  const consents = consentStatements(db);
  const successor = alias(t.tokens, 'successor');

  // By primary key throughout.
  const read = db.one((q) =>
    q
      .select({
        ...grantColumns(t),
        id: t.tokens.id,
        kind: t.tokens.kind,
        hash: t.tokens.hash,
        scope: t.tokens.scope,
        issuedAt: t.tokens.issuedAt,
        expiresAt: t.tokens.expiresAt,
        revokedAt: t.tokens.revokedAt,
        rotatedAt: t.tokens.rotatedAt,
        graceCopy: t.tokens.graceCopy,
        successorId: successor.id,
        successorRotatedAt: successor.rotatedAt,
      })
      .from(t.tokens)
      .innerJoin(t.grants, eq(t.grants.id, t.tokens.grantId))
      .innerJoin(t.clients, on.client)
      .innerJoin(t.people, on.person)
      .innerJoin(t.sites, on.site)
      .innerJoin(t.memberships, on.membership)
      .leftJoin(successor, eq(successor.id, t.tokens.successorId))
      .where(eq(t.tokens.id, sql.placeholder('id'))),
  );
  const retire = db.write((q) =>
    q
      .update(t.tokens)
      .set({ rotatedAt: value('now'), successorId: value('successorId'), graceCopy: value('graceCopy') })
      .where(and(eq(t.tokens.id, sql.placeholder('id')), isNull(t.tokens.rotatedAt), isNull(t.tokens.revokedAt))),
  );
  const touchGrant = db.write((q) =>
    q
      .update(t.grants)
      .set({ lastUsedAt: value('now') })
      .where(eq(t.grants.id, sql.placeholder('id'))),
  );
  const revokeOne = db.write((q) =>
    q
      .update(t.tokens)
      .set({ revokedAt: value('now') })
      .where(and(eq(t.tokens.id, sql.placeholder('id')), isNull(t.tokens.revokedAt))),
  );
  const revokeGrant = db.write((q) =>
    q
      .update(t.grants)
      .set({ revokedAt: value('now'), revokedBy: value('by') })
      .where(and(eq(t.grants.id, sql.placeholder('id')), isNull(t.grants.revokedAt))),
  );

  return {
    nextId,

    async find(id: number): Promise<StoredToken | undefined> {
      const row = await read({ id });
      return (
        row && {
          id: row.id,
          kind: row.kind,
          hash: row.hash,
          scopes: parseScopes(row.scope),
          issuedAt: row.issuedAt,
          expiresAt: row.expiresAt,
          revokedAt: row.revokedAt,
          rotatedAt: row.rotatedAt,
          graceCopy: row.graceCopy,
          successorIsCurrent: row.successorId !== null && row.successorRotatedAt === null,
          grant: toGrant(row),
        }
      );
    },

    /**
     * Exchanges a refresh token for its successor and a new access token, or changes nothing. Of any number of
     * simultaneous calls, on any number of nodes, one succeeds.
     * @param graceCopy the successor, sealed under a key that only the presented token yields
     * @returns false when the token was rotated or revoked before
     */
    rotate(token: StoredToken, successors: NewTokenPair, graceCopy: Buffer, now: number): Promise<boolean> {
      const { grant } = token;
      return db.atomically(
        required(retire({ id: token.id, now, successorId: successors.refresh.id, graceCopy })),
        statements.insertPair(grant.id, successors),
        ...(grant.lastUsedAt < now - HOUR
          ? [touchGrant({ id: grant.id, now }), clients.touch(grant.clientId, now)]
          : []),
      );
    },

    /** Adds an access token to a grant whose refresh token stays as it is. */
    async addAccess(grantId: number, access: NewToken): Promise<void> {
      await db.atomically(statements.insertAccess(grantId, access));
    },

    async revoke(id: number, now: number, event: AuditEvent): Promise<void> {
      await db.atomically(required(revokeOne({ id, now })), await audit.step(event));
    },

    /** Ends a grant with all its tokens, and the consent behind it. A second call changes nothing. */
    async revokeGrant(grant: Grant, by: GrantEnd, now: number, event: AuditEvent): Promise<void> {
      await db.atomically(
        required(revokeGrant({ id: grant.id, now, by })),
        consents.forget({ personId: grant.subject.personId, siteId: grant.subject.siteId, clientId: grant.clientId }),
        await audit.step(event),
      );
    },
  };
}
