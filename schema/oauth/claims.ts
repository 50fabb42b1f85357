/** Claims about a person at a site, the same in the ID token and at UserInfo. */
import { hash } from 'node:crypto';
import type { Scope } from './scope.ts';
import type { GrantContext } from './token.ts';

export interface Profile {
  emailVerified: boolean;
  name: string;
  /** At the site in question. */
  enrolled: boolean;
}

export type Subject = Pick<GrantContext, 'personId' | 'siteId' | 'email' | 'role'>;

export interface PersonClaims {
  sub: string;
  org_id: string;
  roles: string[];
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** OpenID Connect Core §5.4: each identity scope opens its claims; `openid` alone gives `sub`, `org_id` and `roles`. */
export function personClaims(subject: Subject, profile: Profile, scopes: readonly Scope[]): PersonClaims {
  const claims: PersonClaims = {
    sub: subject.personId,
    org_id: subject.siteId,
    roles: profile.enrolled ? [subject.role, 'student'] : [subject.role],
  };
  if (scopes.includes('email')) {
    claims.email = subject.email;
    claims.email_verified = profile.emailVerified;
  }
  // OpenID Connect Core §5.3.2: a value that is not available is omitted, never null or empty.
  if (scopes.includes('profile') && profile.name !== '') claims.name = profile.name;
  return claims;
}

/** Claims of an ID token (OpenID Connect Core §2); times are seconds since the epoch. */
export interface IdTokenClaims extends PersonClaims {
  iss: string;
  aud: string;
  iat: number;
  exp: number;
  at_hash: string;
  nonce?: string;
  auth_time?: number;
}

/** OpenID Connect Core §3.1.3.6: the left half of the hash of the access token. */
export const atHash = (accessToken: string): string =>
  hash('sha256', accessToken, 'buffer').subarray(0, 16).toString('base64url');
