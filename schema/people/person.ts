/** People, their places at sites, and the browsers they signed in with. Times are milliseconds since the epoch. */
import type { CredentialHash } from '../credential.ts';
import type { Role } from '../oauth/scope.ts';

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

/** How a school reaches one of its people. */
export interface Contact {
  name: string;
  email: string;
  /** The language to speak to the person in (BCP 47). */
  locale: string;
  siteName: string;
  /** IANA. */
  timezone: string;
}

/** A person's place at a site. */
export interface Membership {
  siteId: string;
  siteName: string;
  role: Role;
}

/** A person's place at a site, with what its pages need of the site. */
export interface SchoolMembership extends Membership {
  slug: string;
  /** IANA. */
  timezone: string;
  betaFeatures: readonly string[];
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

/** A browser in which a person is signed in, as the person sees it. Times are milliseconds since the epoch. */
export interface SignedInBrowser {
  id: string;
  authenticatedAt: number;
  /** To the hour. */
  lastSeenAt: number;
  /** As the browser calls itself. */
  userAgent: string;
}
