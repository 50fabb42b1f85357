/** Invitations to a school that the person has not accepted yet. */
import type { CredentialHash } from '../credential.ts';
import type { Role } from '../oauth/scope.ts';

export interface Invitation {
  siteId: string;
  siteName: string;
  role: Role;
  personId: string;
  name: string;
  email: string;
  /** Language for the person (BCP 47). */
  locale: string;
}

/** The data that an invited person without an account enters. */
export interface NewAccount {
  name: string;
  passwordHash: string;
  /** Whether the link was sent to the address, so that its use proves that the person receives e-mail there. */
  isAddressProven: boolean;
}

/** An open invitation, as its school follows it. Times are milliseconds since the epoch. */
export interface InvitationState {
  personId: string;
  invitedAt: number;
  /** The link that was sent last, until it is deleted some time after it expired. */
  linkHash: CredentialHash | null;
  expiresAt: number | null;
}
