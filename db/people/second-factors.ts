/**
 * Stores the authenticator apps of people and their recovery codes. Using a code affects a row or fails, so that each
 * code works once across all nodes.
 */
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { type Authenticator, RESET_LIFETIME_MS, type SecondFactorReset } from '../../schema/people/second-factor.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { bytes, integer, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { credentialStatements } from './credentials.ts';
import { stillMay } from './ordered-deeds.ts';
import { sessionStatements } from './sessions.ts';

/** The proof for a change of the second factor: the session that asks, and the credentials that were verified. */
export interface VerifiedSession {
  sessionId: string;
  /** The person's `credentialsVersion` at the verification. */
  version: number;
}

function reads(db: Database) {
  const { authenticators, recoveryCodes } = db.tables;
  // Uses the primary key.
  const read = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select()
      .from(authenticators)
      .where(eq(authenticators.personId, text(p.personId))),
  );
  // Uses the index recovery_codes_by_person.
  const countCodes = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.personId, text(p.personId))),
  );
  return { read, countCodes };
}

/** The changes of approved resets, which count while whoever approved them is an owner. They use the primary key. */
function resetChanges(db: Database) {
  const { secondFactorResets } = db.tables;
  const counts = stillMay(db, 'owns', secondFactorResets.approvedBy, secondFactorResets.siteId);
  const insertReset = inserting(db, secondFactorResets);
  const dropReset = db.write((q, p: Params<{ personId: string }>) =>
    q.delete(secondFactorResets).where(eq(secondFactorResets.personId, text(p.personId))),
  );
  const dropThisReset = db.write((q, p: Params<Omit<SecondFactorReset, 'approvedBy'>>) =>
    q
      .delete(secondFactorResets)
      .where(
        and(
          eq(secondFactorResets.personId, text(p.personId)),
          eq(secondFactorResets.siteId, text(p.siteId)),
          eq(secondFactorResets.effectiveAt, integer(p.effectiveAt)),
        ),
      ),
  );
  const dropPastReset = db.write((q, p: Params<{ personId: string; now: number }>) =>
    q
      .delete(secondFactorResets)
      .where(
        and(
          eq(secondFactorResets.personId, text(p.personId)),
          sql`(${secondFactorResets.effectiveAt} <= ${integer(p.now)} - ${sql.raw(String(RESET_LIFETIME_MS))} or not ${counts})`,
        ),
      ),
  );
  const dropDueReset = db.write((q, p: Params<{ personId: string; now: number }>) =>
    q
      .delete(secondFactorResets)
      .where(
        and(
          eq(secondFactorResets.personId, text(p.personId)),
          lte(secondFactorResets.effectiveAt, integer(p.now)),
          gt(secondFactorResets.effectiveAt, sql`${integer(p.now)} - ${sql.raw(String(RESET_LIFETIME_MS))}`),
          counts,
        ),
      ),
  );
  return { insertReset, dropReset, dropThisReset, dropPastReset, dropDueReset };
}

/** The changes of second factors, for this store and that of resets. */
export function secondFactorChanges(db: Database) {
  const { authenticators, recoveryCodes } = db.tables;
  // A person has one authenticator app: an existing one stays unchanged.
  const insert = inserting(db, authenticators);
  // The following use the primary keys, or the index recovery_codes_by_person.
  const useStep = db.write((q, p: Params<{ personId: string; step: number }>) =>
    q
      .update(authenticators)
      .set({ lastStep: value(p.step) })
      .where(and(eq(authenticators.personId, text(p.personId)), lt(authenticators.lastStep, integer(p.step)))),
  );
  const drop = db.write((q, p: Params<{ personId: string }>) =>
    q.delete(authenticators).where(eq(authenticators.personId, text(p.personId))),
  );
  const dropAddedAfter = db.write((q, p: Params<{ personId: string; after: number }>) =>
    q
      .delete(authenticators)
      .where(and(eq(authenticators.personId, text(p.personId)), gt(authenticators.createdAt, integer(p.after)))),
  );
  const insertCode = inserting(db, recoveryCodes);
  const useCode = db.write((q, p: Params<{ personId: string; hash: CredentialHash }>) =>
    q
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.hash, bytes(db, p.hash)), eq(recoveryCodes.personId, text(p.personId)))),
  );
  const dropCodes = db.write((q, p: Params<{ personId: string }>) =>
    q.delete(recoveryCodes).where(eq(recoveryCodes.personId, text(p.personId))),
  );
  const dropCodesWithoutApp = db.write((q, p: Params<{ personId: string }>) =>
    q
      .delete(recoveryCodes)
      .where(
        and(
          eq(recoveryCodes.personId, text(p.personId)),
          sql`not exists (select 1 from ${authenticators} where ${authenticators.personId} = ${text(p.personId)})`,
        ),
      ),
  );
  const resets = resetChanges(db);
  return { insert, useStep, drop, dropAddedAfter, insertCode, useCode, dropCodes, dropCodesWithoutApp, ...resets };
}

