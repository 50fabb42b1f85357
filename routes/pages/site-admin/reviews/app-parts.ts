/** What pages say of an app with a metadata document, and of decisions about it. */
import type { MetadataDocumentClient, Review } from '../../../../schema/oauth/client.ts';
import { metadataDifference } from '../../../../schema/oauth/client-metadata-document.ts';
import type { Text } from '../../../words/index.ts';
import { fact } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';

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

/** What has changed since the last approval. */
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

/** What ends with the offer: the connections of an app that is blocked have ended before. */
export const releaseText = (review: Review, { reviews: { release } }: Text): string =>
  review === 'blocked' ? release.blocked : release.text;
