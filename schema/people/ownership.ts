/** How ownership of a school is offered to another member. */

/** How long an offer can be accepted, in milliseconds. */
export const OWNERSHIP_OFFER_LIFETIME = 7 * 86_400_000;
