/** Ending connections of a school: for its owners and administrators. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../../../schema/audit/audit-event.ts';
import type { Connection } from '../../../../schema/oauth/connection.ts';
import { clientLabel, clientView } from '../../kit/client.ts';
import { onDanger } from '../../kit/danger.ts';
import { html } from '../../kit/html.ts';
import { goTo } from '../../kit/sending.ts';
import { at, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { CONNECTIONS, connectionPath, connectionsFrame, findConnection, listPath, ONE_CONNECTION } from './routes.ts';

interface Size {
  connections: number;
  people: number;
}

export function connectionEnds(app: FastifyInstance, site: SiteAdminPages): void {
  endOne(app, site);
  endClient(app, site);
  endAll(app, site);
}

/** @param what which grant, or all of them */
const endOf = (
  { clock, originOf }: FastifyInstance,
  { request, session, place }: OperatorVisit,
  target: string,
  clientId?: string,
): AuditEvent => ({
  ...originOf(request),
  event: 'grant_revoked',
  at: clock(),
  siteId: place.siteId,
  personId: session.person.id,
  ...(clientId === undefined ? {} : { clientId }),
  target,
});

function endOne(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.take(`${ONE_CONNECTION}/end`, async (visit, _form, reply) => {
    const connection = await findConnection(app, visit);
    if (connection === undefined) return goTo(reply, listPath(visit, 'gone'));
    const { client, grantId } = connection;
    await app.oauth.connections.end(connection, 'operator', endOf(app, visit, String(grantId), client.id));
    return goTo(reply, listPath(visit, 'one'));
  });
}

function endClient(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock } = app;
  const { connections } = app.oauth;
  onDanger<OperatorVisit, { connection: Connection; size: Size }>(app, managers, {
    path: `${ONE_CONNECTION}/end-client`,
    async find(visit) {
      const connection = await findConnection(app, visit);
      if (connection === undefined) return undefined;
      return { connection, size: await connections.sizeAtSite(visit.place.siteId, connection.client.id, clock()) };
    },
    frame: connectionsFrame,
    describe(visit, { connection, size }) {
      const { ending: text } = visit.text.connections;
      const name = clientLabel(clientView(connection.client, undefined));
      return {
        title: text.client(name),
        consequences: html`<p>${text.clientText(name)}</p><p>${text.size(size.connections, size.people)}</p><p>${text.again}</p>`,
        submit: text.submitClient,
        cancelHref: connectionPath(visit, connection),
      };
    },
    async act(visit, { connection: { client } }) {
      await connections.endClient(visit.place.siteId, client.id, endOf(app, visit, 'all', client.id));
      return listPath(visit, 'client');
    },
    missing: (visit, reply) => goTo(reply, listPath(visit, 'gone')),
  });
}

function endAll(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock } = app;
  const { connections } = app.oauth;
  onDanger<OperatorVisit, Size>(app, managers, {
    path: `${SCHOOL}${CONNECTIONS}/end-all`,
    async find({ place }) {
      const size = await connections.sizeAtSite(place.siteId, undefined, clock());
      return size.connections === 0 ? undefined : size;
    },
    frame: connectionsFrame,
    describe(visit, size) {
      const { ending: text } = visit.text.connections;
      return {
        title: text.all,
        consequences: html`<p>${text.allText}</p><p>${text.size(size.connections, size.people)}</p><p>${text.again}</p>`,
        submit: text.submitAll,
        cancelHref: at(visit, CONNECTIONS),
      };
    },
    async act(visit) {
      await connections.endAll(visit.place.siteId, endOf(app, visit, 'all'));
      return listPath(visit, 'all');
    },
    missing: (visit, reply) => goTo(reply, listPath(visit, 'gone')),
  });
}
