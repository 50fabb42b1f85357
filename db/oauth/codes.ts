/**
 * Issues and redeems authorization codes, and records the person's decision on a pending request. A code and its grant
 * are the same row of `grants`; redeeming is atomic with storing the tokens, so a code works only once across all
 * nodes. A code is issued only while the session and the membership that it relies on last, so whatever ends either of
 * them also ends the new grant, or comes first and prevents it.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Consent, Decision, NewCode } from '../../schema/oauth/approval.ts';
import { joinScopes, parseScopes } from '../../schema/oauth/scope.ts';
import type { AuthorizationCode, NewTokenPair } from '../../schema/oauth/token.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { keySequence } from '../engine/key-sequence.ts';
import { lockRow } from '../engine/locks.ts';
import { bytes, integer, rowOf, text, value } from '../engine/placeholders.ts';
import { decided } from '../engine/undecided.ts';
import { profileColumns } from '../people/profile-columns.ts';
import { providerIdentityStatements } from '../people/provider-steps.ts';
import { sessionStatements } from '../people/sessions.ts';
import { clientStatements } from './clients.ts';
import { consentStatements } from './consents.ts';
import { grantColumns, grantJoins, toGrantContext } from './grant-context.ts';
import { tokenStatements } from './token-statements.ts';

/** Prepares the read of a code with the context of its grant. */
function codeReads(db: Database) {
  const t = db.tables;
  const on = grantJoins(t);

  // All statements use the primary key.
  const read = db.lookup((q, p: Params<{ id: number }>) =>
    q
      .select({
        ...grantColumns(t),
        ...profileColumns(t, t.grants.personId, t.grants.siteId),
        hash: t.grants.codeHash,
        expiresAt: t.grants.codeExpiresAt,
        redeemedAt: t.grants.redeemedAt,
        redirectUri: t.grants.redirectUri,
        scope: t.grants.scope,
        resourceSent: t.grants.resourceSent,
        codeChallenge: t.grants.codeChallenge,
        dpopJkt: t.grants.dpopJkt,
        nonce: t.grants.nonce,
        authenticatedAt: t.grants.authenticatedAt,
        authTimeRequested: t.grants.authTimeRequested,
        authContextRequested: t.grants.authContextRequested,
      })
      .from(t.grants)
      .innerJoin(t.clients, on.client)
      .innerJoin(t.people, on.person)
      .innerJoin(t.sites, on.site)
      .innerJoin(t.memberships, on.membership)
      .where(eq(t.grants.id, integer(p.id))),
  );

  return { read };
}

const grantOf = (code: NewCode) => ({
  id: code.id,
  codeHash: code.hash,
  codeExpiresAt: code.expiresAt,
  redeemedAt: null,
  clientId: code.clientId,
  personId: code.personId,
  siteId: code.siteId,
  redirectUri: code.redirectUri,
  scope: joinScopes(code.scopes),
  audience: code.audience,
  resourceSent: code.resourceSent,
  codeChallenge: code.codeChallenge,
  dpopJkt: code.dpopJkt,
  nonce: code.nonce ?? null,
  authenticatedAt: code.authenticatedAt,
  authenticatedBy: code.authenticatedBy,
  authTimeRequested: code.authTimeRequested,
  authContextRequested: code.authContextRequested,
  identityId: code.identityId,
  subject: code.subject,
  createdAt: code.issuedAt,
  expiresAt: code.grantExpiresAt,
  lastUsedAt: code.issuedAt,
  revokedAt: null,
  revokedBy: null,
});

/** Prepares the changes of a code. All statements use the primary key. */
function codeChanges(db: Database) {
  const t = db.tables;

  const insert = db.write((q, p: Params<RowOf<typeof t.grants>>) => q.insert(t.grants).values(rowOf(t.grants, p)));
  const completeRequest = db.write((q, p: Params<{ outcome: string; requestId: string; grantId: number | null }>) =>
    q
      .update(t.authorizationRequests)
      .set({ outcome: value(p.outcome), grantId: value(p.grantId) })
      .where(and(eq(t.authorizationRequests.id, text(p.requestId)), isNull(t.authorizationRequests.outcome))),
  );
  /** Only the code that was presented: another may have taken its place since it was read. */
  const markRedeemed = db.write((q, p: Params<{ now: number; id: number; hash: Buffer }>) =>
    q
      .update(t.grants)
      .set({ redeemedAt: value(p.now) })
      .where(
        and(
          eq(t.grants.id, integer(p.id)),
          eq(t.grants.codeHash, bytes(db, p.hash)),
          isNull(t.grants.redeemedAt),
          isNull(t.grants.revokedAt),
        ),
      ),
  );
  const markUnredeemed = db.write((q, p: Params<{ id: number }>) =>
    q
      .update(t.grants)
      .set({ redeemedAt: null })
      .where(and(eq(t.grants.id, integer(p.id)), isNull(t.grants.revokedAt))),
  );

  const markExpired = db.write((q, p: Params<{ now: number; id: number }>) =>
    q
      .update(t.grants)
      .set({ revokedAt: value(p.now), revokedBy: 'expiry' })
      .where(and(eq(t.grants.id, integer(p.id)), isNull(t.grants.redeemedAt), isNull(t.grants.revokedAt))),
  );

  const insertCode = (code: NewCode): Step => insert(grantOf(code));

  const complete = (requestId: string, outcome: 'approved' | 'denied', grantId: number | null): Step =>
    required(completeRequest({ requestId, outcome, grantId }));

  return { complete, markRedeemed, markUnredeemed, markExpired, insertCode };
}

