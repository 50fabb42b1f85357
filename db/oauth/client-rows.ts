/**
 * Converts rows of `clients` to client objects, for clients.ts and site-applications.ts. Clients that are identified by
 * a metadata document need a second table and are converted in metadata-clients.ts.
 */
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { parseScopes } from '../../schema/oauth/scope.ts';
import type { Database } from '../engine/engine.ts';

export type ClientRow = Database['tables']['clients']['$inferSelect'];

/** The id of a client of the origin `metadata_document`. The type is asserted: it was parsed before it was stored. */
export const storedMetadataUrl = (id: string): MetadataUrl => id as MetadataUrl;

/** Returns the properties that clients of every origin have. */
export const clientOfRow = (row: ClientRow) => ({
  id: row.id,
  name: row.name,
  authMethod: row.authMethod,
  redirectUris: row.redirectUris,
  postLogoutRedirectUris: row.postLogoutRedirectUris,
  scopes: parseScopes(row.scope),
  defaultScope: row.defaultScope ?? undefined,
  active: row.active,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt ?? undefined,
});

/** Returns a client that a school created. */
export function siteClientOfRow(row: ClientRow) {
  if (row.siteId === null) throw new TypeError(`site application ${row.id} has no site`);
  return {
    ...clientOfRow(row),
    origin: 'site_application' as const,
    siteId: row.siteId,
    redirectUrisChangedAt: row.redirectUrisChangedAt ?? undefined,
    logo: row.logo ?? undefined,
    ...aloneOf(row),
  };
}

/** Without a secret, anyone can pass for the application. */
export const aloneOf = ({
  authMethod,
  runsAlone,
}: Pick<ClientRow, 'authMethod' | 'runsAlone'>): { runsAlone?: true } =>
  runsAlone && authMethod !== 'none' ? { runsAlone: true } : {};
