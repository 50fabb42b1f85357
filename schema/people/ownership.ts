/** How ownership of a school is offered to another member, and what the audit log keeps of it. */
import { fieldValues, readFieldValues } from '../audit/audit-event.ts';
import type { OwnershipState } from './email-message.ts';

/** How long an offer can be accepted, in milliseconds. */
export const OWNERSHIP_OFFER_LIFETIME = 7 * 86_400_000;

/** Where people accept or decline what is offered to them. */
export const OPEN_OFFERS_PATH = '/account#ownership';

/** Returns whether the offer still waits for an answer. */
export const isOpenOffer = (state: OwnershipState): state is 'offered' | 'offered_instead' =>
  state === 'offered' || state === 'offered_instead';

/** The future role of the owner who offers: `share` stays an owner, `handOver` becomes an administrator. */
export type OfferKind = 'share' | 'handOver';

export const kindOfOffer = ({ handsOver }: { handsOver: boolean }): OfferKind => (handsOver ? 'handOver' : 'share');

/** Returns the state of an offer for the audit log: after it was made, or before it ended. */
export const recordedOffer = ({ handsOver }: { handsOver: boolean }): string => fieldValues({ handsOver });

/** Reads what kind of offer an event of the audit log is about; `undefined` for one of an earlier version. */
export function recordedKind({
  before,
  after,
}: {
  before: string | null;
  after: string | null;
}): OfferKind | undefined {
  const handsOver = (readFieldValues(after) ?? readFieldValues(before))?.handsOver;
  return typeof handsOver === 'boolean' ? kindOfOffer({ handsOver }) : undefined;
}

/** Returns owners for the audit log: those before a hand-over by the platform, or those who stay. */
export const recordedOwners = (ids: readonly string[]): string => fieldValues({ owners: ids });

/** Reads the ids of owners that an event of the audit log names. */
export function ownersIn(state: string | null): string[] {
  const owners = readFieldValues(state)?.owners;
  return Array.isArray(owners) ? owners.filter((id) => typeof id === 'string') : [];
}

const OF_OFFERS = ['ownership_offered', 'ownership_withdrawn', 'ownership_declined'] as const;

/** Returns whether an event is about an offer, so that it may say of which kind. */
export const isOfOffer = (event: string): event is (typeof OF_OFFERS)[number] => OF_OFFERS.some((one) => one === event);
