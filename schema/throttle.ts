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
export const REGISTRATION_PER_NETWORK: ThrottleRule = {
  limit: 20,
  windowMs: 60 * MINUTE,
  afterwards: 'wait_for_window',
};
