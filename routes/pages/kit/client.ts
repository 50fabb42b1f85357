import type { ClientIdentity } from '../../../schema/oauth/connection.ts';
import { LOGOS_PATH } from './branding.ts';
import { displayText, initialOf } from './display-text.ts';
import { type Html, html } from './html.ts';
import type { Text } from './text/index.ts';
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
      };
    case 'vendor':
      return { name, assurance: 'vendor', maker: 'vendor' };
    case 'registered':
      return { name, assurance: 'none', maker: 'self' };
    case 'metadata_document':
      return {
        name,
        host: client.host,
        assurance: client.review === 'approved' ? 'platform' : 'none',
        maker: 'host',
      };
  }
}

/**
 * Returns the name of an app for use in sentences: the host that it has proven, or otherwise the name that it gave
 * itself.
 */
export const clientLabel = (client: ClientView): string => displayText(client.host ?? client.name);

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

const madeBy = (client: ClientView, text: Text): Html => {
  if (client.maker === 'vendor') return html`<span class="badge">${text.client.vendor}</span>`;
  if (client.assurance === 'platform') return html`<span class="badge">${text.client.reviewed}</span>`;
  if (client.maker === 'host') return html`<span>${text.client.namedByAddress}</span>`;
  if (client.maker === 'self') return html`<span>${text.client.registeredItself}</span>`;
  return html`<span>${client.siteName === undefined ? text.client.madeBySchool : text.client.madeBy(displayText(client.siteName))}</span>`;
};

/** Describes who created the app, and whether anyone has verified it. */
export const clientOrigin = (client: ClientView, text: Text): Html =>
  html`<p class="made">${unreviewedBadge(client, text)} ${madeBy(client, text)}</p>`;
