/** What the audit log keeps about the ownership of a school. */
import { type AuditEntry, fieldValues, readFieldValues } from './audit-event.ts';

/** What becomes of the owner who offers: `share` stays an owner, `handOver` becomes an administrator. */
export type OfferKind = 'share' | 'handOver';

/** Returns the state of an offer for the audit log: after it was made, or before it ended. */
export const recordedOffer = ({ handsOver }: { handsOver: boolean }): string => fieldValues({ handsOver });

/** Reads what kind of offer an event of the audit log is about; `undefined` for one of an earlier version. */
export function recordedKind({ before, after }: Pick<AuditEntry, 'before' | 'after'>): OfferKind | undefined {
  const handsOver = (readFieldValues(after) ?? readFieldValues(before))?.handsOver;
  if (typeof handsOver !== 'boolean') return undefined;
  return handsOver ? 'handOver' : 'share';
}

/** Returns owners for the audit log: those before a hand-over by the platform, or those who stay. */
export const recordedOwners = (ids: readonly string[]): string => fieldValues({ owners: ids });

/** Reads the ids of owners that an event of the audit log names. */
export function ownersIn(state: string | null): string[] {
  const owners = readFieldValues(state)?.owners;
  return Array.isArray(owners) ? owners.filter((id) => typeof id === 'string') : [];
}
