/** One connection of a school, with its access. */
import type { FastifyInstance } from 'fastify';
import { claimedName, clientOrigin, clientTile, clientTitle, clientView } from '../../kit/client.ts';
import { accountCard, day, fact, linkButton, timeOf } from '../../kit/components.ts';
import { numbered, sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { grantedScopes } from '../../kit/granted-scopes.ts';
import { html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { at, type SiteAdminPages } from '../operator-pages.ts';
import {
  CONNECTIONS,
  connectionPath,
  connectionsPlace,
  detailsOf,
  filteredPath,
  findConnection,
  ONE_CONNECTION,
  placesOf,
} from './routes.ts';

export function connectionPage(app: FastifyInstance, { seeing }: SiteAdminPages): void {
  definePage(app, connectionsPlace(seeing('members:read')), {
    at: ONE_CONNECTION,
    async load({ signedIn }) {
      const connection = await findConnection(app, signedIn);
      if (connection === undefined) return undefined;
      const places = await placesOf(app, signedIn, [connection]);
      const client = clientView(connection.client, connection.site.name);
      return { connection, client, place: places.get(connection.grantId) };
    },
    title: ({ connection, place }, { language, text }) => numbered(detailsOf(text, connection), place, language),
    top: ({ client }, { text }, title) => html`<div class="asker">${clientTile(client)}<div><h1>${title}</h1>
${claimedName(client, text)}
${clientOrigin(client, text)}</div></div>`,
    body({ connection, client, place }, { language, signedIn, text, timeZone }) {
      const { person, scopes, since, lastUsedAt } = connection;
      const { connections: words } = text;
      const { id } = connection.client;
      const auditHref = at(signedIn, `/audit?${new URLSearchParams({ person: person.id, client: id })}`);
      const endings = html`<section class="stack"><p class="detail">${words.endText}</p>
<div class="inline">${linkButton(connectionPath(signedIn, connection, '/end'), words.end, 'secondary danger')}
${linkButton(connectionPath(signedIn, connection, '/end-client'), words.endClient({ app: clientTitle(client) }), 'secondary')}</div></section>`;
      return html`<section class="panel"><h2>${words.person}</h2>${accountCard(person)}<p><a href="${filteredPath(signedIn, { person: person.email })}">${words.onlyPerson}</a></p></section>
${grantedScopes(scopes, text, words)}
<dl class="facts">
${fact(words.clientId, html`<code>${displayText(id)}</code>`)}
${fact(words.since, timeOf(since, sinceText({ since, place, timeZone }, language)))}
${fact(words.lastUsed, day(lastUsedAt, language, timeZone))}
</dl>
<ul class="links">${signedIn.manages && html`<li><a href="${auditHref}">${text.audit.trails.connection}</a></li>`}<li><a href="${filteredPath(signedIn, { client: id })}">${words.onlyApp}</a></li><li><a href="${at(signedIn, CONNECTIONS)}">${text.shell.back}</a></li></ul>
${signedIn.manages && endings}`;
    },
  });
}
