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
