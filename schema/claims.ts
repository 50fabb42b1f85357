/** Claims about a person at a site, the same in the ID token and at UserInfo. */
import { hash } from 'node:crypto';
import type { Role, Scope } from './scope.ts';

export interface Subject {
  personId: string;
  email: string;
  emailVerified: boolean;
  name: string;
  siteId: string;
  role: Role;
  enrolled: boolean;
}

export interface PersonClaims {
  sub: string;
  org_id: string;
  roles: string[];
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** OpenID Connect Core §5.4: each identity scope opens its claims; `openid` alone gives `sub`, `org_id` and `roles`. */
export function personClaims(subject: Subject, scopes: readonly Scope[]): PersonClaims {
  const claims: PersonClaims = {
    sub: subject.personId,
    org_id: subject.siteId,
    roles: subject.enrolled ? [subject.role, 'student'] : [subject.role],
  };
  if (scopes.includes('email')) {
    claims.email = subject.email;
    claims.email_verified = subject.emailVerified;
  }
  // OpenID Connect Core §5.3.2: a value that is not available is omitted, never null or empty.
  if (scopes.includes('profile') && subject.name !== '') claims.name = subject.name;
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
