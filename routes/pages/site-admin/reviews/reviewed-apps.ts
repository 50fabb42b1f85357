/**
 * Reads apps with a metadata document for the pages of a school, and determines who decides about them for the
 * platform.
 */
import type { FastifyInstance } from 'fastify';
import { type MetadataDocumentClient, scopesAt } from '../../../../schema/oauth/client.ts';
import { metadataDifference } from '../../../../schema/oauth/client-metadata-document.ts';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import type { LookupProblem } from './list-view.ts';
import type { ReviewView } from './view.ts';

/**
 * Whether the person approves and blocks clients. All schools share these clients, so a decision applies everywhere. It
 * is made by the people whom the configuration lists, with a confirmed e-mail address; if it lists nobody, by the owner
 * of the only school.
 */
export const decidesForPlatform = async (app: FastifyInstance, signedIn: OperatorRequest): Promise<boolean> =>
  (await deciders(app, signedIn)).decides;

/** Returns whether the person decides, and whether anyone on this server does. */
export async function deciders(
  { config, school: { platform } }: FastifyInstance,
  { membership, runsPlatform }: OperatorRequest,
): Promise<{ decides: boolean; isDecided: boolean }> {
  if (config.platformOperators.length > 0) return { decides: runsPlatform, isDecided: true };
  const isDecided = await platform.isOneSchool();
  return { decides: isDecided && membership.role === 'owner', isDecided };
}

/** The common fields of the events in the audit log. */
export const reviewer = ({ clock, originOf }: FastifyInstance, { request, session, membership }: OperatorRequest) => ({
  ...originOf(request),
  at: clock(),
  personId: session.person.id,
  siteId: membership.siteId,
});

/** Returns the client that the path or the form names. */
export const clientNamed = ({ request }: OperatorRequest): string =>
  readParameters(request.method === 'POST' ? request.body : request.query).get('client') ?? '';

export type Looked =
  | { client: MetadataDocumentClient; isStale: boolean; problem?: never }
  | { problem: LookupProblem; client?: never };

/**
 * Returns the client with its current document, or with the last known one if the document cannot be read. The document
 * of a blocked client is not fetched.
 */
export async function readApp(
  { oauth: { metadataClients, resolveClient } }: FastifyInstance,
  id: string,
): Promise<Looked> {
  if (!isUrlClientId(id)) return { problem: 'malformed' };
  const known = await metadataClients.find(id);
  if (known?.review === 'blocked') return { client: known, isStale: false };
  try {
    const client = await resolveClient(id);
    return client?.origin === 'metadata_document' ? { client, isStale: false } : { problem: 'malformed' };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return known === undefined ? { problem: problemOf(error) } : { client: known, isStale: true };
  }
}

function problemOf({ code, details }: OAuthError): LookupProblem {
  if (details.reason === 'client_url_malformed') return 'malformed';
  return code === 'invalid_client' ? 'unusable' : 'busy';
}

/** Returns the data of a client for one school. */
export const viewOf = (client: MetadataDocumentClient, siteId: string): ReviewView['app'] => {
  const { id, host, name, review, metadata, approvedMetadata, fetchedAt, adoptedBy } = client;
  return {
    id,
    host,
    name,
    review,
    hasChanged: approvedMetadata !== undefined,
    isAdopted: adoptedBy.includes(siteId),
    redirectUris: metadata.redirectUris,
    droppedRedirectUris: metadata.droppedRedirectUris,
    scopes: scopesAt(client, siteId),
    fetchedAt,
    difference: approvedMetadata && metadataDifference(approvedMetadata, metadata),
  };
};