/**
 * Prepares the removal of an authenticator app that was added after a time, and of an approved reset, which somebody
 * else may have asked for.
 */
export function youngAppRemoval(db: Database, audit: AuditTrail) {
  const { read } = reads(db);
  const change = secondFactorChanges(db);

  return async (personId: string, event: AuditEvent, after: number): Promise<Step[]> => {
    const isRemoved = ((await read({ personId }))?.createdAt ?? 0) > after;
    return [
      change.dropAddedAfter({ personId, after }),
      change.dropCodesWithoutApp({ personId }),
      change.dropReset({ personId }),
      ...(isRemoved ? await audit.steps({ ...event, event: 'second_factor_removed' }) : []),
    ];
  };
}

/** Prepares the use of a second factor. Whoever uses one has not lost it, so an approved reset is dropped. */
export function secondFactorUse(db: Database, audit: AuditTrail) {
  const { dropReset } = resetChanges(db);

  /**
   * @param cancelled the event of a reset that is pending
   * @returns false if a step of the use fails
   */
  return async (personId: string, use: readonly Step[], cancelled?: AuditEvent): Promise<boolean> => {
    const drop = dropReset({ personId });
    const isCancelled =
      cancelled !== undefined && (await db.atomically(...use, required(drop), ...(await audit.steps(cancelled))));
    // The reset may have ended meanwhile.
    return isCancelled || db.atomically(...use, drop);
  };
}

export function secondFactorStore(db: Database, audit: AuditTrail) {
  const prove = secondFactorUse(db, audit);
  const { read, countCodes } = reads(db);
  const change = secondFactorChanges(db);
  const credentials = credentialStatements(db);
  const sessions = sessionStatements(db);

  const codes = (personId: string, hashes: readonly CredentialHash[]): Step[] => [
    change.dropCodes({ personId }),
    ...hashes.map((hash) => change.insertCode({ hash, personId })),
  ];
  const relyOn = (personId: string, { sessionId, version }: VerifiedSession): Step[] => [
    credentials.unchanged(personId, version),
    sessions.stillOpen(sessionId, personId),
  ];
  return {
    find: (personId: string): Promise<Authenticator | undefined> => read({ personId }),

    recoveryCodesLeft: async (personId: string): Promise<number> => (await countCodes({ personId }))?.count ?? 0,

    /**
     * Adds an authenticator app and its recovery codes. Other sessions, which it did not protect, end.
     * @returns false if the person has one, or the credentials have changed since they were verified
     */
    async add(
      authenticator: Authenticator,
      hashes: readonly CredentialHash[],
      verified: VerifiedSession,
      event: AuditEvent,
    ): Promise<boolean> {
      const { personId } = authenticator;
      return db.atomically(
        ...relyOn(personId, verified),
        required(change.insert({ ...authenticator })),
        ...codes(personId, hashes),
        credentials.renew(personId),
        sessions.endAllOf(personId, event.at, verified.sessionId),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Uses the code of a time step, which drops an approved reset.
     * @param cancelled the event of a reset that is pending
     * @returns false if the code of this or a later step was used before
     */
    useStep: (personId: string, step: number, cancelled?: AuditEvent): Promise<boolean> =>
      prove(personId, [required(change.useStep({ personId, step }))], cancelled),

    /** @returns false if the person has no such recovery code, or it was used before */
    async useRecoveryCode(personId: string, hash: CredentialHash, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(change.useCode({ personId, hash })), ...(await audit.steps(event)));
    },

    /** @returns false if the credentials have changed since they were verified */
    async replaceRecoveryCodes(
      personId: string,
      hashes: readonly CredentialHash[],
      verified: VerifiedSession,
      event: AuditEvent,
    ): Promise<boolean> {
      return db.atomically(...relyOn(personId, verified), ...codes(personId, hashes), ...(await audit.steps(event)));
    },

    /** @returns false if the person has none, or the credentials have changed since they were verified */
    async remove(personId: string, verified: VerifiedSession, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        ...relyOn(personId, verified),
        required(change.drop({ personId })),
        change.dropCodes({ personId }),
        credentials.renew(personId),
        ...(await audit.steps(event)),
      );
    },
  };
}
