/** The apps that a person connected, by app and school, and how a connection ends. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import { placeValues } from '../../../schema/audit/ended-connections.ts';
import type { Connection, ConnectionPlace } from '../../../schema/oauth/connection.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { ASSISTANTS } from '../connect/members.ts';
import { claimedName, clientOrigin, clientTile, clientTitle, clientView } from '../kit/client.ts';
import { day, emptyList, fact, linkButton, momentOfEvent, statusNotice, timeOf } from '../kit/components.ts';
import { plainConfirmationPage } from '../kit/confirmation.ts';
import { numberedSince, sinceText } from '../kit/connection-place.ts';
import { displayText } from '../kit/display-text.ts';
import { grantedScopes } from '../kit/granted-scopes.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { grantNumber, grantOf } from '../kit/path-parameter.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountFrame, accountPlace } from './account-pages.ts';

const APPS_PER_PAGE = 5;
const CONNECTIONS_SHOWN = 10;
const DONE = ['app', 'one', 'gone'] as const;

export function connectedAppPages(app: FastifyInstance, pages: SignedInPages): void {
  const { connections } = app.oauth;

  definePage(app, accountPlace(pages, CONNECTED_APPS), {
    at: CONNECTED_APPS,
    async load({ now, query, signedIn }) {
      const { id } = signedIn.session.person;
      const ended = query.get('ended');
      return {
        ...sliceOf(appsOf(await connections.ofPerson(id, now)), query.get('from'), APPS_PER_PAGE),
        /** The connection that the page before ended. */
        ended: ended === undefined ? undefined : await connections.findEndedOfPerson(id, grantNumber(ended)),
      };
    },
    title: (_shown, { text }) => text.account.area.pages.connectedApps,
    lead: (_shown, { text }) => html`<p>${text.connectedApps.lead}</p>`,
    body({ ended, ...apps }, visit) {
      const { text } = visit;
      const done = DONE.find((key) => key === visit.query.get('done'));
      return html`${done && statusNotice(text.connectedApps.done[done], done !== 'gone' && ended && endedApp(ended, done, visit))}
${apps.rows.length === 0 ? emptyList(text.connectedApps.none, text.connectedApps.noneText, linkButton(ASSISTANTS, text.connectedApps.connectAssistant, 'secondary')) : apps.rows.map((one) => appSection(one, visit))}
${paginationLinks(apps, CONNECTED_APPS, text)}`;
    },
  });

  endForms(app, pages);
}

/** The connections of a person with an app at a school, the newest first. */
export type ConnectedApp = readonly [Connection, ...Connection[]];

/** Groups connections by app and school. The most recently used app comes first. */
export function appsOf(connections: readonly Connection[]): ConnectedApp[] {
  const groups = Map.groupBy(connections, ({ client, site }) => `${site.id} ${client.id}`);
  return [...groups.values()]
    .flatMap(([newest, ...others]): ConnectedApp[] => (newest === undefined ? [] : [[newest, ...others]]))
    .sort((a, b) => lastUseOf(b) - lastUseOf(a));
}

export const lastUseOf = (connections: readonly Connection[]): number =>
  Math.max(...connections.map(({ lastUsedAt }) => lastUsedAt));

export const scopesOf = (connections: readonly Connection[]): Connection['scopes'] => [
  ...new Set(connections.flatMap(({ scopes }) => scopes)),
];

function appSection(connections: ConnectedApp, { language, signedIn, text }: Visit): Html {
  const [{ client, grantId, site }] = connections;
  const app = clientView(client, site.name);
  const timeZone = timeZoneAt(signedIn, site.id);
  const since = Math.min(...connections.map((one) => one.since));
  // CIMD §8.5: the host is proven and the name is only claimed, so the host comes first.
  return html`<section class="panel stack"><div class="asker">${clientTile(app)}<div>
<h2>${clientTitle(app)}</h2>
${claimedName(app, text)}
${clientOrigin(app, text)}
<p>${text.connectedApps.at({ school: displayText(site.name) })}</p>
${connections.every((one) => one.identityId !== null) && throughSchoolOf(site, text)}</div></div>
${grantedScopes(scopesOf(connections), text, text.connectedApps)}
<dl class="facts">
${fact(text.connectedApps.since, day(since, language, timeZone))}
${fact(text.connectedApps.lastUsed, day(lastUseOf(connections), language, timeZone))}
</dl>
${connections.length > 1 && connectionList(connections, { language, text, timeZone })}
<p>${linkButton(endPath(grantId, 'app'), text.connectedApps.end({ app: clientTitle(app) }), 'secondary')}</p></section>`;
}

/** Says by which sign-in it was allowed, if that was no account. */
const throughSchoolOf = ({ name }: Connection['site'], { schoolSignIn }: Text): Html =>
  html`<p class="detail">${schoolSignIn.through({ school: displayText(name) })}</p>`;

