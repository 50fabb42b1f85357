/** Places at schools that wait for the person to take them. */
import type { Role } from '../oauth/scope.ts';

export interface Invitation {
  siteId: string;
  siteName: string;
  role: Role;
  personId: string;
  name: string;
  email: string;
  /** The language to speak to the person in (BCP 47). */
  locale: string;
}

/** What a person says of themselves who had no account before. */
export interface NewAccount {
  name: string;
  passwordHash: string;
}
