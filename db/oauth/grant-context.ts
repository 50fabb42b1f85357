/**
 * The columns and joins that tell to whom a grant belongs, and whether the client, person, school and membership that
 * it depends on are all active.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { GrantContext } from '../../schema/oauth/token.ts';
import { maySignInBy } from '../people/sign-in-ends.ts';
import type { Tables } from '../tables/index.ts';

/** Contains only the necessary columns, because reading one costs more than finding its row. */
export const grantColumns = (t: Tables) => ({
  clientId: t.grants.clientId,
  personId: t.grants.personId,
  siteId: t.grants.siteId,
  audience: t.grants.audience,
  grantExpiresAt: t.grants.expiresAt,
  grantRevokedAt: t.grants.revokedAt,
  email: t.people.email,
  role: t.memberships.role,
  staffScope: t.sites.staffScope,
  authenticatedBy: t.grants.authenticatedBy,
  secondFactorFor: t.sites.secondFactorFor,
  identityId: t.grants.identityId,
  subject: t.grants.subject,
  isActive:
    sql<boolean>`(${t.clients.active} and ${t.people.active} and ${t.sites.active} and ${t.memberships.status} = 'active' and ${maySignInBy(t, t.grants.identityId)})`.mapWith(
      Boolean,
    ),
  clientScope: sql<string | null>`case when ${t.clients.origin} = 'site_application' then ${t.clients.scope} end`,
});

/** If a parent row does not exist, the grant is not found. All joins use primary keys. */
export const grantJoins = (t: Tables) => ({
  client: eq(t.clients.id, t.grants.clientId),
  person: eq(t.people.id, t.grants.personId),
  site: eq(t.sites.id, t.grants.siteId),
  membership: and(eq(t.memberships.personId, t.grants.personId), eq(t.memberships.siteId, t.grants.siteId)),
});

export const toGrantContext = (grantId: number, row: Omit<GrantContext, 'grantId'>): GrantContext => ({
  grantId,
  clientId: row.clientId,
  personId: row.personId,
  siteId: row.siteId,
  audience: row.audience,
  grantExpiresAt: row.grantExpiresAt,
  grantRevokedAt: row.grantRevokedAt,
  email: row.email,
  role: row.role,
  staffScope: row.staffScope,
  identityId: row.identityId,
  subject: row.subject,
  isActive: row.isActive,
  authenticatedBy: row.authenticatedBy,
  secondFactorFor: row.secondFactorFor,
  clientScope: row.clientScope,
});
