/**
 * The steps between an authorization request and its code: the pending request, the decision of the person, and the
 * consent.
 */
import type { AuditEvent } from '../audit/audit-event.ts';
import type { CredentialHash } from '../credential.ts';
import type { AuthenticatedBy } from '../people/second-factor.ts';
import type { KeyThumbprint } from './dpop.ts';
import type { GrantedScopes, Scope } from './scope.ts';

/**
 * An authorization request that waits for a person. Its parameters are stored as sent and validated again each time.
 */
export interface PendingRequest {
  id: string;
  browserHash: CredentialHash;
  parameters: Record<string, string | string[]>;
  /** The sign-in must be at least this recent. */
  signedInSince: number;
  confirmedSessionId: string | null;
  siteId: string | null;
  /** `shown`: approved, and then its answer was shown to be copied. */
  outcome: 'approved' | 'denied' | 'shown' | null;
  /** The grant whose code answered it. */
  grantId: number | null;
  /** True if a page of another website led here, and not the person or a program. */
  fromOtherSite: boolean;
  expiresAt: number;
}

export interface NewPendingRequest
  extends Pick<PendingRequest, 'id' | 'browserHash' | 'parameters' | 'signedInSince' | 'fromOtherSite' | 'expiresAt'> {
  siteId: string | undefined;
  /** Where the request came from, for the limits below. */
  network: string;
  createdAt: number;
}

/** How many requests are stored at most. Anyone can open one, and it is as long as a URL. */
export interface PendingRequestLimits {
  perNetwork: number;
  overall: number;
}

/** The decision of a person about a client at a site: the requested scopes, and those that were granted. */
export interface Consent {
  requested: readonly Scope[];
  granted: readonly Scope[];
  decidedAt: number;
  lastUsedAt: number;
}

/** An approved request, ready to become a code. Times are milliseconds since the epoch. */
export interface NewCode {
  id: number;
  hash: CredentialHash;
  expiresAt: number;
  grantExpiresAt: number;
  clientId: string;
  personId: string;
  /** The session in which the person approved the request. */
  sessionId: string;
  siteId: string;
  redirectUri: string;
  scopes: GrantedScopes;
  audience: string;
  resourceSent: boolean;
  codeChallenge: string;
  /** The key whose proof has to come with the code. */
  dpopJkt: KeyThumbprint | null;
  nonce: string | undefined;
  authenticatedAt: number;
  authenticatedBy: AuthenticatedBy;
  authTimeRequested: boolean;
  authContextRequested: boolean;
  /** Of a session at a school: the identity that opened it. */
  identityId: string | null;
  /** What the client is told as `sub`, if that is not the id of the person. */
  subject: string | null;
  issuedAt: number;
}

/** A code that replaces the one of an approved request, which nobody has redeemed. */
export interface ReplacementCode
  extends Pick<NewCode, 'id' | 'hash' | 'expiresAt' | 'personId' | 'siteId' | 'sessionId' | 'identityId'> {
  requestId: string;
}

/** The decision that is stored after the consent page. */
export interface Decision {
  requestId: string;
  requested: readonly Scope[];
  granted: readonly Scope[];
  event: AuditEvent;
}
