/**
 * Removes the second factors of people who have lost them. What an owner of the school approves takes effect after a
 * delay, in which the person can cancel it; what the platform does takes effect at once.
 */
import { and, eq } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { isPendingReset, type PendingReset, type SecondFactorReset } from '../../schema/people/second-factor.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';
import { stillMay } from './ordered-deeds.ts';
import { passkeyRemoval } from './passkeys.ts';
import { secondFactorChanges } from './second-factors.ts';
import { sessionStatements } from './sessions.ts';

function resetReads(db: Database) {
  const { secondFactorResets, sites } = db.tables;
  // Uses the primary key.
  const read = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select()
      .from(secondFactorResets)
      .where(eq(secondFactorResets.personId, text(p.personId))),
  );
  // Uses the primary keys.
  const readOfSchool = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select({
        personId: secondFactorResets.personId,
        siteId: secondFactorResets.siteId,
        approvedBy: secondFactorResets.approvedBy,
        effectiveAt: secondFactorResets.effectiveAt,
        siteName: sites.name,
        timezone: sites.timezone,
      })
      .from(secondFactorResets)
      .innerJoin(sites, eq(sites.id, secondFactorResets.siteId))
      .where(
        and(
          eq(secondFactorResets.personId, text(p.personId)),
          stillMay(db, 'owns', secondFactorResets.approvedBy, secondFactorResets.siteId),
        ),
      ),
  );
  return { read, readOfSchool };
}

export function secondFactorResetStore(db: Database, audit: AuditTrail) {
  const { read, readOfSchool } = resetReads(db);
  const change = secondFactorChanges(db);
  const credentials = credentialStatements(db);
  const removePasskeys = passkeyRemoval(db, audit);
  const sessions = sessionStatements(db);

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

    /** Returns the reset that still takes effect, with the school that ordered it. */
    async pending(personId: string, now: number): Promise<PendingReset | undefined> {
      const found = await readOfSchool({ personId });
      return found && isPendingReset(found, now) ? { ...found, isDue: found.effectiveAt <= now } : undefined;
    },

    /**
     * Approves the removal of all second factors.
     * @returns false if one is pending, whose time stays as it is
     */
    async approve(reset: SecondFactorReset, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        change.dropPastReset({ personId: reset.personId, now: event.at }),
        required(change.insertReset({ ...reset })),
        ...(await audit.steps(event)),
      );
    },

    /** @returns false if it has ended, or another one was approved in its place */
    async cancel({ personId, siteId, effectiveAt }: SecondFactorReset, event: AuditEvent): Promise<boolean> {
      const drop = change.dropThisReset({ personId, siteId, effectiveAt });
      return db.atomically(required(drop), ...(await audit.steps(event)));
    },

    /**
     * Carries out an approved reset whose delay has passed.
     * @param version the person's `credentialsVersion` when the password was verified, which is one higher afterwards
     * @returns false if there is none, whoever approved it is no owner any more, or the credentials have changed
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
