/** A limit that is counted across all nodes. */
export interface ThrottleRule {
  /** Number of attempts per window without a delay. */
  limit: number;
  windowMs: number;
  /** Behaviour after these attempts: a delay that doubles with each attempt, or a wait until the window ends. */
  afterwards: 'growing_delay' | 'wait_for_window';
}

const MINUTE = 60_000;

export const SIGN_IN_PER_ACCOUNT: ThrottleRule = { limit: 10, windowMs: 15 * MINUTE, afterwards: 'growing_delay' };
export const SIGN_IN_PER_NETWORK: ThrottleRule = { limit: 100, windowMs: 15 * MINUTE, afterwards: 'growing_delay' };
/**
 * Codes of an authenticator app, of which three in a million are valid at any time. The window is long, because whoever
 * guesses them knows the password.
 */
export const SECOND_FACTOR_PER_ACCOUNT: ThrottleRule = {
  limit: 10,
  windowMs: 24 * 60 * MINUTE,
  afterwards: 'growing_delay',
};
/** E-mails with a link to one address. Beyond the limit, nothing is sent and the requester is not notified. */
export const EMAILS_PER_ADDRESS: ThrottleRule = { limit: 3, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
export const RESETS_PER_NETWORK: ThrottleRule = { limit: 20, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** E-mails to one person about sign-ins with browsers that are not known. Further ones are only recorded. */
export const NEW_BROWSER_EMAILS: ThrottleRule = { limit: 5, windowMs: 24 * 60 * MINUTE, afterwards: 'wait_for_window' };
/** E-mails that one signed-in person causes. */
export const EMAILS_PER_PERSON: ThrottleRule = { limit: 5, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Invitations to one address, over all schools. */
export const INVITATIONS_PER_ADDRESS: ThrottleRule = {
  limit: 5,
  windowMs: 24 * 60 * MINUTE,
  afterwards: 'wait_for_window',
};
/** Enough for several classes enrolled at the same time. */
export const INVITATIONS_PER_SITE: ThrottleRule = { limit: 500, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Registrations that store a client. A whole school may share an address. */
export const REGISTRATION_PER_NETWORK: ThrottleRule = {
  limit: 600,
  windowMs: 60 * MINUTE,
  afterwards: 'wait_for_window',
};
