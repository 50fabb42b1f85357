/** The columns and joins that turn a row of `grants` into a `Grant` with its subject and standing. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../schema/scope.ts';
import { parseScopes } from '../../schema/scope.ts';
import type { Grant } from '../../schema/token.ts';
import type { Tables } from '../tables/index.ts';

export const grantColumns = (t: Tables) => ({
  grantId: t.grants.id,
  clientId: t.grants.clientId,
  grantScope: t.grants.scope,
  audience: t.grants.audience,
  authenticatedAt: t.grants.authenticatedAt,
  grantExpiresAt: t.grants.expiresAt,
  grantLastUsedAt: t.grants.lastUsedAt,
  grantRevokedAt: t.grants.revokedAt,
  clientActive: t.clients.active,
  personId: t.people.id,
  personActive: t.people.active,
  email: t.people.email,
  emailVerified: t.people.emailVerified,
  personName: t.people.name,
  siteId: t.sites.id,
  siteActive: t.sites.active,
  role: t.memberships.role,
  membershipStatus: t.memberships.status,
  enrolled: isEnrolled(t, sql`${t.grants.personId}`, sql`${t.grants.siteId}`),
});

/** Served by enrollments_by_person. */
export const isEnrolled = (t: Tables, personId: SQL, siteId: SQL) =>
  sql<boolean>`exists (select 1 from ${t.enrollments} where ${t.enrollments.personId} = ${personId} and ${t.enrollments.siteId} = ${siteId} and ${t.enrollments.status} <> 'revoked')`.mapWith(
    Boolean,
  );

/** A parent that is gone makes the row vanish: whatever hung on it is dead. All by primary key. */
export const grantJoins = (t: Tables) => ({
  client: eq(t.clients.id, t.grants.clientId),
  person: eq(t.people.id, t.grants.personId),
  site: eq(t.sites.id, t.grants.siteId),
  membership: and(eq(t.memberships.personId, t.grants.personId), eq(t.memberships.siteId, t.grants.siteId)),
});

export interface GrantRow {
  grantId: number;
  clientId: string;
  grantScope: string;
  audience: string;
  authenticatedAt: number;
  grantExpiresAt: number;
  grantLastUsedAt: number;
  grantRevokedAt: number | null;
  clientActive: boolean;
  personId: string;
  personActive: boolean;
  email: string;
  emailVerified: boolean;
  personName: string;
  siteId: string;
  siteActive: boolean;
  role: Role;
  membershipStatus: string;
  enrolled: boolean;
}

export const toGrant = (row: GrantRow): Grant => ({
  id: row.grantId,
  clientId: row.clientId,
  scopes: parseScopes(row.grantScope),
  audience: row.audience,
  authenticatedAt: row.authenticatedAt,
  expiresAt: row.grantExpiresAt,
  lastUsedAt: row.grantLastUsedAt,
  revokedAt: row.grantRevokedAt,
  subject: {
    personId: row.personId,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.personName,
    siteId: row.siteId,
    role: row.role,
    enrolled: row.enrolled,
  },
  inGoodStanding: row.clientActive && row.personActive && row.siteActive && row.membershipStatus === 'active',
});
