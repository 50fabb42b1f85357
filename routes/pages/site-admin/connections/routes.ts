/** The active connections of a school, for everyone who runs it and can see its members. */
import type { FastifyInstance } from 'fastify';
import type { Connection } from '../../../../schema/oauth/connection.ts';
import { type Parameters, readParameters } from '../../../../schema/parameters.ts';
import { clientView } from '../../kit/client.ts';
import { grantNumber, grantOf } from '../../kit/grant-number.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { neighboursOf } from '../both-ways.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { connectionsPage, type Ended } from './list-view.ts';
import { connectionPage } from './view.ts';

export const CONNECTIONS = '/connections';
/** The route of one connection. */
export const ONE_CONNECTION = `${SCHOOL}${CONNECTIONS}/:grant`;

export const PER_PAGE = 15;
const MAX_FILTER = 2000;
const DONE = ['one', 'several', 'client', 'all', 'none', 'gone'] as const;

export const connectionPath = (
  signedIn: OperatorRequest,
  { grantId }: Pick<Connection, 'grantId'>,
  path = '',
): string => at(signedIn, `${CONNECTIONS}/${grantId}${path}`);

export const findConnection = (
  { clock, oauth: { connections } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<Connection | undefined> => connections.findAtSite(membership.siteId, grantOf(request), clock());

/** @param done the action that the page reports. @param grantId the connection that has ended, which the page names */
export const listPath = (signedIn: OperatorRequest, done: (typeof DONE)[number], grantId?: number): string =>
  at(signedIn, `${CONNECTIONS}?done=${done}${grantId === undefined ? '' : `&ended=${grantId}`}`);

export const connectionsFrame = (signedIn: OperatorRequest) => adminFrame(signedIn, CONNECTIONS);

interface Filter {
  client: string;
  person: string;
}

export function connectionPages(app: FastifyInstance, { seeing }: SiteAdminPages): void {
  // They show the names and addresses of members.
  const lookers = seeing('members:read');

  lookers.get(`${SCHOOL}${CONNECTIONS}`, async (signedIn, reply) => {
    const query = readParameters(signedIn.request.query);
    const filter: Filter = { client: filterOf(query.get('client')), person: filterOf(query.get('person')) };
    const { connections, total, ...beside } = await pageOf(app, signedIn, filter, query);
    const places = await app.oauth.connections.placesOf(signedIn.membership.siteId, connections, app.clock());
    const action = at(signedIn, CONNECTIONS);
    const hrefOf = (way: 'before' | 'after', grantId: number | undefined): string | undefined =>
      grantId === undefined ? undefined : `${action}?${searchOf(filter, { [way]: String(grantId) })}`;
    const first = connections.at(0);
    const page = connectionsPage(connectionsFrame(signedIn), {
      connections: connections.map((one) => ({
        ...viewOf(one),
        place: places.get(one.grantId),
        id: one.grantId,
        href: connectionPath(signedIn, one),
      })),
      action,
      total,
      clients: await app.oauth.connections.clientsOfSite(signedIn.membership.siteId, signedIn.manages),
      ...filter,
      timeZone: signedIn.membership.timezone,
      previousHref: hrefOf('before', beside.hasPrevious ? first?.grantId : undefined),
      nextHref: hrefOf('after', beside.hasNext ? connections.at(-1)?.grantId : undefined),
      endAllHref: signedIn.manages && first !== undefined ? `${action}/end-all` : undefined,
      endClient:
        signedIn.manages && first !== undefined && filter.client !== '' && filter.person === ''
          ? { client: viewOf(first).client, href: connectionPath(signedIn, first, '/end-client') }
          : undefined,
      manages: signedIn.manages,
      done: DONE.find((key) => key === query.get('done')),
      ended: await endedNamed(app, signedIn, query.get('ended')),
    });
    return sendPage(reply, page, 'own');
  });

  lookers.get(ONE_CONNECTION, async (signedIn, reply) => {
    const connection = await findConnection(app, signedIn);
    if (connection === undefined) return goTo(reply, listPath(signedIn, 'gone'));
    const { client, grantId, person } = connection;
    const places = await app.oauth.connections.placesOf(signedIn.membership.siteId, [connection], app.clock());
    const action = at(signedIn, CONNECTIONS);
    const page = connectionPage(connectionsFrame(signedIn), {
      ...viewOf(connection),
      place: places.get(grantId),
      clientId: client.id,
      timeZone: signedIn.membership.timezone,
      appHref: `${action}?${searchOf({ client: client.id, person: '' })}`,
      personHref: `${action}?${searchOf({ client: '', person: person.email })}`,
      backHref: action,
      auditHref: signedIn.manages
        ? at(signedIn, `/audit?${new URLSearchParams({ person: connection.person.id, client: connection.client.id })}`)
        : undefined,
      ends: signedIn.manages
        ? {
            href: connectionPath(signedIn, connection, '/end'),
            clientHref: connectionPath(signedIn, connection, '/end-client'),
          }
        : undefined,
    });
    return sendPage(reply, page, 'own');
  });
}

/** Returns the connection that the page before has ended, if there is one. */
async function endedNamed(
  { oauth: { connections } }: FastifyInstance,
  { membership }: OperatorRequest,
  given: string | undefined,
): Promise<Ended | undefined> {
  const ended =
    given === undefined ? undefined : await connections.findEndedAtSite(membership.siteId, grantNumber(given));
  return ended && { client: clientView(ended.client, undefined), person: ended.person.name, since: ended.since };
}

/** Limited to the maximum length of an e-mail address. */
export const filterOf = (value: string | undefined): string => (value ?? '').trim().slice(0, MAX_FILTER).toWellFormed();

const viewOf = ({ client, person, site, scopes, since, lastUsedAt }: Connection) => ({
  client: clientView(client, site.name),
  person,
  scopes,
  since,
  lastUsedAt,
});

const searchOf = ({ client, person }: Filter, more: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({
    ...(client === '' ? {} : { client }),
    ...(person === '' ? {} : { person }),
    ...more,
  });

const NOTHING = { connections: [], hasPrevious: false, hasNext: false, total: undefined };

/**
 * A person who is not known at this school has no connections here. The page does not reveal whether there is such an
 * account. There is no total of the connections of a person, who has few.
 */
async function pageOf(
  { clock, oauth: { connections }, school: { members } }: FastifyInstance,
  { membership: { siteId } }: OperatorRequest,
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
