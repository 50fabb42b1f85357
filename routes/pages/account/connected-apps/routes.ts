/** The apps that a person connected, by app and school, and the forms that disconnect them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AuditEvent, fieldValues } from '../../../../schema/audit/audit-event.ts';
import type { Connection, ConnectionPlace } from '../../../../schema/oauth/connection.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { clientTitle, clientView } from '../../kit/client.ts';
import { numberedSince, placeValues } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { grantNumber, grantOf } from '../../kit/grant-number.ts';
import { html } from '../../kit/html.ts';
import { plainConfirmationPage } from '../../kit/plain-confirmation.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { portionOf } from '../portion.ts';
import { type ConnectedAppView, connectedAppsPage, type EndedView } from './view.ts';

const PATH = '/account/connected-apps';
const APPS_PER_PAGE = 5;
const INSTALLS_SHOWN = 10;
const DONE = ['app', 'one', 'gone'] as const;
type What = 'app' | 'one';

export function connectedAppPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  pages.get(PATH, async (signedIn, reply) => {
    const all = appsOf(await app.oauth.connections.ofPerson(signedIn.session.person.id, app.clock()));
    const query = readParameters(signedIn.request.query);
    const { items, previousHref, nextHref } = portionOf(all, query.get('from'), APPS_PER_PAGE, PATH);
    const page = connectedAppsPage(accountFrame(signedIn, PATH), {
      apps: items.map((connections) => appView(connections, signedIn)),
      previousHref,
      nextHref,
      done: DONE.find((key) => key === query.get('done')),
      ended: await endedNamed(app, signedIn, query.get('ended')),
    });
    return sendPage(reply, page, 'own');
  });
  ending(app, pages, 'app');
  ending(app, pages, 'one');
}

/**
 * Groups connections by app and school. The most recently used app comes first, and the newest connection within each.
 */
export function appsOf(connections: readonly Connection[]): Connection[][] {
  const groups = Map.groupBy(connections, ({ client, site }) => `${site.id} ${client.id}`);
  return [...groups.values()].sort((a, b) => lastUseOf(b) - lastUseOf(a));
}

export const lastUseOf = (connections: readonly Connection[]): number =>
  Math.max(...connections.map(({ lastUsedAt }) => lastUsedAt));

const endPath = (grant: Connection['grantId'] | ':grant', what: What): string =>
  `${PATH}/${grant}/${what === 'app' ? 'end-app' : 'end'}`;

const timeZoneAt = ({ memberships }: Pick<SignedInRequest, 'memberships'>, site: string): string =>
  memberships.find(({ siteId }) => siteId === site)?.timezone ?? 'UTC';

function appView(connections: readonly Connection[], { memberships }: SignedInRequest): ConnectedAppView {
  const [newest] = connections;
  if (newest === undefined) throw new TypeError('an app without a connection');
  const { client, site } = newest;
  const sinces = connections.map(({ since }) => since);
  return {
    client: clientView(client, site.name),
    schoolName: site.name,
    timeZone: timeZoneAt({ memberships }, site.id),
    scopes: [...new Set(connections.flatMap(({ scopes }) => scopes))],
    since: Math.min(...connections.map(({ since }) => since)),
    lastUsedAt: lastUseOf(connections),
    endHref: endPath(newest.grantId, 'app'),
    installs: connections.slice(0, INSTALLS_SHOWN).map((connection, index) => ({
      since: connection.since,
      place: { number: connections.length - index, sinces },
      lastUsedAt: connection.lastUsedAt,
      number: connections.length - index,
      endHref: endPath(connection.grantId, 'one'),
    })),
    installCount: connections.length,
  };
}

/** The forms that disconnect one installation, or the app with all of its installations. */
function ending(app: FastifyInstance, pages: SignedInPages<SignedInRequest>, what: What): void {
  const { clock, originOf } = app;
  const { connections } = app.oauth;
  const path = endPath(':grant', what);

  const find = ({ request, session }: SignedInRequest): Promise<Connection | undefined> =>
    connections.findOfPerson(session.person.id, grantOf(request), clock());

  /** Its place among several, if it is one that ends, and not all of them. */
  const placeOf = async (connection: Connection): Promise<ConnectionPlace | undefined> =>
    what === 'app'
      ? undefined
      : (await connections.placesOf(connection.site.id, [connection], clock())).get(connection.grantId);

  pages.get(path, async (signedIn, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    return sendPage(reply, question(signedIn, connection, await placeOf(connection), what), 'own');
  });

  pages.post(path, async (signedIn, _form, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    const event: AuditEvent = {
      ...originOf(signedIn.request),
      event: 'grant_revoked',
      at: clock(),
      siteId: connection.site.id,
      personId: signedIn.session.person.id,
      clientId: connection.client.id,
      target: what === 'app' ? 'all' : String(connection.grantId),
      before: fieldValues({
        scopes: connection.scopes,
        ...placeValues(await placeOf(connection), connection.since),
      }),
    };
    if (what === 'app') await connections.endApp(connection, event);
    else await connections.end(connection, 'person', event);
    return goTo(reply, `${PATH}?done=${what}&ended=${connection.grantId}`);
  });
}

/** Returns the connection that the page before has ended, if there is one. */
async function endedNamed(
  { oauth: { connections } }: FastifyInstance,
  signedIn: SignedInRequest,
  given: string | undefined,
): Promise<EndedView | undefined> {
  const personId = signedIn.session.person.id;
  const ended = given === undefined ? undefined : await connections.findEndedOfPerson(personId, grantNumber(given));
  if (ended === undefined) return undefined;
  const { client, site, since } = ended;
  return {
    client: clientView(client, site.name),
    schoolName: site.name,
    since,
    timeZone: timeZoneAt(signedIn, site.id),
  };
}

function question(
  signedIn: SignedInRequest,
  connection: Connection,
  place: ConnectionPlace | undefined,
  what: What,
): string {
  const { ending: text } = signedIn.text.connectedApps;
  const name = clientTitle(clientView(connection.client, connection.site.name));
  const timeZone = timeZoneAt(signedIn, connection.site.id);
  const which = numberedSince(name, { since: connection.since, place, timeZone }, signedIn.frame.language);
  const school = displayText(connection.site.name);
  return plainConfirmationPage(accountFrame(signedIn, PATH), {
    title: what === 'app' ? text.app({ app: name }) : text.one({ app: name }),
    consequences: html`${place !== undefined && html`<p class="name">${which}</p>`}<p>${what === 'app' ? text.appText({ app: name, school }) : text.oneText({ app: name, school })}</p><p>${text.kept}</p>`,
    action: endPath(connection.grantId, what),
    csrf: signedIn.csrf,
    submit: what === 'app' ? text.submitApp : text.submitOne,
    cancelHref: PATH,
  });
}

/** The response is the same whether the connection has ended, never existed or belongs to someone else. */
const gone = (reply: FastifyReply): FastifyReply => goTo(reply, `${PATH}?done=gone`);
