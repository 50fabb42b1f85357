/** Replaces the code of an approved request that nobody has redeemed, so that the person can carry another to the client. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { ReplacementCode } from '../../schema/oauth/approval.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { codeConditions } from '../oauth/codes.ts';

export function replacementCodeStore(db: Database, audit: AuditTrail) {
  const { authorizationRequests, grants } = db.tables;
  const mayIssue = codeConditions(db);

  // All statements use the primary key.
  const find = db.one((q, p: Params<{ id: number; personId: string; clientId: string; issuedAfter: number }>) =>
    q
      .select({ id: grants.id, siteId: grants.siteId, identityId: grants.identityId })
      .from(grants)
      .where(
        and(
          eq(grants.id, integer(p.id)),
          eq(grants.personId, text(p.personId)),
          eq(grants.clientId, text(p.clientId)),
          gt(grants.createdAt, integer(p.issuedAfter)),
          isNull(grants.redeemedAt),
          isNull(grants.revokedAt),
        ),
      ),
  );
  const markShown = db.write((q, p: Params<{ requestId: string }>) =>
    q
      .update(authorizationRequests)
      .set({ outcome: 'shown' })
      .where(and(eq(authorizationRequests.id, text(p.requestId)), eq(authorizationRequests.outcome, 'approved'))),
  );
  const setCode = db.write((q, p: Params<Pick<ReplacementCode, 'id' | 'hash' | 'expiresAt'>>) =>
    q
      .update(grants)
      .set({ codeHash: value(p.hash), codeExpiresAt: value(p.expiresAt) })
      .where(and(eq(grants.id, integer(p.id)), isNull(grants.redeemedAt), isNull(grants.revokedAt))),
  );

  return {
    /** Finds the code of a grant, if it is of this person and client, and nobody has redeemed it. */
    find,

    /**
     * Gives an approved request another code, once. The one before is worth nothing from then on.
     * @returns false if that was done before, the code was redeemed or revoked, or the session or the membership has ended
     */
    async replace({ id, hash, expiresAt, ...code }: ReplacementCode, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        ...mayIssue(code),
        required(markShown({ requestId: code.requestId })),
        required(setCode({ id, hash, expiresAt })),
        ...(await audit.steps(event)),
      );
    },
  };
}
