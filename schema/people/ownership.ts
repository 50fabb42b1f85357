/** How ownership of a school is offered to another member. */
import type { OfferKind } from '../audit/recorded-ownership.ts';

/** What has become of an offer to make another member an owner. `_instead`: in the place of the owner who offers. */
export type OwnershipState =
  | 'offered'
  | 'offered_instead'
  | 'shared'
  | 'handed_over'
  | 'withdrawn'
  | 'withdrawn_instead'
  | 'declined'
  | 'declined_instead';

/** How long an offer can be accepted, in milliseconds. */
export const OWNERSHIP_OFFER_LIFETIME = 7 * 86_400_000;

/** Where people accept or decline what is offered to them. */
export const OPEN_OFFERS_PATH = '/account#ownership';

/** Returns whether the offer still waits for an answer. */
export const isOpenOffer = (state: OwnershipState): state is 'offered' | 'offered_instead' =>
  state === 'offered' || state === 'offered_instead';

export const kindOfOffer = ({ handsOver }: { handsOver: boolean }): OfferKind => (handsOver ? 'handOver' : 'share');
