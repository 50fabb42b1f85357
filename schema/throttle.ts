/** A limit that is counted across all nodes: a number of attempts without a delay, and what comes after them. */
export type ThrottleRule = {
  limit: number;
  windowMs: number;
} & (
  | { afterwards: 'wait_for_window' }
  /** Each further attempt doubles the delay, up to the longest one. */
  | { afterwards: 'growing_delay'; longestDelayMs: number }
  /** The attempts come back one by one, evenly over the window. */
  | { afterwards: 'steady_refill' }
);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Failed sign-ins at one account from one network. */
export const SIGN_IN_PER_ACCOUNT: ThrottleRule = {
  limit: 10,
  windowMs: 15 * MINUTE,
  afterwards: 'growing_delay',
  longestDelayMs: 15 * MINUTE,
};
/** Failed sign-ins at one account from one browser in which its person has signed in before. */
export const SIGN_IN_PER_BROWSER: ThrottleRule = SIGN_IN_PER_ACCOUNT;
/**
 * Consecutive failed sign-ins at one account over all networks (NIST SP 800-63B §3.2.2). Known browsers are counted
 * apart from all others, so that strangers cannot keep a person out.
 */
export const SIGN_IN_OVERALL: ThrottleRule = {
  limit: 100,
  windowMs: 30 * DAY,
  afterwards: 'growing_delay',
  longestDelayMs: 60 * MINUTE,
};
/**
 * Failed sign-ins from one network, whatever the accounts. At once there are enough for a school of 500 people behind one
 * address who all mistype twice. They come back at 100 in a quarter of an hour, which is what guessing can rely on.
 */
export const SIGN_IN_PER_NETWORK: ThrottleRule = {
  limit: 1500,
  windowMs: 225 * MINUTE,
  afterwards: 'steady_refill',
};
/**
 * Codes of an authenticator app, of which three in a million are valid at any time. The window is long, because whoever
 * guesses them knows the password.
 */
export const SECOND_FACTOR_PER_ACCOUNT: ThrottleRule = {
  limit: 10,
  windowMs: DAY,
  afterwards: 'growing_delay',
  longestDelayMs: 15 * MINUTE,
};
/** The same from one browser in which the person has signed in before. */
export const SECOND_FACTOR_PER_BROWSER: ThrottleRule = SECOND_FACTOR_PER_ACCOUNT;
/**
 * Wrong codes in succession behind one password (NIST SP 800-63B-4 §3.2.2), of known browsers and of all others. Further
 * ones are not judged.
 */
export const SECOND_FACTOR_OVERALL: ThrottleRule = { limit: 100, windowMs: 365 * DAY, afterwards: 'wait_for_window' };
/**
 * Wrong codes of one authenticator app from browsers that are not known, whatever came between: whoever reads the e-mail
 * of a person can set one new password after the other.
 */
