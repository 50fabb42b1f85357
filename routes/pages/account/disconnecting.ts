/** The forms that disconnect one installation of an app, or the app with all of its installations. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import type { Connection, ConnectionPlace } from '../../../schema/oauth/connection.ts';
import { goTo } from '../../http.ts';
import { clientTitle, clientView } from '../kit/client.ts';
import { plainConfirmationPage } from '../kit/confirmation.ts';
import { numberedSince, placeValues } from '../kit/connection-place.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { grantOf } from '../kit/path-parameter.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountFrame } from './account-pages.ts';

export const CONNECTED_APPS = '/account/connected-apps';
type What = 'app' | 'one';

export const endPath = (grant: Connection['grantId'] | ':grant', what: What): string =>
  `${CONNECTED_APPS}/${grant}/${what === 'app' ? 'end-app' : 'end'}`;

/** Returns the time zone of a school of the person. */
export const timeZoneAt = ({ memberships }: SignedInRequest, site: string): string =>
  memberships.find(({ siteId }) => siteId === site)?.timezone ?? 'UTC';

export function endForms(app: FastifyInstance, pages: SignedInPages): void {
  endForm(app, pages, 'app');
  endForm(app, pages, 'one');
}

function endForm(app: FastifyInstance, pages: SignedInPages, what: What): void {
  const { connections } = app.oauth;
  const path = endPath(':grant', what);

  const find = ({ request, session }: SignedInRequest): Promise<Connection | undefined> =>
    connections.findOfPerson(session.person.id, grantOf(request), app.clock());

  /** Its place among several, if it is one that ends, and not all of them. */
  const placeOf = async (connection: Connection): Promise<ConnectionPlace | undefined> =>
    what === 'app'
      ? undefined
      : (await connections.placesOf(connection.site.id, [connection], app.clock())).get(connection.grantId);

  pages.get(path, async (signedIn, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    return sendPage(reply, question(signedIn, connection, await placeOf(connection), what), 'own');
  });

  pages.post(path, async (signedIn, _form, reply) => {
    const connection = await find(signedIn);
    if (connection === undefined) return gone(reply);
    const { client, grantId, scopes, since, site } = connection;
    const event = signedIn.event('grant_revoked', {
      siteId: site.id,
      clientId: client.id,
      target: what === 'app' ? 'all' : String(grantId),
      before: fieldValues({ scopes, ...placeValues(await placeOf(connection), since) }),
    });
    if (what === 'app') await connections.endApp(connection, event);
    else await connections.end(connection, 'person', event);
    return goTo(reply, `${CONNECTED_APPS}?done=${what}&ended=${grantId}`);
  });
}

function question(
  signedIn: SignedInRequest,
  { client, grantId, since, site }: Connection,
  place: ConnectionPlace | undefined,
  what: What,
): string {
  const { ending } = signedIn.text.connectedApps;
  const app = clientTitle(clientView(client, site.name));
  const timeZone = timeZoneAt(signedIn, site.id);
  const which = numberedSince(app, { since, place, timeZone }, signedIn.frame.language);
  const names = { app, school: displayText(site.name) };
  return plainConfirmationPage(accountFrame(signedIn, CONNECTED_APPS), {
    title: ending[what]({ app }),
    consequences: html`${place !== undefined && html`<p class="name">${which}</p>`}<p>${ending[`${what}Text`](names)}</p><p>${ending.kept}</p>`,
    action: endPath(grantId, what),
    csrf: signedIn.csrf,
    submit: what === 'app' ? ending.submitApp : ending.submitOne,
    cancelHref: CONNECTED_APPS,
  });
}

/** The response is the same whether the connection has ended, never existed or belongs to someone else. */
const gone = (reply: FastifyReply): FastifyReply => goTo(reply, `${CONNECTED_APPS}?done=gone`);
