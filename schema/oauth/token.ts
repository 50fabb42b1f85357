/** Grants, codes and tokens as the stores return them, and functions that decide whether they are valid. */
import type { CredentialHash, SpentChallenge } from '../credential.ts';
import type { Role } from '../people/role.ts';
import {
  type AuthenticatedBy,
  demandsSecondFactor,
  isMultiFactor,
  type SecondFactorLevel,
} from '../people/second-factor.ts';
import type { KeyThumbprint } from './dpop.ts';
import { type GrantedScopes, isOperatorScope, narrowGranted, parseScopes, roleScopes, type Scope } from './scope.ts';

/**
 * The parties of a grant (person, site, client), and everything that can end it. Times are milliseconds since the
 * epoch.
 */
export interface GrantContext {
  grantId: number;
  clientId: string;
  personId: string;
  siteId: string;
  /** The origin that the tokens are bound to (RFC 8707). */
  audience: string;
  grantExpiresAt: number;
  grantRevokedAt: number | null;
  email: string;
  /** The current role of the person at the site. */
  role: Role;
  /** The scopes that the school gives its staff now: see `RoleAtSchool`. */
  staffScope: string | null;
  /** Of a grant that was approved after a sign-in through the provider of the school: the identity there. */
  identityId: string | null;
  /** What the client knows the person by (`sub`), if that is not the id of the person. */
  subject: string | null;
  /** True if person, site, membership and client are all active, and the sign-in is one that the site accepts. */
  isActive: boolean;
  /** The method of the sign-in before the grant was approved. */
  authenticatedBy: AuthenticatedBy;
  /** Of whom the school demands a second factor now. */
  secondFactorFor: SecondFactorLevel;
  /** The current scope ceiling of the client, separated by spaces, if its school can change it. */
  clientScope: string | null;
}

/** Returns what the client of a grant knows the person by, wherever it is told. */
export const subjectOf = ({ personId, subject }: Pick<GrantContext, 'personId' | 'subject'>): string =>
  subject ?? personId;

/** The data of a person for claims, beside the grant. */
export interface Profile {
  emailVerified: boolean;
  name: string;
  /** True if the person is enrolled in a course at the site. */
  enrolled: boolean;
}

export interface AuthorizationCode {
  hash: CredentialHash;
  expiresAt: number;
  redeemedAt: number | null;
  redirectUri: string;
  scopes: readonly Scope[];
  resourceSent: boolean;
  codeChallenge: string;
  /** The key whose proof has to come with the code, if the authorization request named one. */
  dpopJkt: KeyThumbprint | null;
  nonce: string | null;
  authenticatedAt: number;
  authTimeRequested: boolean;
  authContextRequested: boolean;
  grant: GrantContext;
  /** The person's data for the ID token. */
  profile: Profile;
}

export interface StoredToken {
  id: number;
  kind: 'access' | 'refresh';
  hash: CredentialHash;
  scopes: readonly Scope[];
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  /** For refresh tokens: the time of the exchange for a successor, and the id of the successor. */
  rotatedAt: number | null;
  successorId: number | null;
  /** When it was given out once more, for a predecessor that came late. */
  repeatedAt: number | null;
  /** The key whose proof has to come with it, if it is bound to one. */
  jkt: KeyThumbprint | null;
  grant: GrantContext;
}

/** The refresh token that another one was exchanged for. */
export type Successor = Pick<StoredToken, 'issuedAt' | 'expiresAt' | 'rotatedAt' | 'repeatedAt' | 'jkt'> & {
  graceCopy: Buffer;
};

/**
 * How a rotated token comes again: at about the time at which its successor was issued or used; later, before anybody
 * has used that; or later although it was itself given out late. Otherwise, it is no longer good.
 */
export function howRepeated(
  { rotatedAt, repeatedAt }: StoredToken,
  successor: Successor,
  { refreshGrace, refreshRepeat }: Record<'refreshGrace' | 'refreshRepeat', number>,
  now: number,
): 'soon' | 'late' | 'late again' | undefined {
  // The clock of another node may be slightly ahead.
  const since = (time: number | null): number => Math.abs(now - (time ?? 0));
  if (since(rotatedAt) > Math.max(refreshGrace, refreshRepeat)) return undefined;
  const soon = Math.min(since(successor.rotatedAt ?? rotatedAt), since(successor.rotatedAt ?? successor.issuedAt));
  if (soon <= refreshGrace) return 'soon';
  if (successor.rotatedAt !== null || since(rotatedAt) > refreshRepeat) return undefined;
  return repeatedAt === null ? 'late' : 'late again';
}

type EndReason = 'token_of_another_origin' | 'token_revoked' | 'token_expired' | 'grant_ended';

/** Returns the reason why the grant is no longer valid, or `undefined` if it is valid. */
export function whyGrantEnded(grant: GrantContext, audience: string, now: number): EndReason | undefined {
  if (grant.audience !== audience) return 'token_of_another_origin';
  if (grant.grantRevokedAt !== null) return 'token_revoked';
  if (grant.grantExpiresAt <= now) return 'token_expired';
  return grant.isActive ? undefined : 'grant_ended';
}

/** Returns the reason why the token is not valid, or `undefined` if it is valid. */
export function whyTokenIsDead(token: StoredToken, audience: string, now: number): EndReason | undefined {
  if (token.revokedAt !== null || token.rotatedAt !== null) return 'token_revoked';
  if (token.expiresAt <= now) return 'token_expired';
  return whyGrantEnded(token.grant, audience, now);
}

/** Returns the granted scopes, without those that the person's role at the school or the client's school no longer allows. */
export function effectiveScopes(
  granted: readonly Scope[],
  { role, staffScope, clientScope }: Pick<GrantContext, 'role' | 'staffScope' | 'clientScope'>,
): GrantedScopes {
  const scopes = roleScopes(granted, { role, staffScope });
  if (clientScope === null) return scopes;
  const ceiling = new Set(parseScopes(clientScope));
  return narrowGranted(scopes, (scope) => ceiling.has(scope));
}

/** Returns whether a second factor is demanded by now that the grant lacks. @param platform the demand of the platform */
export const lacksSecondFactor = (grant: GrantContext, platform: SecondFactorLevel): boolean =>
  !isMultiFactor(grant.authenticatedBy) && demandsSecondFactor(grant.role, platform, grant.secondFactorFor);

/** Returns the scopes that a token can be used with now. */
export function usableScopes({ scopes, grant }: StoredToken, platform: SecondFactorLevel): GrantedScopes {
  const effective = effectiveScopes(scopes, grant);
  return lacksSecondFactor(grant, platform) ? narrowGranted(effective, (scope) => !isOperatorScope(scope)) : effective;
}

/** A token to be stored. It contains the hash; only its creator has the secret. */
export interface NewToken {
  id: number;
  hash: CredentialHash;
  scope: string;
  issuedAt: number;
  expiresAt: number;
  jkt: KeyThumbprint | null;
  /** The proof of the request that it is issued for. If it was used before, nothing is stored. */
  use?: SpentChallenge | undefined;
}

export interface NewTokenPair {
  access: NewToken;
  refresh: NewToken;
}
