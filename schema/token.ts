/** Tokens and codes as the stores hand them out, and the judgement whether one is good now. */
import type { Subject } from './claims.ts';
import type { CredentialHash } from './credential.ts';
import type { RefusalReason } from './oauth-error.ts';
import { type GrantedScopes, grantScopes, type Scope } from './scope.ts';

/** Person × site × client, with everything around it that can end it. */
export interface Grant {
  id: number;
  clientId: string;
  scopes: readonly Scope[];
  /** The origin its tokens are bound to (RFC 8707). */
  audience: string;
  authenticatedAt: number;
  expiresAt: number;
  lastUsedAt: number;
  revokedAt: number | null;
  subject: Subject;
  /** Person, site, membership and client are all active. */
  inGoodStanding: boolean;
}

export interface AuthorizationCode extends Grant {
  hash: CredentialHash;
  codeExpiresAt: number;
  redeemedAt: number | null;
  redirectUri: string;
  resourceSent: boolean;
  codeChallenge: string;
  nonce: string | null;
  authTimeRequested: boolean;
}

export interface StoredToken {
  id: number;
  kind: 'access' | 'refresh';
  hash: CredentialHash;
  scopes: readonly Scope[];
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  rotatedAt: number | null;
  /** Of a rotated refresh token: its successor, sealed. */
  graceCopy: Buffer | null;
  /** Of a rotated refresh token: whether the successor is still unused. */
  successorIsCurrent: boolean;
  grant: Grant;
}

/** Why the grant carries no live tokens now; `undefined` when it does. */
export function whyGrantEnded(grant: Grant, audience: string, now: number): RefusalReason | undefined {
  if (grant.audience !== audience) return 'token_of_another_origin';
  if (grant.revokedAt !== null) return 'token_revoked';
  if (grant.expiresAt <= now) return 'token_expired';
  return grant.inGoodStanding ? undefined : 'grant_ended';
}

/** Why the token is not good now; `undefined` when it is. */
export function whyTokenIsDead(token: StoredToken, audience: string, now: number): RefusalReason | undefined {
  if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';
  if (token.expiresAt <= now) return 'token_expired';
  return whyGrantEnded(token.grant, audience, now);
}

/** What the token can do at this moment: its scopes, less what the person's role no longer allows. */
export const effectiveScopes = (scopes: readonly Scope[], grant: Grant): GrantedScopes =>
  grantScopes(scopes, grant.scopes, grant.subject.role);

/** A token ready to be stored: the secret itself stays with its maker. */
export interface NewToken {
  id: number;
  hash: CredentialHash;
  scope: string;
  issuedAt: number;
  expiresAt: number;
}

export interface NewTokenPair {
  access: NewToken;
  refresh: NewToken;
}
