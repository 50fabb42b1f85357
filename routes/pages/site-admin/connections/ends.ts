/** Forms that end connections of a school, for its owners and administrators. */
import type { FastifyInstance } from 'fastify';
import { type AuditEvent, fieldValues } from '../../../../schema/audit/audit-event.ts';
import type { Connection } from '../../../../schema/oauth/connection.ts';
import { clientLabel, clientView } from '../../kit/client.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
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

const endOf = (
  { clock, originOf }: FastifyInstance,
  { request, session, membership }: OperatorRequest,
  target: string,
  clientId?: string,
): AuditEvent => ({
  ...originOf(request),
  event: 'grant_revoked',
  at: clock(),
  siteId: membership.siteId,
  personId: session.person.id,
  ...(clientId === undefined ? {} : { clientId }),
  target,
});

/** The same end as the person sees it in the activity of the account. Who ended it is known to the school only. */
export const ownEnd = ({ at, clientId }: AuditEvent, personId: string): AuditEvent => ({
  event: 'grant_revoked',
  at,
  personId,
  ...(clientId === undefined ? {} : { clientId }),
  target: 'school',
});

function endOne(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.post(`${ONE_CONNECTION}/end`, async (signedIn, _form, reply) => {
    const connection = await findConnection(app, signedIn);
    if (connection === undefined) return goTo(reply, listPath(signedIn, 'gone'));
    const { client, person, scopes } = connection;
    const event = endOf(app, signedIn, `member/${person.id}`, client.id);
    const ofPerson = ownEnd(event, person.id);
    await app.oauth.connections.end(connection, 'operator', { ...event, before: fieldValues({ scopes }) }, ofPerson);
    return goTo(reply, listPath(signedIn, 'one'));
  });
}

function endClient(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock } = app;
  const { connections } = app.oauth;
  requireReauthentication<OperatorRequest, { connection: Connection; size: Size }>(app, managers, {
    path: `${ONE_CONNECTION}/end-client`,
    async find(signedIn) {
      const connection = await findConnection(app, signedIn);
      if (connection === undefined) return undefined;
      return {
        connection,
        size: await connections.sizeAtSite(signedIn.membership.siteId, connection.client.id, clock()),
      };
    },
    frame: connectionsFrame,
    describe(signedIn, { connection, size }) {
      const { ending: text } = signedIn.text.connections;
      const name = clientLabel(clientView(connection.client, undefined));
      return {
        title: text.client(name),
        consequences: html`<p>${text.clientText(name)}</p><p>${text.size(size.connections, size.people)}</p><p>${text.again}</p>`,
        submit: text.submitClient,
        cancelHref: connectionPath(signedIn, connection),
      };
    },
    async act(signedIn, { connection: { client } }) {
      await connections.endClient(signedIn.membership.siteId, client.id, endOf(app, signedIn, 'everyone', client.id));
      return listPath(signedIn, 'client');
    },
    missing: (signedIn, reply) => goTo(reply, listPath(signedIn, 'gone')),
  });
}

function endAll(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock } = app;
  const { connections } = app.oauth;
  requireReauthentication<OperatorRequest, Size>(app, managers, {
    path: `${SCHOOL}${CONNECTIONS}/end-all`,
    async find({ membership }) {
      const size = await connections.sizeAtSite(membership.siteId, undefined, clock());
      return size.connections === 0 ? undefined : size;
    },
    frame: connectionsFrame,
    describe(signedIn, size) {
      const { ending: text } = signedIn.text.connections;
      return {
        title: text.all,
        consequences: html`<p>${text.allText}</p><p>${text.size(size.connections, size.people)}</p><p>${text.again}</p>`,
        submit: text.submitAll,
        cancelHref: at(signedIn, CONNECTIONS),
      };
    },
    async act(signedIn) {
      await connections.endAll(signedIn.membership.siteId, endOf(app, signedIn, 'all'));
      return listPath(signedIn, 'all');
    },
    missing: (signedIn, reply) => goTo(reply, listPath(signedIn, 'gone')),
  });
}
