/** The scope vocabulary of the service and the arithmetic on it. */

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

/** The roles a membership can have; `student` is not one of them, it follows from an enrollment. */
export const ROLES = ['owner', 'admin', 'staff', 'instructor', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that members are given; an owner is made at the setup of a school only. */
export const ASSIGNABLE_ROLES = ROLES.filter((role) => role !== 'owner');

/** May `role` do more than `other`? Nobody decides about a member above them, nor gives a role above their own. */
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

/** What a person in a role may let a client do, as of now (a role lost takes effect on the next request). */
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

/** Ceiling of a client that registered itself or is a vendor's: account data needs a client made by the school. */
export const SHARED_CLIENT_SCOPES: readonly Scope[] = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES];

/** Ceiling of a client that nobody has reviewed yet (spec 2.2). */
export const UNREVIEWED_CLIENT_SCOPES: readonly Scope[] = SHARED_CLIENT_SCOPES.filter(
  (scope) => isIdentityScope(scope) || scope.endsWith(':read'),
);

declare const granted: unique symbol;

/** Scopes within the client's ceiling and the person's role, in the order they were asked for. */
export type GrantedScopes = readonly Scope[] & { readonly [granted]: true };

/** RFC 6749 §3.3: space-separated, order of no importance, repetitions meaningless. The order asked is kept. */
export const splitScope = (value: string): string[] => [...new Set(value.split(' ').filter((token) => token !== ''))];

export const joinScopes = (scopes: readonly Scope[]): string => scopes.join(' ');

/** Of a string of scopes those that there are; what is no longer in the vocabulary is gone. */
export const parseScopes = (value: string): Scope[] => splitScope(value).filter(isScope);

export type RequestedScopes =
  | { scopes: readonly Scope[]; unknown?: never; outside?: never }
  | { unknown: string[]; scopes?: never; outside?: never }
  | { outside: Scope[]; scopes?: never; unknown?: never };

/**
 * Holds a scope parameter against a client's ceiling. `offline_access` is accepted and dropped: refresh tokens are
 * always given, and clients that ask for the scope by habit must not fail.
 */
export function requestScopes(value: string, ceiling: readonly Scope[]): RequestedScopes {
  const asked = splitScope(value).filter((token) => token !== 'offline_access');
  const unknown = asked.filter((token) => !isScope(token));
  if (unknown.length > 0) return { unknown };
  const scopes = asked.filter(isScope);
  const allowed = new Set(ceiling);
  const outside = scopes.filter((scope) => !allowed.has(scope));
  return outside.length > 0 ? { outside } : { scopes };
}

/** The one maker of `GrantedScopes`, for the three functions below, each of which says what may be kept. */
function grantedOf(scopes: readonly Scope[], keep: (scope: Scope) => boolean): GrantedScopes {
  const kept: readonly Scope[] = scopes.filter(keep);
  return kept as GrantedScopes;
}

/** The part of a request that a person in this role can give. */
export const grantScopes = (scopes: readonly Scope[], ceiling: readonly Scope[], role: Role): GrantedScopes => {
  const allowed = new Set(ceiling);
  return grantedOf(scopes, (scope) => allowed.has(scope) && roleMayGrant(role, scope));
};

/** The part of an earlier grant that the role still allows. */
export const roleScopes = (granted: readonly Scope[], role: Role): GrantedScopes =>
  grantedOf(granted, (scope) => roleMayGrant(role, scope));

/** Some of what was granted. */
export const narrowGranted = (granted: GrantedScopes, keep: (scope: Scope) => boolean): GrantedScopes =>
  grantedOf(granted, keep);

export const isSubset = (scopes: readonly Scope[], of: readonly Scope[]): boolean => {
  const all = new Set(of);
  return scopes.every((scope) => all.has(scope));
};
