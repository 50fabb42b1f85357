/**
 * Reads apps with a metadata document for the pages of a school or of the platform, and determines who decides about them for the
 * platform.
 */
import type { FastifyInstance } from 'fastify';
import type { MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import { OAuthError, type RefusalReason } from '../../../../schema/oauth/oauth-error.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';
import { DOCUMENT_FAULTS } from '../../kit/sending.ts';
import { at, type OperatorRequest, triesOut } from '../operator-pages.ts';
import type { Place, PlacedRequest } from '../placed-pages.ts';

export type LookupProblem = keyof Text['reviews']['look']['problems'];
export type ReviewUndone = keyof Text['reviews']['undone'];
/** How a decision ended. */
export type ReviewResult = { done?: keyof Text['reviews']['done']; undone?: ReviewUndone };

/**
 * Whether the person approves and blocks clients. All schools share these clients, so a decision applies everywhere. It
 * is made by the people whom the configuration lists, with a confirmed e-mail address; if it lists nobody, by the owner
 * of the only school.
 */
export const decidesForPlatform = async (app: FastifyInstance, signedIn: PlacedRequest): Promise<boolean> =>
  (await deciders(app, signedIn)).decides;

/** Returns whether the person decides, and whether anyone on this server does. */
export async function deciders(
  { config, school: { platform } }: FastifyInstance,
  { membership, runsPlatform }: PlacedRequest,
): Promise<{ decides: boolean; isDecided: boolean }> {
  if (config.platformOperators.length > 0) return { decides: runsPlatform, isDecided: true };
  const isDecided = await platform.isOneSchool();
  return { decides: isDecided && membership?.role === 'owner', isDecided };
}

/** Returns the client that the path or the form names. */
export const clientNamed = ({ request }: PlacedRequest): string =>
  readParameters(request.method === 'POST' ? request.body : request.query).get('client') ?? '';

/** A client, with the problem if its document is the last known one because the current one cannot be read. */
export type Looked =
  | { client: MetadataDocumentClient; problem: LookupProblem | undefined }
  | { problem: LookupProblem; client?: never };

/** Returns the client with its document. The document of a blocked client is not fetched. */
export async function readApp(
  { oauth: { metadataClients, resolveClient } }: FastifyInstance,
  id: string,
): Promise<Looked> {
  if (!isUrlClientId(id)) return { problem: 'malformed' };
  const known = await metadataClients.find(id);
  if (known?.review === 'blocked') return { client: known, problem: undefined };
  try {
    const client = await resolveClient(id);
    return client?.origin === 'metadata_document' ? { client, problem: undefined } : { problem: 'malformed' };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const problem = problemOf(error);
    return known === undefined ? { problem } : { client: known, problem };
  }
}

const PROBLEMS: Partial<Record<RefusalReason, LookupProblem>> = {
  client_url_malformed: 'malformed',
  ...DOCUMENT_FAULTS,
};

const problemOf = ({ details }: OAuthError): LookupProblem => PROBLEMS[details.reason] ?? 'busy';

/** Returns the address of the page of an app. */
export function appPath<V extends PlacedRequest>(
  place: Place<V>,
  signedIn: V,
  client: string,
  result: ReviewResult = {},
): string {
  return `${place.base(signedIn)}/app?${new URLSearchParams({ client, ...result })}`;
}

/** The page on which apps are reviewed, if the person can open one. The one of a school belongs to the feature. */
export function reviewsLink(signedIn: OperatorRequest, { admin }: Text): Html | false {
  const atSchool = triesOut(signedIn.membership, 'mcp_connections') && at(signedIn, '/reviews');
  const href = atSchool || (signedIn.runsPlatform && '/platform/reviews');
  return href !== false && html` <a href="${href}">${admin.area.pages.reviews}</a>`;
}
