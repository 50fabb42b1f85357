/** The columns and joins of a connection, for the stores that list connections. */
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { AuthMethod, ClientOrigin, Review } from '../../schema/oauth/client.ts';
import type { Connection } from '../../schema/oauth/connection.ts';
import { metadataHost } from '../../schema/oauth/metadata-url.ts';
import { parseScopes } from '../../schema/oauth/scope.ts';
import { effectiveScopes } from '../../schema/oauth/token.ts';
import type { Role } from '../../schema/people/role.ts';
import type { Params, QueryBuilder } from '../engine/engine.ts';
import { integer } from '../engine/placeholders.ts';
import { aloneOf, storedMetadataUrl } from '../oauth/client-rows.ts';
import type { Tables } from '../tables/index.ts';

const columnsOf = ({ clients, grants, memberships, metadataDocuments, people, sites }: Tables) => ({
  grantId: grants.id,
  clientId: grants.clientId,
  clientName: clients.name,
  logo: clients.logo,
  origin: clients.origin,
  authMethod: clients.authMethod,
  runsAlone: clients.runsAlone,
  review: metadataDocuments.review,
  personId: grants.personId,
  personName: people.name,
  email: people.email,
  siteId: grants.siteId,
  siteName: sites.name,
  scope: grants.scope,
  identityId: grants.identityId,
  since: grants.createdAt,
  lastUsedAt: grants.lastUsedAt,
  role: memberships.role,
  staffScope: sites.staffScope,
  clientScope: sql<string | null>`case when ${clients.origin} = 'site_application' then ${clients.scope} end`,
  isActive:
    sql<boolean>`(${clients.active} and ${people.active} and ${sites.active} and coalesce(${memberships.status}, '') = 'active')`.mapWith(
      Boolean,
    ),
});

/** Condition that the code of a grant was redeemed, and the grant is neither revoked nor expired. */
export const isLiveGrant = ({ grants }: Tables, p: Params<{ now: number }>): SQL | undefined =>
  and(isNotNull(grants.redeemedAt), isNull(grants.revokedAt), gt(grants.expiresAt, integer(p.now)));

/**
 * Selects grants with the details of a connection, by primary keys. If the membership does not exist any more, the
 * connection is still listed, so that it can be ended.
 */
const selectGrants = (t: Tables, q: QueryBuilder, where: SQL | undefined) =>
  q
    .select(columnsOf(t))
    .from(t.grants)
    .innerJoin(t.clients, eq(t.clients.id, t.grants.clientId))
    .innerJoin(t.people, eq(t.people.id, t.grants.personId))
    .innerJoin(t.sites, eq(t.sites.id, t.grants.siteId))
    .leftJoin(
      t.memberships,
      and(eq(t.memberships.personId, t.grants.personId), eq(t.memberships.siteId, t.grants.siteId)),
    )
    .leftJoin(t.metadataDocuments, eq(t.metadataDocuments.clientId, t.grants.clientId))
    .where(where);

/** Selects live grants. */
export const selectConnections = (t: Tables, q: QueryBuilder, p: Params<{ now: number }>, where: SQL | undefined) =>
  selectGrants(t, q, and(where, isLiveGrant(t, p)));

/** Selects grants that were connections, and were ended. */
export const selectEnded = (t: Tables, q: QueryBuilder, where: SQL | undefined) =>
  selectGrants(t, q, and(where, isNotNull(t.grants.redeemedAt), isNotNull(t.grants.revokedAt)));

interface ConnectionRow {
  grantId: number;
  clientId: string;
  clientName: string;
  logo: string | null;
  origin: ClientOrigin;
  authMethod: AuthMethod;
  runsAlone: boolean;
  review: Review | null;
  personId: string;
  personName: string;
  email: string;
  siteId: string;
  siteName: string;
  identityId: string | null;
  scope: string;
  since: number;
  lastUsedAt: number;
  role: Role | null;
  staffScope: string | null;
  clientScope: string | null;
  isActive: boolean;
}

export type ConnectedClient = Connection['client'];

export const toClient = ({
  clientId: id,
  clientName: name,
  logo,
  origin,
  review,
}: Pick<ConnectionRow, 'clientId' | 'clientName' | 'origin' | 'review'> & { logo?: string | null }): ConnectedClient =>
  origin === 'metadata_document'
    ? { id, name, origin, host: metadataHost(storedMetadataUrl(id)).host, review: review ?? 'unreviewed' }
    : { id, name, origin, logo: logo ?? undefined };

export function toConnection(row: ConnectionRow): Connection {
  const { grantId, role, staffScope, clientScope } = row;
  return {
    grantId,
    client: { ...toClient(row), ...aloneOf(row) },
    person: { id: row.personId, name: row.personName, email: row.email },
    site: { id: row.siteId, name: row.siteName },
    identityId: row.identityId,
    scopes:
      row.isActive && role !== null ? effectiveScopes(parseScopes(row.scope), { role, staffScope, clientScope }) : [],
    since: row.since,
    lastUsedAt: row.lastUsedAt,
  };
}
