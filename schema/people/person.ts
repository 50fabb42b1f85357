/** People, their memberships, and their browser sessions. Times are milliseconds since the epoch. */
import type { CredentialHash } from '../credential.ts';
import type { SignInBy } from './provider.ts';
import type { RoleAtSchool } from './role.ts';
import type { AuthenticatedBy, SecondFactorLevel } from './second-factor.ts';

export interface Person {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  passwordHash: string | null;
  /** A verified password or passkey counts only as long as this is what it was when it was verified. */
  credentialsVersion: number;
  active: boolean;
  /** True if the person gets e-mails about new courses, which nobody has to act on. */
  courseEmails: boolean;
  /** When the account was erased, in milliseconds since the epoch. */
  erasedAt: number | null;
}

export interface NewPerson extends Omit<Person, 'credentialsVersion' | 'courseEmails' | 'erasedAt'> {
  emailKey: string;
  createdAt: number;
}

/** The data that a school uses to contact a person. */
export interface Contact {
  name: string;
  email: string;
  /** Language for the person (BCP 47). */
  locale: string;
  siteName: string;
  /** IANA time zone. */
  timezone: string;
}

/** A person's membership at a site. */
export interface Membership extends RoleAtSchool {
  siteId: string;
  siteName: string;
  slug: string;
  /** Of whom the school demands a second factor. */
  secondFactorFor: SecondFactorLevel;
  /** How its members sign in. */
  signInBy: SignInBy;
}

/** A membership with the data of the site that web pages need. */
export interface SchoolMembership extends Membership {
  /** IANA time zone. */
  timezone: string;
  betaFeatures: readonly string[];
  /** True if the platform has closed the school. */
  isClosed: boolean;
}

/** A browser where a person has signed in with the account. Times are milliseconds since the epoch. */
export interface Session {
  id: string;
  schoolId?: undefined;
  authenticatedAt: number;
  authenticatedBy: AuthenticatedBy;
  lastSeenAt: number;
  expiresAt: number;
  person: Pick<Person, 'id' | 'email' | 'emailVerified' | 'name' | 'credentialsVersion'>;
}

/**
 * A browser where a person has signed in through the provider of a school, which opens the membership there and nothing
 * else: an owner of the school decides who is whom at the provider. Neither kind of session can be used as the other.
 */
export interface SchoolSession extends Omit<Session, 'schoolId' | 'person'> {
  schoolId: string;
  slug: string;
  schoolName: string;
  /** Of the provider. */
  issuer: string;
  identityId: string;
  /** The `sub` that clients of several schools learn. */
  clientSubject: string;
  /** False if the provider did not say when the person signed in. */
  knowsAuthTime: boolean;
  /** How many days a connection lasts at most that is allowed in this session. */
  grantDays: number;
  /** What the provider says proves no address. */
  person: Omit<Session['person'], 'emailVerified'> & { emailVerified: false };
}

export type AnySession = Session | SchoolSession;

/** Returns the identity at the provider of a school that opened a session; null of the account. */
export const identityOf = (session: AnySession): string | null =>
  session.schoolId === undefined ? null : session.identityId;

/** A new hash of the same password. */
export interface RenewedHash {
  /** The stored hash that the password was verified with. */
  verified: string;
  renewed: string;
}

export interface NewSession {
  id: string;
  hash: CredentialHash;
  personId: string;
  /** The person's, when the password or passkey was verified. */
  credentialsVersion: number;
  authenticatedAt: number;
  authenticatedBy: AuthenticatedBy;
  expiresAt: number;
  userAgent: string;
  /** Where the network of the browser is, if a trusted proxy says so. */
  place?: string | undefined;
}

/** The session of a sign-in through the provider of a school. */
export interface NewSchoolSession extends NewSession {
  schoolId: string;
  identityId: string;
  knowsAuthTime: boolean;
}

/** The new secret of the cookie of a session that goes on. */
export interface RenewedSession {
  id: string;
  /** The hash of the cookie that was sent. */
  from: CredentialHash;
  to: CredentialHash;
}

/** A signed-in browser, as shown to its person. Times are milliseconds since the epoch. */
export interface SignedInBrowser {
  id: string;
  authenticatedAt: number;
  /** Precise to the hour. */
  lastSeenAt: number;
  /** The User-Agent header. */
  userAgent: string;
  /** Where the network of the browser was at the sign-in, if that is known. */
  place: string | null;
  /** The school through whose provider the person signed in. */
  schoolName: string | null;
}
