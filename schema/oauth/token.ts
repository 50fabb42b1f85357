/** Grants, codes and tokens as the stores hand them out, and the judgement whether one is good now. */
import type { CredentialHash } from '../credential.ts';
import type { RefusalReason } from './oauth-error.ts';
import { type GrantedScopes, narrowGranted, parseScopes, type Role, roleScopes, type Scope } from './scope.ts';

/** Whose a grant is (person × site × client), and everything that can end it. Times are milliseconds since the epoch. */
export interface GrantContext {
  grantId: number;
  clientId: string;
  personId: string;
  siteId: string;
  /** The origin its tokens are bound to (RFC 8707). */
  audience: string;
  grantExpiresAt: number;
  grantRevokedAt: number | null;
  email: string;
  /** The person's role at the site, as of now. */
  role: Role;
  /** Person, site, membership and client are all active. */
  isActive: boolean;
  /** The scopes that the client may have as of now, where its school can narrow them; separated by spaces. */
  clientScope: string | null;
}

export interface AuthorizationCode {
  hash: CredentialHash;
  expiresAt: number;
  redeemedAt: number | null;
  redirectUri: string;
  scopes: readonly Scope[];
  resourceSent: boolean;
  codeChallenge: string;
  nonce: string | null;
  authenticatedAt: number;
  authTimeRequested: boolean;
  grant: GrantContext;
}

export interface StoredToken {
  id: number;
  kind: 'access' | 'refresh';
  hash: CredentialHash;
  scopes: readonly Scope[];
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  /** Of a refresh token: when it was exchanged for its successor, and which that is. */
  rotatedAt: number | null;
  successorId: number | null;
  grant: GrantContext;
}

/** Why the grant carries no live tokens now; `undefined` when it does. */
export function whyGrantEnded(grant: GrantContext, audience: string, now: number): RefusalReason | undefined {
  if (grant.audience !== audience) return 'token_of_another_origin';
  if (grant.grantRevokedAt !== null) return 'token_revoked';
  if (grant.grantExpiresAt <= now) return 'token_expired';
  return grant.isActive ? undefined : 'grant_ended';
}

/** Why the token is not good now; `undefined` when it is. */
export function whyTokenIsDead(token: StoredToken, audience: string, now: number): RefusalReason | undefined {
  if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';
  if (token.expiresAt <= now) return 'token_expired';
  return whyGrantEnded(token.grant, audience, now);
}

/** What was granted, less what the person's role or the client's school no longer allows at this moment. */
export function effectiveScopes(
  granted: readonly Scope[],
  { role, clientScope }: Pick<GrantContext, 'role' | 'clientScope'>,
): GrantedScopes {
  const scopes = roleScopes(granted, role);
  if (clientScope === null) return scopes;
  const ceiling = new Set(parseScopes(clientScope));
  return narrowGranted(scopes, (scope) => ceiling.has(scope));
}

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