/** Prepares the steps that a new code relies on, in the order in which everything else locks the same rows. */
export function codeConditions(db: Database) {
  const { memberships: t } = db.tables;
  const sessions = sessionStatements(db);
  const identities = providerIdentityStatements(db);
  // Uses the primary key.
  const lockMembership = lockRow(db, t, (p: Params<{ personId: string; siteId: string }>) =>
    and(eq(t.personId, text(p.personId)), eq(t.siteId, text(p.siteId)), eq(t.status, 'active')),
  );

  type Approved = Pick<NewCode, 'sessionId' | 'personId' | 'siteId' | 'identityId'>;
  return ({ sessionId, personId, siteId, identityId }: Approved): Step[] =>
    identityId === null
      ? [sessions.stillOpen(sessionId, personId), required(lockMembership({ personId, siteId }))]
      : [
          identities.stillHeld({ id: identityId, siteId, personId }),
          sessions.stillOpenAt(sessionId, siteId, identityId),
          identities.opensMembership({ siteId, personId }),
        ];
}

export type CodeStore = ReturnType<typeof codeStore>;

/** Authorization codes. A code is the first state of a grant: both live in one row. */
export function codeStore(db: Database, audit: AuditTrail) {
  const { read } = codeReads(db);
  const { complete, markRedeemed, markUnredeemed, markExpired, insertCode } = codeChanges(db);
  const mayIssue = codeConditions(db);
  const nextId = keySequence(db, 'grants');
  const clients = clientStatements(db);
  const consents = consentStatements(db);
  const tokens = tokenStatements(db);

  return {
    nextId,

    async find(id: number): Promise<AuthorizationCode | undefined> {
      const row = await read({ id });
      return (
        row && {
          hash: row.hash,
          expiresAt: row.expiresAt,
          redeemedAt: row.redeemedAt,
          redirectUri: row.redirectUri,
          scopes: parseScopes(row.scope),
          resourceSent: row.resourceSent,
          codeChallenge: row.codeChallenge,
          dpopJkt: row.dpopJkt,
          nonce: row.nonce,
          authenticatedAt: row.authenticatedAt,
          authTimeRequested: row.authTimeRequested,
          authContextRequested: row.authContextRequested,
          grant: toGrantContext(id, row),
          profile: { emailVerified: row.emailVerified, name: row.name, enrolled: row.enrolled },
        }
      );
    },

    /**
     * Stores a code that an earlier consent covers, and completes the pending request if there is one.
     * @returns false if the pending request was completed before, or the session, the membership or the consent has
     * ended
     */
    async issue(code: NewCode, consent: Consent, requestId: string | undefined, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        ...mayIssue(code),
        ...(requestId === undefined ? [] : [complete(requestId, 'approved', code.id)]),
        consents.use(code, consent, code.issuedAt),
        insertCode(code),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Completes a pending request that the person approved: stores the consent and the code, or neither.
     * @param event what is recorded besides the decision
     * @returns false if the request was completed before (a double click, the Back button), or the session or the
     * membership has ended
     */
    async approve(code: NewCode, decision: Decision, ...event: AuditEvent[]): Promise<boolean> {
      return db.atomically(
        ...mayIssue(code),
        complete(decision.requestId, 'approved', code.id),
        // An owner of the school decides who is whom at its provider, so no other client is remembered.
        ...(code.subject === null ? [consents.remember(code, decision, code.issuedAt)] : []),
        insertCode(code),
        ...(await audit.steps(...event, decision.event)),
      );
    },

    /**
     * Completes a pending request that the person denied.
     * @param event none if nobody is signed in
     * @returns false if the request was completed before
     */
    async deny(requestId: string, ...event: AuditEvent[]): Promise<boolean> {
      return db.atomically(complete(requestId, 'denied', null), ...(await audit.steps(...event)));
    },

    /** Revokes the grant of an expired code, so that the code stays expired even if the clock goes back. */
    async expire({ grant }: AuthorizationCode, now: number): Promise<void> {
      await db.atomically(markExpired({ id: grant.grantId, now }));
    },

    /**
     * Consumes the code and stores its tokens, or neither. Of any number of simultaneous calls, on any number of nodes,
     * one succeeds. If the answer of the database is lost, it is found out whether the code was redeemed, or the code
     * can be redeemed again: a client that repeats its request must not be taken for a thief.
     * @returns false if the code was redeemed, revoked or replaced before, or the proof of its request was used before
     */
    redeem({ grant, hash }: AuthorizationCode, tokenPair: NewTokenPair, now: number): Promise<boolean> {
      const { grantId: id, clientId } = grant;
      return decided({
        apply: () =>
          db.atomically(
            required(markRedeemed({ id, now, hash })),
            ...tokens.insertPair(id, tokenPair, null),
            clients.touch(clientId, now),
          ),
        isMade: () => tokens.hasPair(id, tokenPair),
        makeUp: () => db.atomically(required(markUnredeemed({ id })), ...tokens.deletePair(id, tokenPair)),
      });
    },
  };
}
