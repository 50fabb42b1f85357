/** How ownership of a school is offered to another member. */

/** How long an offer can be accepted, in milliseconds. */
export const OWNERSHIP_OFFER_LIFETIME = 7 * 86_400_000;

/** Where people accept or decline what is offered to them. */
export const OPEN_OFFERS_PATH = '/account#ownership';
