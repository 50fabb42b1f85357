/** One-time links that are sent by e-mail. */

/** The purposes of one-time links. */
export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'invitation' | 'keep_second_factor';

const HOUR = 3_600_000;

/** Lifetime of a link in milliseconds. */
export const MAIL_LINK_LIFETIME: Readonly<Record<MailLinkPurpose, number>> = {
  reset_password: HOUR / 2,
  verify_email: 24 * HOUR,
  invitation: 7 * 24 * HOUR,
  keep_second_factor: 8 * 24 * HOUR,
};

/** The path of each link. The token is a query parameter, because only paths of URLs are logged. */
export const MAIL_LINK_PATH: Readonly<Record<MailLinkPurpose, string>> = {
  reset_password: '/password/reset',
  verify_email: '/email/confirm',
  invitation: '/invitation',
  keep_second_factor: '/second-factor/keep',
};

/** A link that can still be used, and the person it is for. */
export interface LiveMailLink {
  purpose: MailLinkPurpose;
  personId: string;
  /** The site of an invitation. */
  siteId: string | null;
  /** The address that the link was sent to. For a new address, also the address that it confirms. */
  email: string;
  person: { name: string; email: string; hasPassword: boolean };
}
