/** Invitations to a school that the person has not accepted yet. */
import type { CredentialHash } from '../credential.ts';
import type { MailTrouble } from './mail-trouble.ts';
import type { Role } from './role.ts';

export interface Invitation {
  siteId: string;
  siteName: string;
  role: Role;
  personId: string;
  name: string;
  email: string;
  /** Language for the person (BCP 47). */
  locale: string;
  /** The name as the school wrote it, who invited, and the latest course in which the person was enrolled, for the e-mail. */
  knownName: string | null;
  by: string | null;
  course: string | null;
}

/** The data that an invited person without an account enters. */
export interface NewAccount {
  name: string;
  passwordHash: string;
  /**
   * The address that the link was sent to, at which the person thereby receives e-mail, and which the account must still
   * have. Nothing if the link was shown.
   */
  provenAddress: string | undefined;
}

/** An open invitation, as its school follows it. Times are milliseconds since the epoch. */
export interface InvitationState {
  personId: string;
  /** The address as the school wrote it. */
  email: string;
  invitedAt: number;
  /** True if the invitation made the account, which then has the name that the school entered. */
  isNewAccount: boolean;
  /** The newest link, until it is deleted some time after it expired. */
  linkHash: CredentialHash | null;
  link: InvitationLinkState | null;
}

export interface InvitationLinkState {
  createdAt: number;
  expiresAt: number;
  /** True if it was shown to somebody who passes it on, instead of sent. */
  isShown: boolean;
}

/** Delivery of the e-mail of an invitation. */
export type InvitationDelivery =
  /** It is in the outbox. */
  | { state: 'waiting' }
  /** An attempt failed, and others follow. */
  | { state: 'delayed'; why: MailTrouble; nextAt: number }
  /** It was given up. */
  | { state: 'failed'; why: MailTrouble; at: number }
  /** The mail server took it, or a link was shown instead, or that link has expired. */
  | ({ state: 'sent' | 'shown' | 'lapsed' } & InvitationLinkState)
  /** There is neither a message nor a link, although a link would still be there. */
  | { state: 'unsent' }
  /** It is long ago, or there are more messages than are looked at. */
  | { state: 'unknown' };
