import type { ConnectionPlace } from '../../../../schema/oauth/connection.ts';
import { isIdentityScope, type Scope } from '../../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { claimedName, clientTile, clientTitle, unreviewedBadge } from '../../kit/client.ts';
import { button, day, emptyList, field, linkButton, momentOfEvent, notice, timeOf } from '../../kit/components.ts';
import { numbered, sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { pager } from '../../kit/pager.ts';
import { connectionsStylesheet } from '../../kit/styles.ts';
import type { AccountView, ClientView } from '../../kit/views.ts';
import { type ClientChoices, clientFilter } from '../client-filter.ts';

export type ConnectionView = {
  client: ClientView;
  person: AccountView;
  scopes: readonly Scope[];
  since: number;
  /** Its place among those of the person with the app, if there are several. */
  place: ConnectionPlace | undefined;
  lastUsedAt: number;
  href: string;
};

export type ListedConnection = ConnectionView & { id: number };

export type Connections = {
  connections: readonly ListedConnection[];
  /** How many there are on all pages, if that is known. */
  total: number | undefined;
  /** The path of the list. */
  action: string;
  /** The apps that can be chosen. */
  clients: ClientChoices;
  client: string;
  person: string;
  timeZone: string;
  previousHref: string | undefined;
  nextHref: string | undefined;
  /** Path of the form that ends all connections of the school, for people who may do that. */
  endAllHref: string | undefined;
  /** The app by which the list is filtered, and the path of the form that ends all its connections. */
  endClient: { client: ClientView; href: string } | undefined;
  manages: boolean;
  done: keyof Text['connections']['done'] | undefined;
  ended: Ended | undefined;
};

/** The connection that was ended on the page before. It has no number any more, so the time tells it from others. */
export type Ended = { client: ClientView; person: string; since: number };

const SENTENCES = 3;

const can = (scopes: readonly Scope[], text: Text): Html => {
  if (scopes.length === 0) return html`<p class="detail">${text.connections.canNothing}</p>`;
  // Nearly every app can read identity, so the scopes that distinguish apps come first.
  const telling = [...scopes].sort((a, b) => Number(isIdentityScope(a)) - Number(isIdentityScope(b)));
  const rest = scopes.length - SENTENCES;
  return html`<ul class="detail">${telling.slice(0, SENTENCES).map((scope) => html`<li>${text.scopes[scope]}</li>`)}
${rest > 0 && html`<li>${text.connections.more({ count: rest })}</li>`}</ul>`;
};

const row = (connection: ListedConnection, { manages, timeZone }: Connections, { language }: PageFrame): Html => {
  const text = textFor(language);
  const { client, person, place, scopes, since, lastUsedAt, href, id } = connection;
  const title = numbered(
    text.connections.details({ app: clientTitle(client), person: displayText(person.name) }),
    place,
    language,
  );
  const pick = html`<td class="pick"><input type="checkbox" name="grant" value="${id}" aria-label="${text.members.selected.select({ name: title })}"></td>`;
  return html`<tr>${manages && pick}<th scope="row"><div class="asker">${clientTile(client)}<div><a href="${href}">${title}</a>
${claimedName(client, text)}
${unreviewedBadge(client, text)}
<span class="detail">${displayText(person.email)}</span></div></div></th>
<td data-label="${text.connections.can}">${can(scopes, text)}</td>
<td class="moment" data-label="${text.connections.since}">${timeOf(since, sinceText({ since, place, timeZone }, language))}</td>
<td data-label="${text.connections.lastUsed}">${day(lastUsedAt, language, timeZone)}</td></tr>`;
};

const table = (view: Connections, frame: PageFrame): Html => {
  const { connections, members } = textFor(frame.language);
  const columns = [connections.filter.app, connections.can, connections.since, connections.lastUsed];
  return html`<table class="cards connected"><thead><tr>${view.manages && html`<th scope="col">${members.selected.column}</th>`}${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${view.connections.map((one) => row(one, view, frame))}</tbody></table>`;
};

const filters = ({ action, clients, client, person }: Connections, text: Text): Html => {
  const { filter } = text.connections;
  const common = { autocomplete: 'off', optional: true, maxLength: 2000 } as const;
  return html`<form class="filters" action="${action}">
${clientFilter({ choices: clients, value: client }, text)}
${field({ ...common, name: 'person', label: filter.person, type: 'email', value: person, hint: filter.personHint })}
<button type="submit" class="secondary">${filter.submit}</button>
${(client !== '' || person !== '') && html`<a href="${action}">${filter.reset}</a>`}
</form>`;
};

/** The table, for people who can end connections within a form for the selected ones. */
const list = (view: Connections, frame: PageFrame): Html => {
  const { none, noneText, noneFound, noneFoundText, endSelected } = textFor(frame.language).connections;
  if (view.connections.length > 0) {
    return view.manages
      ? html`<form class="whole" action="${view.action}/selected">${table(view, frame)}<div class="inline">${button(endSelected, 'secondary')}</div></form>`
      : table(view, frame);
  }
  return view.client === '' && view.person === '' ? emptyList(none, noneText) : emptyList(noneFound, noneFoundText);
};

const danger = (href: string, label: string, consequence: string): Html =>
  html`<li><div><h3 class="name">${label}</h3>
<p class="detail">${consequence}</p></div>${linkButton(href, label, 'secondary danger')}</li>`;

function dangerOfApp(
  { client, href }: NonNullable<Connections['endClient']>,
  { endClient, ending }: Text['connections'],
): Html {
  const name = clientTitle(client);
  return danger(href, endClient({ app: name }), ending.clientText({ app: name }));
}

const dangerZone = (endAllHref: string, { endClient }: Connections, { connections, members }: Text): Html =>
  html`<section class="stack"><h2>${members.member.dangerZone}</h2><ul class="rows">
${endClient && dangerOfApp(endClient, connections)}
${danger(endAllHref, connections.endAll, connections.ending.allText)}</ul></section>`;

const endedOne = ({ client, person, since }: Ended, { timeZone }: Connections, { language }: PageFrame): Html => {
  const { connections } = textFor(language);
  return html`<p class="name">${connections.details({ app: clientTitle(client), person: displayText(person) })}</p>
<p class="detail">${connections.since} ${momentOfEvent(since, language, timeZone)}</p>`;
};

/** The page that lists the connections of a school. */
export const connectionsPage = (frame: PageFrame, view: Connections): string => {
  const text = textFor(frame.language);
  const { connections } = text;
  const title = text.admin.area.pages.connections;
  const { manages, done, ended, total, endAllHref } = view;
  const body = html`<div class="intro"><h1>${title}</h1><p>${manages ? connections.lead : connections.leadLooking}</p></div>
${done !== undefined && notice(done === 'none' ? 'warning' : 'info', html`<p role="status">${connections.done[done]}</p>${done === 'one' && ended !== undefined && endedOne(ended, view, frame)}`)}
${filters(view, text)}
${total !== undefined && total > 0 && html`<p class="detail">${connections.total({ count: total })}</p>`}
${list(view, frame)}
${pager(view, text)}
${endAllHref !== undefined && dangerZone(endAllHref, view, text)}`;
  const headExtra = html`<link rel="stylesheet" href="${connectionsStylesheet.path}">`;
  return page(frame, { title, body, headExtra });
};
