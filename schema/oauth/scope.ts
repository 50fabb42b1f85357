/** The scopes of the service, who may grant each, and operations on lists of scopes. */
import { boundedMap } from '../data/bounded-map.ts';
import { keysOf } from '../data/objects.ts';
import { outranks, ROLES, type Role, type RoleAtSchool } from '../people/role.ts';

export const IDENTITY_SCOPES = ['openid', 'profile', 'email'] as const;

/** The scopes of the admin API, each with the lowest role that may grant it. */
const LOWEST_ROLE = {
  'courses:read': 'instructor',
  'courses:write': 'staff',
  'students:read': 'instructor',
  'students:write': 'staff',
  'members:read': 'staff',
  'members:write': 'admin',
  'analytics:read': 'staff',
  'curriculum:read': 'instructor',
  'curriculum:write': 'instructor',
  'orders:read': 'staff',
  'school:read': 'staff',
  'school:write': 'admin',
  'appearance:read': 'staff',
  'appearance:write': 'admin',
  'events:read': 'staff',
  'events:write': 'staff',
  'membership_plans:read': 'staff',
  'membership_plans:write': 'admin',
  'coupons:read': 'staff',
  'coupons:write': 'admin',
  'posts:read': 'staff',
  'posts:write': 'staff',
  'subscriptions:read': 'staff',
  'subscriptions:write': 'admin',
  'digital_products:read': 'staff',
  'digital_products:write': 'staff',
  'comments:read': 'instructor',
  'lecturers:read': 'staff',
  'lecturers:write': 'staff',
  'storage:write': 'staff',
  'forms:read': 'staff',
  'pages:read': 'staff',
  'pages:write': 'staff',
} as const satisfies Readonly<Record<string, Role>>;

export const OPERATOR_SCOPES = keysOf(LOWEST_ROLE);

export const MEMBER_SCOPES = ['account:read', 'account:write'] as const;

export const SCOPES = [...IDENTITY_SCOPES, ...OPERATOR_SCOPES, ...MEMBER_SCOPES] as const;

export type Scope = (typeof SCOPES)[number];
export type IdentityScope = (typeof IDENTITY_SCOPES)[number];

type SubjectOf<One extends string> = One extends `${infer Subject}:${string}` ? Subject : never;
/** The subject of a scope: `courses` of `courses:read`. Identity scopes have none. */
export type ScopeSubject = SubjectOf<Scope>;
export const subjectOf = (scope: Scope): string => scope.split(':', 1)[0] ?? scope;
/** In the order of the scopes. */
export const SCOPE_SUBJECTS: readonly ScopeSubject[] = [
  ...new Set([...OPERATOR_SCOPES, ...MEMBER_SCOPES].map((scope) => subjectOf(scope) as ScopeSubject)),
];

const known: ReadonlySet<string> = new Set(SCOPES);
const identity: ReadonlySet<string> = new Set(IDENTITY_SCOPES);
const member: ReadonlySet<string> = new Set(MEMBER_SCOPES);

export const isScope = (value: string): value is Scope => known.has(value);
export const isIdentityScope = (scope: Scope): scope is IdentityScope => identity.has(scope);
export const isOperatorScope = (scope: Scope): scope is keyof typeof LOWEST_ROLE => Object.hasOwn(LOWEST_ROLE, scope);
export const isMemberScope = (scope: Scope): boolean => member.has(scope);
/** Returns whether a scope allows to change something, and not only to see it. */
export const isChangingScope = (scope: Scope): boolean => scope.endsWith(':write');

/** Everyone may grant identity scopes, and the scopes for their own data. */
const mayGrant = (role: Role, scope: Scope): boolean => !isOperatorScope(scope) || !outranks(LOWEST_ROLE[scope], role);

const CEILINGS: ReadonlyMap<Role, ReadonlySet<Scope>> = new Map(
  ROLES.map((role) => [role, new Set(SCOPES.filter((scope) => mayGrant(role, scope)))]),
);

/** What staff have by default, and the most that a school can give them. */
export const STAFF_SCOPES = OPERATOR_SCOPES.filter((scope) => !outranks(LOWEST_ROLE[scope], 'staff'));

const MAX_STAFF_CEILINGS = 1000;
const staffCeilings = boundedMap<ReadonlySet<Scope>>(MAX_STAFF_CEILINGS);

function staffCeiling(staffScope: string): ReadonlySet<Scope> {
  const known = staffCeilings.get(staffScope);
  if (known !== undefined) return known;
  const staffScopes = new Set(parseScopes(staffScope));
  // Nothing that is stored gives staff more than the role can have.
  const ceiling = new Set(
    SCOPES.filter((scope) => mayGrant('staff', scope) && (!isOperatorScope(scope) || staffScopes.has(scope))),
  );
  staffCeilings.set(staffScope, ceiling);
  return ceiling;
}

/**
 * Returns whether a person with a role at a school can grant a scope. Losing a role takes effect on the next request,
 * and so does what a school takes from its staff.
 */
export const roleMayGrant = ({ role, staffScope }: RoleAtSchool, scope: Scope): boolean => {
  const ceiling = role === 'staff' && staffScope !== null ? staffCeiling(staffScope) : CEILINGS.get(role);
  return ceiling?.has(scope) === true;
};

/** The scopes that a person with this role can give an application: those that they could grant themselves. */
export const scopesToGive = (role: RoleAtSchool): readonly Scope[] =>
  SCOPES.filter((scope) => roleMayGrant(role, scope));

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
  const granted: readonly Scope[] = scopes.filter(keep);
  return granted as GrantedScopes;
}

/** Returns the part of a request that a person with this role can grant. */
export const grantScopes = (scopes: readonly Scope[], ceiling: readonly Scope[], role: RoleAtSchool): GrantedScopes => {
  const allowed = new Set(ceiling);
  return grantedOf(scopes, (scope) => allowed.has(scope) && roleMayGrant(role, scope));
};

/** Returns the part of an earlier grant that the role still allows. */
export const roleScopes = (granted: readonly Scope[], role: RoleAtSchool): GrantedScopes =>
  grantedOf(granted, (scope) => roleMayGrant(role, scope));

/** Returns a subset of granted scopes. */
export const narrowGranted = (granted: GrantedScopes, keep: (scope: Scope) => boolean): GrantedScopes =>
  grantedOf(granted, keep);

export const isSubset = (scopes: readonly Scope[], of: readonly Scope[]): boolean => {
  const all = new Set(of);
  return scopes.every((scope) => all.has(scope));
};
