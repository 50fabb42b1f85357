/** Resets of a second factor that are pending, of which the person reads, and which the person can prevent. */
import type { FastifyInstance } from 'fastify';
import { type AuditEvent, BY_USE, fieldValues, type RequestOrigin } from '../../schema/audit/audit-event.ts';
import type { ResetCancelled } from '../../schema/emails/email-message.ts';
import { isPendingReset, type PendingReset, type SecondFactorReset } from '../../schema/people/second-factor.ts';

export interface SecondFactorResets {
  /** Returns the reset that still takes effect, now or later. */
  pendingReset(personId: string): Promise<PendingReset | undefined>;
  /**
   * Prevents an ordered reset, on behalf of the person.
   * @returns the reset that was prevented, if there was one
   */
  keep(personId: string, origin: RequestOrigin): Promise<SecondFactorReset | undefined>;
  /** Returns the event of a pending reset that the person prevents by using the second factor. */
  cancellation(personId: string, origin: RequestOrigin): Promise<AuditEvent | undefined>;
}

export function resetsOf({ clock, people }: FastifyInstance): SecondFactorResets {
  const { mailer, secondFactorResets: resets } = people;

  function cancelled(reset: SecondFactorReset, how: ResetCancelled, origin: RequestOrigin): AuditEvent {
    const { approvedBy: to, personId, siteId } = reset;
    const at = clock();
    return {
      ...origin,
      event: 'second_factor_reset_cancelled',
      at,
      personId,
      siteId,
      ...(how === 'used' ? { after: fieldValues({ [BY_USE]: true }) } : {}),
      outgoing: mailer.outgoing({ order: 'second_factor_kept', siteId, to, personId, how, at }),
    };
  }

  return {
    pendingReset: (personId) => resets.pending(personId, clock()),

    async keep(personId, origin) {
      const reset = await resets.find(personId);
      return reset !== undefined && (await resets.cancel(reset, cancelled(reset, 'kept', origin))) ? reset : undefined;
    },

    async cancellation(personId, origin) {
      const reset = await resets.find(personId);
      return reset !== undefined && isPendingReset(reset, clock()) ? cancelled(reset, 'used', origin) : undefined;
    },
  };
}
