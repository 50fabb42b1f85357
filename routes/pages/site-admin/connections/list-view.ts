import { isIdentityScope, type Scope } from '../../../../schema/oauth/scope.ts';
import { clientLabel, clientTile, unreviewedBadge } from '../../kit/client.ts';
import { day, emptyList, field, linkButton, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type Text, textFor } from '../../kit/text/index.ts';
import type { AccountView, ClientView } from '../../kit/views.ts';
import { type ClientChoices, clientFilter } from '../client-filter.ts';

export type ConnectionView = {
  client: ClientView;
  person: AccountView;
  scopes: readonly Scope[];
  since: number;
  lastUsedAt: number;
  href: string;
};

export type Connections = {
  connections: readonly ConnectionView[];
  /** The path of the list. */
  action: string;
  /** The apps that can be chosen. */
  clients: ClientChoices;
  client: string;
  person: string;
  timeZone: string;
  nextHref: string | undefined;
  /** Path of the form that ends all listed connections, for people who may do that. */
  endAllHref: string | undefined;
  manages: boolean;
  done: keyof Text['connections']['done'] | undefined;
};

const SENTENCES = 3;

const can = (scopes: readonly Scope[], text: Text): Html => {
  if (scopes.length === 0) return html`<p class="detail">${text.connections.canNothing}</p>`;
  // Nearly every app can read identity, so the scopes that distinguish apps come first.
  const telling = [...scopes].sort((a, b) => Number(isIdentityScope(a)) - Number(isIdentityScope(b)));
  const rest = scopes.length - SENTENCES;
  return html`<p class="detail">${text.connections.can}</p>
<ul class="detail">${telling.slice(0, SENTENCES).map((scope) => html`<li>${text.scopes[scope]}</li>`)}
${rest > 0 && html`<li>${text.connections.more(rest)}</li>`}</ul>`;
};

const item = (connection: ConnectionView, timeZone: string, { language }: PageFrame): Html => {
  const text = textFor(language);
  const { client, person, scopes, since, lastUsedAt, href } = connection;
  return html`<li><div><div class="asker">${clientTile(client)}<div>
<h2><a href="${href}">${text.connections.details(clientLabel(client), displayText(person.name))}</a></h2>
${client.host !== undefined && html`<p class="detail">${text.connectedApps.callsItself(displayText(client.name))}</p>`}
${unreviewedBadge(client, text)}
<p class="detail">${displayText(person.email)}</p>
${can(scopes, text)}
<p class="detail">${text.connections.since} ${day(since, language, timeZone)}</p>
<p class="detail">${text.connections.lastUsed} ${day(lastUsedAt, language, timeZone)}</p>
</div></div></div></li>`;
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

const list = (view: Connections, frame: PageFrame): Html => {
  const { none, noneText, noneFound, noneFoundText } = textFor(frame.language).connections;
  if (view.connections.length > 0) {
    return html`<ul class="rows">${view.connections.map((one) => item(one, view.timeZone, frame))}</ul>`;
  }
  return view.client === '' && view.person === '' ? emptyList(none, noneText) : emptyList(noneFound, noneFoundText);
};

/** The page that lists the connections of a school. */
export const connectionsPage = (frame: PageFrame, view: Connections): string => {
  const text = textFor(frame.language);
  const { connections } = text;
  const title = text.admin.area.pages.connections;
  const { manages, done, nextHref, endAllHref } = view;
  const body = html`<div class="intro"><h1>${title}</h1><p>${manages ? connections.lead : connections.leadLooking}</p></div>
${done !== undefined && notice('info', html`<p role="status">${connections.done[done]}</p>`)}
${filters(view, text)}
${list(view, frame)}
${nextHref !== undefined && html`<p class="more"><a href="${nextHref}" rel="next">${text.shell.next}</a></p>`}
${endAllHref !== undefined && html`<p>${linkButton(endAllHref, connections.endAll, 'secondary')}</p>`}`;
  return page(frame, { title, body });
};
