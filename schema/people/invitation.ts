/** Invitations to a school that the person has not accepted yet. */
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
}
