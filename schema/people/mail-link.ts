/** One-time links that are sent by e-mail. */

/** The purposes of one-time links. */
export type MailLinkPurpose =
  | 'verify_email'
  | 'reset_password'
  | 'invitation'
  | 'restore_email'
  | 'secure_account'
  | 'keep_second_factor';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Lifetime of a link in milliseconds. */
export const MAIL_LINK_LIFETIME: Readonly<Record<MailLinkPurpose, number>> = {
  reset_password: HOUR / 2,
  verify_email: DAY,
  invitation: 7 * DAY,
  restore_email: 7 * DAY,
  secure_account: 7 * DAY,
  keep_second_factor: 8 * DAY,
};

/** The path of each link. The token is a query parameter, because only paths of URLs are logged. */
export const MAIL_LINK_PATH: Readonly<Record<MailLinkPurpose, string>> = {
  reset_password: '/password/reset',
  verify_email: '/email/confirm',
  invitation: '/invitation',
  restore_email: '/email/restore',
  secure_account: '/not-me',
  keep_second_factor: '/second-factor/keep',
};

/**
 * The purposes whose links stay valid when further ones are sent. Whoever has taken over an account can cause further
 * e-mails, which must not invalidate the link that its owner has.
 */
export const INDEPENDENT_LINKS: ReadonlySet<MailLinkPurpose> = new Set(['restore_email', 'secure_account']);

/** A link that can still be used, and the person it is for. */
export interface LiveMailLink {
  purpose: MailLinkPurpose;
  personId: string;
  /** When it ends, in milliseconds since the epoch. */
  expiresAt: number;
  /** The site of an invitation. */
  siteId: string | null;
  /**
   * The address that the link was sent to. For a new address, also the address that it confirms. Empty if the link was
   * shown to somebody who passed it on, so that its use proves no address.
   */
  email: string;
  person: { name: string; email: string; hasPassword: boolean };
}

/** An address that an account had, and can be moved back to. Times are milliseconds since the epoch. */
export interface FormerAddress {
  email: string;
  changedAt: number;
  until: number;
}

/** The page that turns off e-mails about courses. Its links have no purpose above, because they can be used again. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';