export const SECOND_FACTOR_PER_APP: ThrottleRule = { limit: 300, windowMs: 365 * DAY, afterwards: 'wait_for_window' };
/** Recovery codes of one account, from one network or known browser. Nobody can guess them: they have 120 random bits. */
export const RECOVERY_CODES_PER_NETWORK: ThrottleRule = SIGN_IN_PER_ACCOUNT;
/** Wrong second factors in succession behind a right password of which its owner is not told yet. */
export const UNTOLD_WRONG_CODES: ThrottleRule = { limit: 4, windowMs: 30 * DAY, afterwards: 'wait_for_window' };
/** E-mails to one person about the ones after that. Further ones are only recorded. */
export const WRONG_CODE_EMAILS: ThrottleRule = { limit: 1, windowMs: DAY, afterwards: 'wait_for_window' };
/** Answers of the provider of a school to one sign-in. */
export const PROVIDER_ANSWERS: ThrottleRule = { limit: 1, windowMs: 10 * MINUTE, afterwards: 'wait_for_window' };
/** Answers with a code that the provider of a school does not know, from one network: a whole school may be behind it. */
export const PROVIDER_FAILURES: ThrottleRule = { limit: 120, windowMs: 10 * MINUTE, afterwards: 'steady_refill' };
/** People who become members of one school by its provider, without an invitation. */
export const JOINS_PER_SITE: ThrottleRule = { limit: 500, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** The same in a day: each gets an e-mail, and no school proves its domains. */
export const JOINS_PER_SITE_AND_DAY: ThrottleRule = {
  ...{ limit: 2000, windowMs: 24 * 60 * MINUTE, afterwards: 'wait_for_window' },
};
/** E-mails with a link to one address. Beyond the limit, nothing is sent and the requester is not notified. */
export const EMAILS_PER_ADDRESS: ThrottleRule = { limit: 3, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
export const RESETS_PER_NETWORK: ThrottleRule = { limit: 20, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/**
 * New passwords that are compared with the one of now, for one link of a password reset. Further ones are taken without
 * a comparison.
 */
export const SAME_PASSWORD_PER_LINK: ThrottleRule = { limit: 5, windowMs: 30 * MINUTE, afterwards: 'wait_for_window' };
/** E-mails to one person about sign-ins with browsers that are not known. Further ones are only recorded. */
export const NEW_BROWSER_EMAILS: ThrottleRule = { limit: 5, windowMs: 24 * 60 * MINUTE, afterwards: 'wait_for_window' };
/** Copies of all data of one account, which take long to read. */
export const ACCOUNT_EXPORTS: ThrottleRule = { limit: 5, windowMs: DAY, afterwards: 'wait_for_window' };
/** E-mails that one signed-in person causes. */
export const EMAILS_PER_PERSON: ThrottleRule = { limit: 5, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Invitations of one school to one address. */
export const INVITATIONS_PER_ADDRESS: ThrottleRule = { limit: 5, windowMs: DAY, afterwards: 'wait_for_window' };
/**
 * Invitations of all schools to one address. Beyond the limit, each school has one more. Further ones are not sent, and
 * the school is not told, because it would learn that others have invited the person.
 */
export const ALL_INVITATIONS_PER_ADDRESS: ThrottleRule = { limit: 20, windowMs: DAY, afterwards: 'wait_for_window' };
/** Of each school, so that other schools cannot use up the limit above for it. */
export const INVITATIONS_BEYOND: ThrottleRule = { limit: 1, windowMs: DAY, afterwards: 'wait_for_window' };
/** Enough for several classes enrolled at the same time. */
export const INVITATIONS_PER_SITE: ThrottleRule = { limit: 500, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Fewer, so that long lists leave some for others. What is beyond waits in the outbox. */
export const IMPORTED_INVITATIONS: ThrottleRule = { limit: 400, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Apps that one school asks the platform to approve. */
export const REVIEWS_PER_SITE: ThrottleRule = { limit: 10, windowMs: DAY, afterwards: 'wait_for_window' };
/** Lists of people that a school has compared with its members, each of up to 5,000. */
export const ROSTERS_PER_SITE: ThrottleRule = { limit: 30, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** E-mails to all who are registered for one event, each time that it gets another time or venue. */
export const MOVES_PER_EVENT: ThrottleRule = { limit: 5, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** E-mails of one school to one person about courses and seats. Further ones are not sent. */
export const NOTICES_PER_PERSON: ThrottleRule = { limit: 20, windowMs: DAY, afterwards: 'wait_for_window' };
/** E-mails of one school to one person about roles, owners and second factors. */
export const NOTICES_OF_RIGHTS: ThrottleRule = NOTICES_PER_PERSON;
/** E-mails to one person about decisions that apps wait for. The page of the account lists all of them. */
export const APPROVAL_LETTERS: ThrottleRule = { limit: 1, windowMs: 60 * MINUTE, afterwards: 'wait_for_window' };
/** Registrations that store a client. A whole school may share an address. */
export const REGISTRATION_PER_NETWORK: ThrottleRule = {
  limit: 600,
  windowMs: 60 * MINUTE,
  afterwards: 'wait_for_window',
};
