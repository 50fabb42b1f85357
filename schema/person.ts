/** People, their places at sites, and the browsers they signed in with. Times are milliseconds since the epoch. */
import type { CredentialHash } from './credential.ts';
import type { Role } from './scope.ts';

export interface Person {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  passwordHash: string | null;
  active: boolean;
}

export interface NewPerson extends Person {
  emailKey: string;
  createdAt: number;
}

/** A person's place at a site. */
export interface Membership {
  siteId: string;
  siteName: string;
  role: Role;
}

/** A signed-in browser. Times are milliseconds since the epoch. */
export interface Session {
  id: string;
  authenticatedAt: number;
  lastSeenAt: number;
  expiresAt: number;
  person: { id: string; email: string; name: string };
}

export interface NewSession {
  id: string;
  hash: CredentialHash;
  personId: string;
  authenticatedAt: number;
  expiresAt: number;
  userAgent: string;
}
