/** The active connections of a school, for everyone who runs it and can see its members: the list, and one with its access. */
import type { FastifyInstance } from 'fastify';
import { keysOf } from '../../../../schema/data/objects.ts';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import type { Connection, ConnectionPlace } from '../../../../schema/oauth/connection.ts';
import { isIdentityScope, type Scope } from '../../../../schema/oauth/scope.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import {
  aloneBadge,
  claimedName,
  clientOrigin,
  clientTile,
  clientTitle,
  clientView,
  unreviewedBadge,
} from '../../kit/client.ts';
import {
  accountCard,
  button,
  day,
  emptyList,
  fact,
  field,
  linkButton,
  momentOfEvent,
  notice,
  timeOf,
} from '../../kit/components.ts';
import { numbered, sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { grantedScopes } from '../../kit/granted-scopes.ts';
import { type Html, html } from '../../kit/html.ts';
import { filterForm } from '../../kit/list.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { neighboursOf, paginationLinks } from '../../kit/pagination.ts';
import { grantNumber, grantOf } from '../../kit/path-parameter.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { connectionsStylesheet } from '../../kit/styles.ts';
import { clientFilter, filterOf, MAX_FILTER } from '../client-filter.ts';
import { at, belowSchool, type OperatorRequest, type Place, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';

export const CONNECTIONS = '/connections';
/** The route of one connection. */
export const ONE_CONNECTION = `${SCHOOL}${CONNECTIONS}/:grant`;

export const PER_PAGE = 15;
/** As many sentences about what an app can do have room in the list. */
const SENTENCES = 3;

export const connectionPath = (
  signedIn: OperatorRequest,
  { grantId }: Pick<Connection, 'grantId'>,
  path = '',
): string => at(signedIn, `${CONNECTIONS}/${grantId}${path}`);

/** @param done the action that the page reports. @param grantId the connection that has ended, which the page names */
export const listPath = (
  signedIn: OperatorRequest,
  done: keyof Text['connections']['done'],
  grantId?: number,
): string => at(signedIn, `${CONNECTIONS}?done=${done}${grantId === undefined ? '' : `&ended=${grantId}`}`);

export const connectionsPlace = (pages: SignedInPages<OperatorRequest>): Place<OperatorRequest> => ({
  ...belowSchool(pages, CONNECTIONS),
  missing: (signedIn, reply) => goTo(reply, listPath(signedIn, 'gone')),
});

export const findConnection = (
  { clock, oauth: { connections } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<Connection | undefined> => connections.findAtSite(membership.siteId, grantOf(request), clock());

/** Returns the place of each connection among those of its person with the same app, if there are several. */
export const placesOf = (
  { clock, oauth: { connections } }: FastifyInstance,
  { membership }: OperatorRequest,
  of: readonly Connection[],
): Promise<ReadonlyMap<number, ConnectionPlace>> => connections.placesOf(membership.siteId, of, clock());

interface Filter {
  client: string;
  person: string;
}

const queryOf = (filter: Partial<Filter>, more: Record<string, string> = {}): string =>
  new URLSearchParams(Object.entries({ ...filter, ...more }).filter(([, value]) => value !== '')).toString();

/** Returns the path of the list of the connections of an app, of a person, or of both. */
const filteredPath = (signedIn: OperatorRequest, filter: Partial<Filter>): string =>
  at(signedIn, `${CONNECTIONS}?${queryOf(filter)}`);

/** The app and the person. */
export const detailsOf = (
  { connections }: Text,
  { client, person }: { client: Connection['client']; person: { name: string } },
): string => connections.details({ app: clientTitle(clientView(client, undefined)), person: displayText(person.name) });

export function connectionList(app: FastifyInstance, { seeing }: SiteAdminPages): void {
  // It shows the names and addresses of members.
  definePage(app, connectionsPlace(seeing('members:read')), {
    at: `${SCHOOL}${CONNECTIONS}`,
    load: (visit) => listOf(app, visit),
    title: (_list, { text }) => text.admin.area.pages.connections,
    lead: (_list, { signedIn: { manages }, text: { connections } }) =>
      html`<p>${manages ? connections.lead : connections.leadLooking}</p>`,
    scripts: () => html`<link rel="stylesheet" href="${connectionsStylesheet.path}">`,
    body(list, visit) {
      const {
        total,
        connections: [first],
      } = list;
      const { signedIn, text } = visit;
      return html`${doneNotice(list, visit)}
${filters(list, visit)}
${total !== undefined && total > 0 && html`<p class="detail">${text.connections.total({ count: total })}</p>`}
${table(list, visit)}
${paginationLinks(list, at(signedIn, CONNECTIONS), text)}
${signedIn.manages && first !== undefined && dangerZone(first, list, visit)}`;
    },
  });
}

type List = Awaited<ReturnType<typeof listOf>>;

async function listOf(app: FastifyInstance, { query, signedIn }: Visit<OperatorRequest>) {
  const filter: Filter = { client: filterOf(query.get('client')), person: filterOf(query.get('person')) };
  const { siteId } = signedIn.membership;
  const { connections, hasPrevious, hasNext, total } = await pageOf(app, siteId, filter, query);
  const queryTo = (way: 'before' | 'after', connection: Connection | undefined): string | undefined =>
    connection && queryOf(filter, { [way]: String(connection.grantId) });
  const ended = query.get('ended');
  return {
    connections,
    places: await placesOf(app, signedIn, connections),
    total,
    ...filter,
    clients: await app.oauth.connections.clientsOfSite(siteId, signedIn.manages),
    previous: queryTo('before', hasPrevious ? connections.at(0) : undefined),
    next: queryTo('after', hasNext ? connections.at(-1) : undefined),
    // The connection that was ended on the page before. It has no number any more, so the time tells it from others.
    ended: ended === undefined ? undefined : await app.oauth.connections.findEndedAtSite(siteId, grantNumber(ended)),
  };
}

const NOTHING = { connections: [], hasPrevious: false, hasNext: false, total: undefined };

/**
 * A person who is not known at this school has no connections here. The page does not reveal whether there is such an
 * account. There is no total of the connections of a person, who has few.
 */
async function pageOf(
  { clock, oauth: { connections }, school: { members } }: FastifyInstance,
  siteId: string,
  { client, person }: Filter,
  query: Parameters,
): Promise<{ connections: Connection[]; hasPrevious: boolean; hasNext: boolean; total: number | undefined }> {
  if (`${client}${person}`.includes('\0')) return NOTHING;
  const personId = person === '' ? undefined : ((await members.findKnown(siteId, person))?.id ?? '');
  const clientId = client === '' ? undefined : client;
  const grantIn = (way: 'before' | 'after'): number | undefined => {
    const id = query.get(way) ?? '';
    return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
  };
  const [before, after] = [grantIn('before'), grantIn('after')];
  const now = clock();
  const page = await connections.pageOfSite(siteId, { clientId, personId }, { first: PER_PAGE, after, before }, now);
  return {
    connections: page.connections,
    ...neighboursOf(before !== undefined, after !== undefined, page.hasMore),
    total: personId === undefined ? (await connections.sizeAtSite(siteId, clientId, now)).connections : undefined,
  };
}

function doneNotice({ ended }: List, { language, query, text, timeZone }: Visit<OperatorRequest>): Html | undefined {
  const { connections } = text;
  const done = keysOf(connections.done).find((key) => key === query.get('done'));
  if (done === undefined) return undefined;
  const one =
    done === 'one' &&
    ended !== undefined &&
    html`<p class="name">${detailsOf(text, ended)}</p>
<p class="detail">${connections.since} ${momentOfEvent(ended.since, language, timeZone)}</p>`;
  return notice(done === 'none' ? 'warning' : 'info', html`<p role="status">${connections.done[done]}</p>${one}`);
}

function filters({ clients, client, person }: List, { signedIn, text }: Visit<OperatorRequest>): Html {
  const { filter } = text.connections;
  const action = at(signedIn, CONNECTIONS);
  const common = { autocomplete: 'off', optional: true, maxLength: MAX_FILTER } as const;
  const fields = html`${clientFilter({ choices: clients, value: client }, text)}
${field({ ...common, name: 'person', label: filter.person, type: 'email', value: person, hint: filter.personHint })}`;
  return filterForm(fields, client !== '' || person !== '', action, text);
}

/** The table, for people who can end connections within a form for the selected ones. */
function table({ client, connections, person, places }: List, visit: Visit<OperatorRequest>): Html {
  const { connections: words } = visit.text;
  const { manages } = visit.signedIn;
  if (connections.length === 0) {
    const isFiltered = client !== '' || person !== '';
    return isFiltered ? emptyList(words.noneFound, words.noneFoundText) : emptyList(words.none, words.noneText);
  }
  const columns = [words.filter.app, words.can, words.since, words.lastUsed];
  const rows = html`<table class="cards connected"><thead><tr>${manages && html`<td></td>`}${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${connections.map((one) => row(one, places.get(one.grantId), visit))}</tbody></table>`;
  if (!manages) return rows;
  return html`<form class="whole sheet" action="${at(visit.signedIn, CONNECTIONS)}/selected">${rows}<div class="bulk"><strong>${visit.text.members.selected.ticked}</strong>${button(words.endSelected, 'secondary')}</div></form>`;
}

function row(connection: Connection, place: ConnectionPlace | undefined, visit: Visit<OperatorRequest>): Html {
  const { language, signedIn, text, timeZone } = visit;
  const { person, scopes, since, lastUsedAt, grantId } = connection;
  const client = clientView(connection.client, connection.site.name);
  const title = numbered(detailsOf(text, connection), place, language);
  const pick = html`<td class="pick"><label><input type="checkbox" name="grant" value="${grantId}" aria-label="${text.members.selected.select({ name: title })}"></label></td>`;
  return html`<tr>${signedIn.manages && pick}<th scope="row"><div class="asker">${clientTile(client)}<div><a href="${connectionPath(signedIn, connection)}">${title}</a>
${claimedName(client, text)}
${unreviewedBadge(client, text)}
${aloneBadge(client, text)}
<span class="detail">${displayText(person.email)}</span></div></div></th>
<td data-label="${text.connections.can}">${can(scopes, text)}</td>
<td class="moment" data-label="${text.connections.since}">${timeOf(since, sinceText({ since, place, timeZone }, language))}</td>
<td data-label="${text.connections.lastUsed}">${day(lastUsedAt, language, timeZone)}</td></tr>`;
}

function can(scopes: readonly Scope[], text: Text): Html {
  if (scopes.length === 0) return html`<p class="detail">${text.connections.canNothing}</p>`;
  // Nearly every app can read identity, so the scopes that distinguish apps come first.
  const telling = [...scopes].sort((a, b) => Number(isIdentityScope(a)) - Number(isIdentityScope(b)));
  const rest = scopes.length - SENTENCES;
  return html`<ul class="detail">${telling.slice(0, SENTENCES).map((scope) => html`<li>${text.scopes[scope]}</li>`)}
${rest > 0 && html`<li>${text.connections.more({ count: rest })}</li>`}</ul>`;
}

/** @param first of the list, which is one of the app by which it is filtered */
function dangerZone(first: Connection, { client, person }: List, { signedIn, text }: Visit<OperatorRequest>): Html {
  const { connections: words, members } = text;
  const danger = (href: string, label: string, consequence: string): Html =>
    html`<li><div><h3 class="name">${label}</h3>
<p class="detail">${consequence}</p></div>${linkButton(href, label, 'secondary danger')}</li>`;
  const app = clientTitle(clientView(first.client, undefined));
  const isOfApp = client !== '' && person === '';
  return html`<section class="stack"><h2>${members.member.dangerZone}</h2><ul class="rows">
${isOfApp && danger(connectionPath(signedIn, first, '/end-client'), words.endClient({ app }), words.ending.clientText({ app }))}
${danger(at(signedIn, `${CONNECTIONS}/end-all`), words.endAll, words.ending.allText)}</ul></section>`;
}

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
