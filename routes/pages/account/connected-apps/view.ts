import type { ConnectionPlace } from '../../../../schema/oauth/connection.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { claimedName, clientOrigin, clientTile, clientTitle } from '../../kit/client.ts';
import { day, emptyList, fact, linkButton, momentOfEvent, notice, timeOf } from '../../kit/components.ts';
import { sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { grantedScopes } from '../../kit/granted-scopes.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { pager } from '../../kit/pager.ts';
import type { ClientView } from '../../kit/views.ts';

export type InstallView = {
  since: number;
  place: ConnectionPlace;
  lastUsedAt: number;
  number: number;
  endHref: string;
};

/** An app at one school, with all installations that the person connected. */
export type ConnectedAppView = {
  client: ClientView;
  schoolName: string;
  timeZone: string;
  scopes: readonly Scope[];
  since: number;
  lastUsedAt: number;
  endHref: string;
  /** The newest of the `installCount` installations. */
  installs: readonly InstallView[];
  installCount: number;
};

export type ConnectedApps = {
  apps: readonly ConnectedAppView[];
  previousHref: string | undefined;
  nextHref: string | undefined;
  done: keyof Text['connectedApps']['done'] | undefined;
  ended: EndedView | undefined;
};

/** What was ended on the page before: an app at a school, or one of its connections there, which the time tells apart. */
export type EndedView = Pick<ConnectedAppView, 'client' | 'schoolName' | 'since' | 'timeZone'>;

const installList = ({ installs, installCount, timeZone }: ConnectedAppView, { language }: PageFrame): Html => {
  const text = textFor(language).connectedApps;
  const install = ({ since, place, lastUsedAt, number, endHref }: InstallView): Html => html`<li><div>
<p class="name">${text.one({ number, count: place.sinces.length })}</p>
<p class="detail">${text.since} ${timeOf(since, sinceText({ since, place, timeZone }, language))}</p>
<p class="detail">${text.lastUsed} ${day(lastUsedAt, language, timeZone)}</p></div>
<a href="${endHref}">${text.endOne({ number })}</a></li>`;
  return html`<details><summary>${text.several({ count: installCount })}</summary>
<p class="detail">${text.severalText}${installs.length < installCount && html` ${text.listed({ listed: installs.length, all: installCount })}`}</p>
<ul class="rows">${installs.map(install)}</ul></details>`;
};

const appSection = (app: ConnectedAppView, frame: PageFrame): Html => {
  const { language } = frame;
  const text = textFor(language);
  const { client, schoolName, timeZone, since, lastUsedAt, installCount } = app;
  // CIMD §8.5: the host is proven and the name is only claimed, so the host comes first.
  return html`<section class="panel stack"><div class="asker">${clientTile(client)}<div>
<h2>${clientTitle(client)}</h2>
${claimedName(client, text)}
${clientOrigin(client, text)}
<p>${text.connectedApps.at({ school: displayText(schoolName) })}</p></div></div>
${grantedScopes(app.scopes, text, text.connectedApps)}
<dl class="facts">
${fact(text.connectedApps.since, day(since, language, timeZone))}
${fact(text.connectedApps.lastUsed, day(lastUsedAt, language, timeZone))}
</dl>
${installCount > 1 && installList(app, frame)}
<p>${linkButton(app.endHref, text.connectedApps.end({ app: clientTitle(client) }), 'secondary')}</p></section>`;
};

const endedApp = (
  { client, schoolName, since, timeZone }: EndedView,
  done: 'app' | 'one',
  { language }: PageFrame,
): Html => {
  const text = textFor(language).connectedApps;
  return html`<p class="name">${clientTitle(client)}</p><p class="detail">${text.at({ school: displayText(schoolName) })}</p>
${done === 'one' && html`<p class="detail">${text.since} ${momentOfEvent(since, language, timeZone)}</p>`}`;
};

export const connectedAppsPage = (frame: PageFrame, view: ConnectedApps): string => {
  const { apps, done, ended } = view;
  const text = textFor(frame.language);
  const title = text.account.area.pages.connectedApps;
  const list =
    apps.length === 0
      ? emptyList(text.connectedApps.none, text.connectedApps.noneText)
      : apps.map((app) => appSection(app, frame));
  const body = html`<div class="intro"><h1>${title}</h1><p>${text.connectedApps.lead}</p></div>
${done !== undefined && notice('info', html`<p role="status">${text.connectedApps.done[done]}</p>${done !== 'gone' && ended !== undefined && endedApp(ended, done, frame)}`)}
${list}
${pager(view, text)}`;
  return page(frame, { title, body });
};
