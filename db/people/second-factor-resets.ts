/**
 * Removes the second factors of people who have lost them. What an owner of the school approves takes effect after a
 * delay, in which the person can cancel it; what the platform does takes effect at once.
 */
import { eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { SecondFactorReset } from '../../schema/people/second-factor.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';
import { passkeyRemoval } from './passkeys.ts';
import { secondFactorChanges } from './second-factors.ts';
import { sessionStatements } from './sessions.ts';

export function secondFactorResetStore(db: Database, audit: AuditTrail) {
  const { secondFactorResets } = db.tables;
  const change = secondFactorChanges(db);
  const credentials = credentialStatements(db);
  const removePasskeys = passkeyRemoval(db, audit);
  const sessions = sessionStatements(db);
  // Uses the primary key.
  const read = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select()
      .from(secondFactorResets)
      .where(eq(secondFactorResets.personId, text(p.personId))),
  );

  /** Removes everything that the person could prove a second factor with, and ends all sessions. */
  const removeAll = async (personId: string, event: AuditEvent): Promise<Step[]> => [
    change.drop({ personId }),
    change.dropCodes({ personId }),
    credentials.renew(personId),
    sessions.endAllOf(personId, event.at),
    ...(await removePasskeys(personId, event)),
  ];

  return {
    find: (personId: string): Promise<SecondFactorReset | undefined> => read({ personId }),

    /** Approves the removal of all second factors. It replaces an earlier approval. */
    async approve(reset: SecondFactorReset, event: AuditEvent): Promise<void> {
      await db.atomically(
        change.dropReset({ personId: reset.personId }),
        change.insertReset({ ...reset }),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if there is none */
    async cancel(personId: string, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(change.dropReset({ personId })), ...(await audit.steps(event)));
    },

    /**
     * Carries out an approved reset whose delay has passed.
     * @param version the person's `credentialsVersion` when the password was verified, which is one higher afterwards
     * @returns false if there is none, or the credentials have changed
     */
    async complete(personId: string, version: number, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        credentials.unchanged(personId, version),
        required(change.dropDueReset({ personId, now: event.at })),
        ...(await removeAll(personId, event)),
        ...(await audit.steps(event)),
      );
    },

    /** Removes all second factors at once, on behalf of the platform. */
    async completeAtOnce(personId: string, event: AuditEvent): Promise<void> {
      await db.atomically(
        change.dropReset({ personId }),
        ...(await removeAll(personId, event)),
        ...(await audit.steps(event)),
      );
    },
  };
}
