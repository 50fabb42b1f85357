/** Apps named by URL as a school's pages look at them, and who decides about them for the whole platform. */
import type { FastifyInstance } from 'fastify';
import { type MetadataDocumentClient, scopesAt } from '../../../../schema/oauth/client.ts';
import { metadataDifference } from '../../../../schema/oauth/client-metadata-document.ts';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { emailKey } from '../../../../schema/people/email.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import type { LookProblem } from './list-view.ts';
import type { ReviewView } from './view.ts';

/**
 * Every school shares these clients, so an approval or a block counts everywhere. It is made by the people whom the
 * configuration names, at an address that they have confirmed; where it names nobody, by an owner of the only school.
 */
export async function decidesForPlatform(
  { config, people: { persons: people }, school: { platform } }: FastifyInstance,
  { membership, session }: OperatorRequest,
): Promise<boolean> {
  const { platformOperators } = config;
  if (platformOperators.length === 0) return membership.role === 'owner' && (await platform.isOneSchool());
  const key = emailKey(session.person.email);
  if (!platformOperators.includes(key)) return false;
  // Any school can invite any address: only who has shown to receive its mail is the person who was named.
  return (await people.findByEmail(key))?.emailVerified === true;
}

/** Which client the address of a page, or the form on it, names. */
export const clientNamed = ({ request }: OperatorRequest): string =>
  readParameters(request.method === 'POST' ? request.body : request.query).get('client') ?? '';

export type Looked =
  | { client: MetadataDocumentClient; isStale: boolean; problem?: never }
  | { problem: LookProblem; client?: never };

/** The client as its document says it now, or as it was when the document cannot be read; a blocked one is not fetched. */
export async function lookAt(
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

function problemOf({ code, details }: OAuthError): LookProblem {
  if (details.reason === 'client_url_malformed') return 'malformed';
  return code === 'invalid_client' ? 'unusable' : 'busy';
}

/** What a page tells of a client, to one school only. */
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