function connectionList(
  connections: ConnectedApp,
  { language, text: all, timeZone }: Pick<Visit, 'language' | 'text' | 'timeZone'>,
): Html {
  const { connectedApps: text } = all;
  const count = connections.length;
  const sinces = connections.map(({ since }) => since);
  const item = ({ grantId, identityId, lastUsedAt, since, site }: Connection, index: number): Html => {
    const number = count - index;
    return html`<li><div>
<p class="name">${text.one({ number, count })}</p>
<p class="detail">${text.since} ${timeOf(since, sinceText({ since, place: { sinces }, timeZone }, language))}</p>
<p class="detail">${text.lastUsed} ${day(lastUsedAt, language, timeZone)}</p>
${identityId !== null && throughSchoolOf(site, all)}</div>
<a href="${endPath(grantId, 'one')}">${text.endOne({ number })}</a></li>`;
  };
  return html`<details><summary>${text.several({ count })}</summary>
<p class="detail">${text.severalText}${count > CONNECTIONS_SHOWN && html` ${text.listed({ listed: CONNECTIONS_SHOWN, all: count })}`}</p>
<ul class="rows">${connections.slice(0, CONNECTIONS_SHOWN).map(item)}</ul></details>`;
}

/** Ended by the page before: an app at a school, or one of its connections, which the time tells apart. */
const endedApp = (
  { client, site, since }: Pick<Connection, 'client' | 'site' | 'since'>,
  done: 'app' | 'one',
  { language, signedIn, text: { connectedApps: text } }: Visit,
): Html =>
  html`<p class="name">${clientTitle(clientView(client, site.name))}</p><p class="detail">${text.at({ school: displayText(site.name) })}</p>
${done === 'one' && html`<p class="detail">${text.since} ${momentOfEvent(since, language, timeZoneAt(signedIn, site.id))}</p>`}`;

export const CONNECTED_APPS = '/account/connected-apps';
type EndTarget = 'app' | 'one';

export const endPath = (grant: Connection['grantId'] | ':grant', target: EndTarget): string =>
  `${CONNECTED_APPS}/${grant}/${target === 'app' ? 'end-app' : 'end'}`;

/** Returns the time zone of a school of the person. */
const timeZoneAt = ({ memberships }: SignedInRequest, site: string): string =>
  memberships.find(({ siteId }) => siteId === site)?.timezone ?? 'UTC';

function endForms(app: FastifyInstance, pages: SignedInPages): void {
  endForm(app, pages, 'app');
  endForm(app, pages, 'one');
}

function endForm(app: FastifyInstance, pages: SignedInPages, target: EndTarget): void {
  const { connections } = app.oauth;
  const path = endPath(':grant', target);

  const find = ({ request, session }: SignedInRequest): Promise<Connection | undefined> =>
    connections.findOfPerson(session.person.id, grantOf(request), app.clock());

  /** Its place among several, if it is one that ends, and not all of them. */
  const placeOf = async (connection: Connection): Promise<ConnectionPlace | undefined> =>
    target === 'app'
      ? undefined
      : (await connections.placesOf(connection.site.id, [connection], app.clock())).get(connection.grantId);

  pages.get(path, async (signedIn, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    return sendPage(reply, question(signedIn, connection, await placeOf(connection), target), 'own');
  });

  pages.post(path, async (signedIn, _form, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    const { client, grantId, scopes, since, site } = connection;
    const event = signedIn.event('grant_revoked', {
      siteId: site.id,
      clientId: client.id,
      target: target === 'app' ? 'all' : String(grantId),
      before: fieldValues({ scopes, ...placeValues(await placeOf(connection), since) }),
    });
    if (target === 'app') await connections.endApp(connection, event);
    else await connections.end(connection, 'person', event);
    return goTo(reply, `${CONNECTED_APPS}?done=${target}&ended=${grantId}`);
  });
}

function question(
  signedIn: SignedInRequest,
  { client, grantId, since, site }: Connection,
  place: ConnectionPlace | undefined,
  target: EndTarget,
): string {
  const { ending } = signedIn.text.connectedApps;
  const app = clientTitle(clientView(client, site.name));
  const timeZone = timeZoneAt(signedIn, site.id);
  const which = numberedSince(app, { since, place, timeZone }, signedIn.frame.language);
  const names = { app, school: displayText(site.name) };
  return plainConfirmationPage(accountFrame(signedIn, CONNECTED_APPS), {
    title: ending[target]({ app }),
    consequences: html`${place !== undefined && html`<p class="name">${which}</p>`}<p>${ending[`${target}Text`](names)}</p><p>${ending.kept}</p>`,
    action: endPath(grantId, target),
    csrf: signedIn.csrf,
    submit: target === 'app' ? ending.submitApp : ending.submitOne,
    cancelHref: CONNECTED_APPS,
  });
}

/** The response is the same whether the connection has ended, never existed or belongs to someone else. */
const gone = (reply: FastifyReply): FastifyReply => goTo(reply, `${CONNECTED_APPS}?done=gone`);
