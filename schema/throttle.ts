/** A limit that every node agrees on. */
export interface ThrottleRule {
  /** Attempts that are free inside a window. */
  limit: number;
  windowMs: number;
  /** What comes after the free attempts: a wait that doubles with each further one, or none until the window ends. */
  afterwards: 'growing_delay' | 'wait_for_window';
}

const MINUTE = 60_000;

export const SIGN_IN_PER_ACCOUNT: ThrottleRule = { limit: 10, windowMs: 15 * MINUTE, afterwards: 'growing_delay' };
export const SIGN_IN_PER_NETWORK: ThrottleRule = { limit: 100, windowMs: 15 * MINUTE, afterwards: 'growing_delay' };
/** Letters with a link that people have sent to one address: beyond it, nothing is sent, and nobody is told. */
export const LETTERS_PER_ADDRESS: ThrottleRule = { limit: 3, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
export const RESETS_PER_NETWORK: ThrottleRule = { limit: 20, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Letters that one person who is signed in has sent. */
export const LETTERS_PER_PERSON: ThrottleRule = { limit: 5, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Invitations that reach one address, of all schools together. */
export const INVITATIONS_PER_ADDRESS: ThrottleRule = {
  limit: 5,
  windowMs: 24 * 60 * MINUTE,
  afterwards: 'wait_for_window',
};
/** Enough for several classes that are enrolled at once. */
export const INVITATIONS_PER_SITE: ThrottleRule = { limit: 500, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
export const REGISTRATION_PER_NETWORK: ThrottleRule = {
  limit: 20,
  windowMs: 60 * MINUTE,
  afterwards: 'wait_for_window',
};
