/** One-time links that are sent by mail. */

/** What a one-time link sent by mail is good for. */
export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'invitation';

const HOUR = 3_600_000;

/** How long a link can be used, in milliseconds. */
export const MAIL_LINK_LIFETIME: Readonly<Record<MailLinkPurpose, number>> = {
  reset_password: HOUR / 2,
  verify_email: 24 * HOUR,
  invitation: 7 * 24 * HOUR,
};

/** Where a link leads. The token is a parameter: of an address, only the path is logged. */
export const MAIL_LINK_PATH: Readonly<Record<MailLinkPurpose, string>> = {
  reset_password: '/password/reset',
  verify_email: '/email/confirm',
  invitation: '/invitation',
};

/** A link that can still be used, and whom it is for. */
export interface LiveMailLink {
  purpose: MailLinkPurpose;
  personId: string;
  /** Of an invitation. */
  siteId: string | null;
  /** Where it was sent; of a new address, what it confirms. */
  email: string;
  person: { name: string; email: string; hasPassword: boolean };
}
