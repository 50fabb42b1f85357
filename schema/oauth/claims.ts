/** Claims about a person at a site. The ID token and UserInfo return the same claims. */
import { hash } from 'node:crypto';
import type { Scope } from './scope.ts';
import { type GrantContext, type Profile, subjectOf } from './token.ts';

export type Subject = Pick<GrantContext, 'personId' | 'siteId' | 'email' | 'role' | 'subject' | 'identityId'>;

export interface PersonClaims {
  sub: string;
  org_id: string;
  roles: string[];
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/**
 * OpenID Connect Core §5.4: each identity scope adds its claims. `openid` alone returns `sub`, `org_id` and `roles`.
 */
export function personClaims(subject: Subject, profile: Profile, scopes: readonly Scope[]): PersonClaims {
  const claims: PersonClaims = {
    sub: subjectOf(subject),
    org_id: subject.siteId,
    roles: profile.enrolled ? [subject.role, 'student'] : [subject.role],
  };
  if (scopes.includes('email')) {
    claims.email = subject.email;
    // The provider of a school proves no address.
    claims.email_verified = profile.emailVerified && subject.identityId === null;
  }
  // OpenID Connect Core §5.3.2: a claim without a value is omitted, never null or empty.
  if (scopes.includes('profile') && profile.name !== '') claims.name = profile.name;
  return claims;
}

/** Claims of an ID token (OpenID Connect Core §2). Times are seconds since the epoch. */
export interface IdTokenClaims extends PersonClaims {
  iss: string;
  aud: string;
  iat: number;
  exp: number;
  at_hash: string;
  nonce?: string;
  auth_time?: number;
  acr?: string;
  amr?: readonly string[];
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash of the access token. */
export const atHash = (accessToken: string): string =>
  hash('sha256', accessToken, 'buffer').subarray(0, 16).toString('base64url');
