import type { FastifyInstance } from 'fastify';
import { claimsVendor } from '../../../schema/clients/vendor-presets.ts';
import { type Client, isApproved } from '../../../schema/oauth/client.ts';
import type { ClientIdentity } from '../../../schema/oauth/connection.ts';
import { metadataHost, parseMetadataUrl } from '../../../schema/oauth/metadata-url.ts';
import { looksLike } from '../../../schema/text/look-alike.ts';
import { type Language, type Text, textFor } from '../../words/index.ts';
import { LOGOS_PATH } from './branding.ts';
import { displayText, initialOf } from './display-text.ts';
import { type Html, html } from './html.ts';
import type { ClientView } from './views.ts';

export function clientView(client: ClientIdentity, siteName: string | undefined): ClientView {
  const { name } = client;
  switch (client.origin) {
    case 'site_application':
      return {
        name,
        assurance: 'school',
        maker: 'school',
        ...(siteName === undefined ? {} : { siteName }),
        ...(client.logo === undefined ? {} : { logo: client.logo }),
        ...(client.runsAlone && { runsAlone: true }),
      };
    case 'vendor':
      return { name, assurance: 'vendor', maker: 'vendor' };
    case 'registered':
      return { name, assurance: 'none', maker: 'self' };
    case 'metadata_document':
      return {
        name,
        host: client.host,
        assurance: isApproved(client.review) ? 'platform' : 'none',
        maker: 'host',
      };
  }
}

/**
 * The app that asks for access. A name that belongs to others is marked, unless it is known to be theirs: to an
 * integration, the school, or an app that the platform has approved.
 */
export function askingView(
  { vendors }: Pick<FastifyInstance['config'], 'vendors'>,
  client: Client,
  language: Language,
  siteName?: string,
  approved: readonly string[] = [],
): ClientView {
  const view = clientView(client, siteName);
  const isStrange =
    view.assurance === 'none' && [siteName ?? '', ...approved].some((name) => looksLike(client.name, name));
  if (!isStrange && !claimsVendor(vendors, client)) return view;
  return { ...view, name: textFor(language).client.unverified({ name: view.name }) };
}

/**
 * Returns the name of an app for use in sentences: the host that it has proven, or otherwise the name that it gave
 * itself.
 */
export const clientLabel = (client: ClientView): string => displayText(client.host ?? client.name);

/** The name that an app gave itself, with the host that vouches for it, as what happened at a school and lists call it. */
export const nameAndHost = ({ host, name }: Pick<ClientView, 'host' | 'name'>): string =>
  displayText(host === undefined ? name : `${name} (${host})`);

/** The same, where only the id and the name of the app are known. */
export function nameOfClient(id: string | null, name: string): string {
  const url = id === null ? undefined : parseMetadataUrl(id);
  return nameAndHost(url === undefined ? { name } : { name, host: metadataHost(url).host });
}

/**
 * The heading of an app in lists of what is connected. CIMD §8.5: until it was reviewed, the name is only claimed, so that
 * the host alone is the heading, and the name is below it.
 */
export const clientTitle = (client: ClientView): string =>
  client.assurance === 'none' ? clientLabel(client) : nameAndHost(client);

/** The name that an app which was not reviewed claims. */
export const claimedName = (client: ClientView, { connectedApps }: Text): Html | undefined =>
  client.host !== undefined && client.assurance === 'none'
    ? html`<p class="detail">${connectedApps.callsItself({ name: displayText(client.name) })}</p>`
    : undefined;

/** The logo of an application. Its name is beside it, so it needs no text of its own. */
export const logoTile = (logo: string): Html =>
  html`<img class="tile large" src="${LOGOS_PATH}/${logo}" alt="" width="48" height="48">`;

export const clientTile = (client: ClientView): Html => {
  if (client.logo !== undefined) return logoTile(client.logo);
  const unknown = client.assurance === 'none' && ' unknown';
  return html`<span class="tile large${unknown}" aria-hidden="true">${initialOf(clientLabel(client))}</span>`;
};

export const unreviewedBadge = (client: ClientView, text: Text): Html | undefined =>
  client.assurance === 'none' ? html`<span class="badge unknown">${text.client.unreviewed}</span>` : undefined;

/** Such an app does what others ask a person about. */
export const aloneBadge = ({ runsAlone }: Pick<ClientView, 'runsAlone'>, text: Text): Html | undefined =>
  runsAlone && html`<span class="badge unknown">${text.client.runsAlone}</span>`;

const madeBy = (client: ClientView, text: Text): Html => {
  if (client.maker === 'vendor') return html`<span class="badge">${text.client.vendor}</span>`;
  if (client.assurance === 'platform') return html`<span class="badge">${text.client.reviewed}</span>`;
  if (client.maker === 'host') return html`<span>${text.client.namedByAddress}</span>`;
  if (client.maker === 'self') return html`<span>${text.client.registeredItself}</span>`;
  return html`<span>${client.siteName === undefined ? text.client.madeBySchool : text.client.madeBy({ school: displayText(client.siteName) })}</span>`;
};

/** Describes who created the app, and whether anyone has verified it. */
export const clientOrigin = (client: ClientView, text: Text): Html =>
  html`<p class="made">${unreviewedBadge(client, text)} ${madeBy(client, text)} ${aloneBadge(client, text)}</p>`;
