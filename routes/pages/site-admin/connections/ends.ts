/** Forms that end connections of a school, for its owners and administrators. */
import type { FastifyInstance } from 'fastify';
import { fieldValues } from '../../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { placeValues } from '../../../../schema/audit/ended-connections.ts';
import { type Parameters, readParameters } from '../../../../schema/data/parameters.ts';
import type { Connection, ConnectionPlace } from '../../../../schema/oauth/connection.ts';
import { goTo } from '../../../http.ts';
import { clientTitle, clientView } from '../../kit/client.ts';
import { numberedSince } from '../../kit/connection-place.ts';
import { html } from '../../kit/html.ts';
import { requireConfirmation, requireReauthentication } from '../../kit/reauthentication.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { namesOf } from '../selected.ts';
import {
  CONNECTIONS,
  connectionPath,
  connectionsPlace,
  detailsOf,
  findConnection,
  listPath,
  ONE_CONNECTION,
  PER_PAGE,
  placesOf,
} from './routes.ts';

export function connectionEnds(app: FastifyInstance, site: SiteAdminPages): void {
  endOne(app, site);
  endSelected(app, site);
  endClient(app, site);
  endAll(app, site);
}

/** Ends one connection. The activity of the person names the school, which alone knows who it was. */
async function end(app: FastifyInstance, signedIn: OperatorRequest, connection: Connection): Promise<void> {
  const { client, grantId, person, scopes, since } = connection;
  const place = (await placesOf(app, signedIn, [connection])).get(grantId);
  const before = fieldValues({ scopes, ...placeValues(place, since) });
  const event = signedIn.event('grant_revoked', { clientId: client.id, target: memberTarget(person.id), before });
  await app.oauth.connections.end(connection, 'school', event);
}

/** Ends one connection after a page that names it. */
const endOne = (app: FastifyInstance, { managers }: SiteAdminPages): void =>
  requireConfirmation<OperatorRequest, Connection>({
    ...connectionsPlace(managers),
    path: `${ONE_CONNECTION}/end`,
    find: (signedIn) => findConnection(app, signedIn),
    async describe(signedIn, connection) {
      const { connections: text } = signedIn.text;
      return {
        title: text.ending.one,
        consequences: html`<p class="name">${nameOf(signedIn, connection, await placesOf(app, signedIn, [connection]))}</p><p>${text.endText}</p>`,
        submit: text.end,
        cancelHref: connectionPath(signedIn, connection),
      };
    },
    async act(signedIn, connection) {
      await end(app, signedIn, connection);
      return listPath(signedIn, 'one', connection.grantId);
    },
  });

/** The app and the person, and which of several connections it is. */
const nameOf = (
  { frame, membership, text }: OperatorRequest,
  connection: Connection,
  places: ReadonlyMap<number, ConnectionPlace>,
): string => {
  const which = { since: connection.since, place: places.get(connection.grantId), timeZone: membership.timezone };
  return numberedSince(detailsOf(text, connection), which, frame.language);
};

/** The selected connections that are still there. They may have ended since the list was read. */
async function selectedIn(
  { clock, oauth: { connections } }: FastifyInstance,
  { membership }: OperatorRequest,
  parameters: Parameters,
): Promise<Connection[]> {
  const ids = [...new Set(parameters.all('grant').filter((id) => /^\d{1,15}$/.test(id)))].slice(0, PER_PAGE);
  const found = await Promise.all(ids.map((id) => connections.findAtSite(membership.siteId, Number(id), clock())));
  return found.filter((one) => one !== undefined);
}

/** Ends several connections after one page that names them, each as one alone is ended. */
const endSelected = (app: FastifyInstance, { managers }: SiteAdminPages): void =>
  requireConfirmation<OperatorRequest, readonly Connection[]>({
    ...connectionsPlace(managers),
    path: `${SCHOOL}${CONNECTIONS}/selected`,
    async find(signedIn, parameters) {
      const chosen = await selectedIn(app, signedIn, parameters);
      return chosen.length === 0 ? undefined : chosen;
    },
    async describe(signedIn, chosen) {
      const { connections: text } = signedIn.text;
      const places = await placesOf(app, signedIn, chosen);
      const people = new Set(chosen.map(({ person }) => person.id)).size;
      return {
        title: text.ending.selected,
        consequences: html`${namesOf(chosen, (one) => nameOf(signedIn, one, places))}
<p>${text.ending.size({ connections: chosen.length, people })}</p><p>${text.endText}</p>`,
        hidden: { grant: chosen.map(({ grantId }) => String(grantId)) },
        submit: text.ending.submitSelected({ count: chosen.length }),
        cancelHref: at(signedIn, CONNECTIONS),
      };
    },
    async act(signedIn, chosen) {
      for (const one of chosen) await end(app, signedIn, one);
      return listPath(signedIn, 'several');
    },
    // Nothing was selected, or it has ended since.
    missing(signedIn, reply) {
      const { method, query } = signedIn.request;
      const isNone = method === 'GET' && readParameters(query).all('grant').length === 0;
      return goTo(reply, listPath(signedIn, isNone ? 'none' : 'gone'));
    },
  });

type Size = Awaited<ReturnType<FastifyInstance['oauth']['connections']['sizeAtSite']>>;

function endClient(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { connections } = app.oauth;
  requireReauthentication<OperatorRequest, { connection: Connection; size: Size }>(app, managers, {
    ...connectionsPlace(managers),
    path: `${ONE_CONNECTION}/end-client`,
    async find(signedIn) {
      const connection = await findConnection(app, signedIn);
      if (connection === undefined) return undefined;
      const size = await connections.sizeAtSite(signedIn.membership.siteId, connection.client.id, app.clock());
      return { connection, size };
    },
    describe(signedIn, { connection, size }) {
      const { ending: text } = signedIn.text.connections;
      const name = clientTitle(clientView(connection.client, undefined));
      return {
        title: text.client({ app: name }),
        consequences: html`<p>${text.clientText({ app: name })}</p><p>${text.size(size)}</p><p>${text.again}</p>`,
        submit: text.submitClient,
        cancelHref: connectionPath(signedIn, connection),
      };
    },
    async act(signedIn, { connection: { client } }) {
      const event = signedIn.event('grant_revoked', { clientId: client.id, target: 'everyone' });
      await connections.endClient(signedIn.membership.siteId, client.id, event);
      return listPath(signedIn, 'client');
    },
  });
}

function endAll(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { connections } = app.oauth;
  requireReauthentication<OperatorRequest, Size>(app, managers, {
    ...connectionsPlace(managers),
    path: `${SCHOOL}${CONNECTIONS}/end-all`,
    async find({ membership }) {
      const size = await connections.sizeAtSite(membership.siteId, undefined, app.clock());
      return size.connections === 0 ? undefined : size;
    },
    describe(signedIn, size) {
      const { ending: text } = signedIn.text.connections;
      return {
        title: text.all,
        consequences: html`<p>${text.allText}</p><p>${text.size(size)}</p><p>${text.again}</p>`,
        submit: text.submitAll,
        cancelHref: at(signedIn, CONNECTIONS),
      };
    },
    async act(signedIn) {
      await connections.endAll(signedIn.membership.siteId, signedIn.event('grant_revoked', { target: 'all' }));
      return listPath(signedIn, 'all');
    },
  });
}
