/** The scopes of the service, and operations on lists of scopes. */

export const IDENTITY_SCOPES = ['openid', 'profile', 'email'] as const;

export const OPERATOR_SCOPES = [
  'courses:read',
  'courses:write',
  'students:read',
  'students:write',
  'members:read',
  'members:write',
  'analytics:read',
  'curriculum:read',
  'curriculum:write',
  'orders:read',
  'school:read',
  'school:write',
  'appearance:read',
  'appearance:write',
  'events:read',
  'events:write',
  'membership_plans:read',
  'membership_plans:write',
  'coupons:read',
  'coupons:write',
  'posts:read',
  'posts:write',
  'subscriptions:read',
  'subscriptions:write',
  'digital_products:read',
  'digital_products:write',
  'comments:read',
  'lecturers:read',
  'lecturers:write',
  'storage:write',
  'forms:read',
  'pages:read',
  'pages:write',
] as const;

export const MEMBER_SCOPES = ['account:read', 'account:write'] as const;

export const SCOPES = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES, ...MEMBER_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

const known: ReadonlySet<string> = new Set(SCOPES);
const identity: ReadonlySet<string> = new Set(IDENTITY_SCOPES);
const member: ReadonlySet<string> = new Set(MEMBER_SCOPES);

export const isScope = (value: string): value is Scope => known.has(value);
export const isIdentityScope = (scope: Scope): scope is IdentityScope => identity.has(scope);
export const isMemberScope = (scope: Scope): boolean => member.has(scope);

/** The roles of a membership. `student` is not one of them, because it follows from an enrollment. */
export const ROLES = ['owner', 'admin', 'staff', 'instructor', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be assigned. An owner is created only with the school. */
export const ASSIGNABLE_ROLES = ROLES.filter((role) => role !== 'owner');

/**
 * Whether `role` has more rights than `other`. No one can change a member of a higher role, or assign a role above
 * their own.
 */
export const outranks = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other);

const ACCOUNT_HOLDER: readonly Scope[] = [...IDENTITY_SCOPES, ...MEMBER_SCOPES];

const STAFF_WITHHELD: ReadonlySet<Scope> = new Set<Scope>([
  'members:write',
  'school:write',
  'appearance:write',
  'membership_plans:write',
  'coupons:write',
  'subscriptions:write',
]);

/** The scopes that a person with a role can grant. Losing a role takes effect on the next request. */
const ROLE_CEILING: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set(SCOPES),
  admin: new Set(SCOPES),
  staff: new Set(SCOPES.filter((scope) => !STAFF_WITHHELD.has(scope))),
  instructor: new Set([
    ...ACCOUNT_HOLDER,
    'courses:read',
    'curriculum:read',
    'curriculum:write',
    'students:read',
    'comments:read',
  ]),
  member: new Set(ACCOUNT_HOLDER),
};

export const roleMayGrant = (role: Role, scope: Scope): boolean => ROLE_CEILING[role].has(scope);

/** Scope ceiling of registered clients and vendors. Account scopes require a client that the school created. */
export const SHARED_CLIENT_SCOPES: readonly Scope[] = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES];

/** Scope ceiling of clients that have not been reviewed. */
export const UNREVIEWED_CLIENT_SCOPES: readonly Scope[] = SHARED_CLIENT_SCOPES.filter(
  (scope) => isIdentityScope(scope) || scope.endsWith(':read'),
);

declare const granted: unique symbol;

/** Scopes within the client's ceiling and the person's role, in the requested order. */
export type GrantedScopes = readonly Scope[] & { readonly [granted]: true };

/**
 * RFC 6749 §3.3: scopes are separated by spaces, and order and repetitions have no meaning. The requested order is
 * kept.
 */
export const splitScope = (value: string): string[] => [...new Set(value.split(' ').filter((token) => token !== ''))];

export const joinScopes = (scopes: readonly Scope[]): string => scopes.join(' ');

/** Parses a stored scope string. Scopes that no longer exist are dropped. */
export const parseScopes = (value: string): Scope[] => splitScope(value).filter(isScope);

export type RequestedScopes =
  | { scopes: readonly Scope[]; unknown?: never; outside?: never }
  | { unknown: string[]; scopes?: never; outside?: never }
  | { outside: Scope[]; scopes?: never; unknown?: never };

/**
 * Compares a scope parameter with a client's ceiling. `offline_access` is accepted and dropped: refresh tokens are
 * always issued, and clients that always request it must not fail.
 */
export function requestScopes(value: string, ceiling: readonly Scope[]): RequestedScopes {
  const requested = splitScope(value).filter((token) => token !== 'offline_access');
  const unknown = requested.filter((token) => !isScope(token));
  if (unknown.length > 0) return { unknown };
  const scopes = requested.filter(isScope);
  const allowed = new Set(ceiling);
  const outside = scopes.filter((scope) => !allowed.has(scope));
  return outside.length > 0 ? { outside } : { scopes };
}

/** Creates `GrantedScopes`. Only the three functions below call it, and each defines which scopes may be kept. */
function grantedOf(scopes: readonly Scope[], keep: (scope: Scope) => boolean): GrantedScopes {
  const kept: readonly Scope[] = scopes.filter(keep);
  return kept as GrantedScopes;
}

/** Returns the part of a request that a person with this role can grant. */
export const grantScopes = (scopes: readonly Scope[], ceiling: readonly Scope[], role: Role): GrantedScopes => {
  const allowed = new Set(ceiling);
  return grantedOf(scopes, (scope) => allowed.has(scope) && roleMayGrant(role, scope));
};

/** Returns the part of an earlier grant that the role still allows. */
export const roleScopes = (granted: readonly Scope[], role: Role): GrantedScopes =>
  grantedOf(granted, (scope) => roleMayGrant(role, scope));

/** Returns a subset of granted scopes. */
export const narrowGranted = (granted: GrantedScopes, keep: (scope: Scope) => boolean): GrantedScopes =>
  grantedOf(granted, keep);

export const isSubset = (scopes: readonly Scope[], of: readonly Scope[]): boolean => {
  const all = new Set(of);
  return scopes.every((scope) => all.has(scope));
};
