/**
 * Apps with a metadata document: how the pages of a school or of the platform read them, who decides about them for the platform,
 * and what is said of them and of decisions.
 */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import { readParameters } from '../../../../schema/data/parameters.ts';
import type { MetadataDocumentClient, Review } from '../../../../schema/oauth/client.ts';
import { metadataDifference } from '../../../../schema/oauth/client-metadata-document.ts';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import { OAuthError } from '../../../../schema/oauth/oauth-error.ts';
import type { RefusalReason } from '../../../../schema/refusals/index.ts';
import type { Text } from '../../../words/index.ts';
import { fact } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { DOCUMENT_FAULTS } from '../../kit/sending.ts';
import { at, type OperatorRequest, type Place, type PlacedRequest, triesOut } from '../operator-pages.ts';

export type LookupProblem = keyof Text['reviews']['look']['problems'];
export type ReviewUndone = keyof Text['reviews']['undone'];
/** How a decision ended. */
export type ReviewResult = { done?: keyof Text['reviews']['done']; undone?: ReviewUndone };

/**
 * Returns whether the person approves and blocks clients. All schools share these clients, so a decision applies
 * everywhere. It is made by the people whom the configuration lists, with a confirmed e-mail address; if it lists
 * nobody, by the owner of the only school.
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
type LookupResult =
  | { client: MetadataDocumentClient; problem: LookupProblem | undefined }
  | { problem: LookupProblem; client?: never };

/** Returns the client with its document. The document of a blocked client is not fetched. */
export async function readApp(
  { oauth: { metadataClients, resolveClient } }: FastifyInstance,
  id: string,
): Promise<LookupResult> {
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

const problemOf = ({ reason }: OAuthError): LookupProblem => PROBLEMS[reason] ?? 'busy';

/** Returns the event of a decision, with the e-mails to the schools that asked for it. */
export const withAnswers = async (
  { school }: FastifyInstance,
  event: AuditEvent,
  client: MetadataDocumentClient,
): Promise<AuditEvent> => ({ ...event, ...(await school.answerLetters(client, event.at)) });

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

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)([:/?#]|$)/;

const BADGES = { unreviewed: ' unknown', by_default: '', approved: '', blocked: ' off' };

/** @param siteId the school that may have adopted it */
export const reviewBadges = (
  { adoptedBy, approvedMetadata, review }: MetadataDocumentClient,
  siteId: string | undefined,
  { reviews }: Text,
): Html => {
  const isAdopted = siteId !== undefined && adoptedBy.includes(siteId) && review !== 'blocked';
  return html`<span class="badge${BADGES[review]}">${reviews.states[review]}</span>${approvedMetadata !== undefined && html` <span class="badge unknown">${reviews.changed}</span>`}${isAdopted && html` <span class="badge">${reviews.adopted}</span>`}`;
};

export const listed = (uris: readonly string[]): Html =>
  html`<ul class="addresses">${uris.map((uri) => html`<li>${displayText(uri)}</li>`)}</ul>`;

/** Returns the hosts of the redirect URIs without repetitions. */
export const destinations = ({ metadata }: MetadataDocumentClient, { reviews }: Text): string => {
  const hosts = metadata.redirectUris.map((uri) =>
    LOOPBACK.test(uri) ? reviews.app.loopback : displayText(URL.parse(uri)?.host ?? uri),
  );
  return [...new Set(hosts)].join(', ');
};

/** Returns the changes since the last approval. */
export const differenceOf = (
  { approvedMetadata, metadata }: MetadataDocumentClient,
  { reviews: { app } }: Text,
): Html | undefined => {
  if (approvedMetadata === undefined) return undefined;
  const { name, gone, added } = metadataDifference(approvedMetadata, metadata);
  return html`<section class="stack"><h2>${app.difference}</h2>
${name !== undefined && html`<p><del>${app.nameBefore({ name: displayText(name.before) })}</del> <ins>${app.nameNow({ name: displayText(name.after) })}</ins></p>`}
${gone.length > 0 && html`<div><h3>${app.gone}</h3><del>${listed(gone)}</del></div>`}
${added.length > 0 && html`<div><h3>${app.added}</h3><ins>${listed(added)}</ins></div>`}
</section>`;
};

/** The facts that the decision is based on. */
export const describedApp = (client: MetadataDocumentClient, text: Text): Html => html`<dl class="facts plain-facts">
${fact(text.reviews.app.address, html`<code>${displayText(client.id)}</code>`)}
${fact(text.reviews.app.name, displayText(client.name))}
${fact(text.reviews.app.goesTo, destinations(client, text))}
${fact(text.reviews.app.redirects, listed(client.metadata.redirectUris))}
</dl>
${differenceOf(client, text)}`;

/** Which app it is, because a host can have several. */
export const namedApp = ({ id, name }: MetadataDocumentClient, { client }: Text): Html =>
  html`<p>${client.callsItself({ name: displayText(name) })} <code>${displayText(id)}</code></p>`;

/** @param isApproved whether the app may do more than read by then */
export const adoptText = (isApproved: boolean, { reviews: { adopt } }: Text): string =>
  isApproved ? adopt.text : `${adopt.text} ${adopt.untilApproved}`;

/** Returns the words for what ends with the offer: the connections of an app that is blocked have ended before. */
export const releaseText = (review: Review, { reviews: { release } }: Text): string =>
  review === 'blocked' ? release.blocked : release.text;
