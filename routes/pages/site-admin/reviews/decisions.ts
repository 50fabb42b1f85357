/** Forms that approve and block a client for the platform, and adopt and release it for a school. */
import type { FastifyInstance } from 'fastify';
import type { MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import type { Place, PlacedRequest } from '../placed-pages.ts';
import type { LookupProblem } from './list-view.ts';
import { clientNamed, decidesForPlatform, readApp, reviewer, viewOf } from './reviewed-apps.ts';
import { describedApp, namedApp, type ReviewDone, type ReviewUndone, releaseText } from './view.ts';

type Subject = { client: MetadataDocumentClient; problem: LookupProblem | undefined };

/** Returns the address of the page of an app. */
export function pageOf<V extends PlacedRequest>(
  place: Place<V>,
  signedIn: V,
  client: string,
  result: { done?: ReviewDone; undone?: ReviewUndone } = {},
): string {
  return `${place.base(signedIn)}/app?${new URLSearchParams({ client, ...result })}`;
}

export function platformDecisions<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  approving(app, place);
  blocking(app, place);
}

export function schoolDecisions(app: FastifyInstance, place: Place<OperatorRequest>): void {
  adopting(app, place);
  releasing(app, place);
}

async function find(app: FastifyInstance, signedIn: PlacedRequest): Promise<Subject | undefined> {
  const looked = await readApp(app, clientNamed(signedIn));
  return looked.client === undefined ? undefined : looked;
}

/** Returns `undefined` if the person does not decide for the platform. */
const findForPlatform = async (app: FastifyInstance, signedIn: PlacedRequest): Promise<Subject | undefined> =>
  (await decidesForPlatform(app, signedIn)) ? find(app, signedIn) : undefined;

function approving<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  requireReauthentication<V, Subject>(app, place.pages, {
    ...place,
    path: `${place.path}/approve`,
    find: (signedIn) => findForPlatform(app, signedIn),
    describe: (signedIn, { client }) => {
      const { approve } = signedIn.text.reviews;
      const isBlocked = client.review === 'blocked';
      const { title } = isBlocked ? approve.unblock : approve;
      return {
        title: title({ host: displayText(client.host) }),
        consequences: html`${isBlocked && html`<p>${approve.unblock.text}</p>`}<p>${approve.text} ${approve.limits}</p><p>${approve.seen}</p>${describedApp(viewOf(client, signedIn.membership?.siteId), signedIn.text)}`,
        hidden: { client: client.id, changedAt: String(client.changedAt) },
        submit: isBlocked ? approve.again : approve.button,
        tone: 'primary',
        cancelHref: pageOf(place, signedIn, client.id),
      };
    },
    // The approval applies to the version that the person saw, and the current document must still match it.
    async act(signedIn, { client, problem }, form) {
      if (problem !== undefined) return pageOf(place, signedIn, client.id, { undone: 'unreadable' });
      const isAsSeen = form.get('changedAt') === String(client.changedAt);
      const isDone = isAsSeen && (await app.oauth.metadataClients.approve(client, reviewer(app, signedIn)));
      return pageOf(place, signedIn, client.id, isDone ? { done: 'approved' } : { undone: 'changed' });
    },
  });
}

function blocking<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  requireReauthentication<V, Subject>(app, place.pages, {
    ...place,
    path: `${place.path}/block`,
    find: (signedIn) => findForPlatform(app, signedIn),
    describe: (signedIn, { client }) => {
      const { block } = signedIn.text.reviews;
      return {
        title: block.title({ host: displayText(client.host) }),
        consequences: html`${namedApp(client, signedIn.text)}<p>${block.text}</p>`,
        hidden: { client: client.id },
        submit: block.button,
        cancelHref: pageOf(place, signedIn, client.id),
      };
    },
    async act(signedIn, { client }) {
      await app.oauth.metadataClients.block(client, reviewer(app, signedIn));
      return pageOf(place, signedIn, client.id, { done: 'blocked' });
    },
  });
}

function adopting(app: FastifyInstance, place: Place<OperatorRequest>): void {
  place.pages.post(`${place.path}/adopt`, async (signedIn, _form, reply) => {
    const client = (await find(app, signedIn))?.client;
    if (client === undefined || client.review === 'blocked') return place.missing(signedIn, reply);
    await app.oauth.metadataClients.adopt(client, signedIn.membership.siteId, reviewer(app, signedIn));
    return goTo(reply, pageOf(place, signedIn, client.id, { done: 'adopted' }));
  });
}

function releasing(app: FastifyInstance, place: Place<OperatorRequest>): void {
  requireReauthentication<OperatorRequest, MetadataDocumentClient>(app, place.pages, {
    ...place,
    path: `${place.path}/release`,
    find: async (signedIn) => {
      const client = await app.oauth.metadataClients.find(clientNamed(signedIn));
      return client?.adoptedBy.includes(signedIn.membership.siteId) ? client : undefined;
    },
    describe: (signedIn, client) => {
      const { release } = signedIn.text.reviews;
      return {
        title: release.title({ host: displayText(client.host) }),
        consequences: html`${namedApp(client, signedIn.text)}<p>${releaseText(client.review, signedIn.text)}</p>`,
        hidden: { client: client.id },
        submit: release.button,
        cancelHref: pageOf(place, signedIn, client.id),
      };
    },
    async act(signedIn, client) {
      await app.oauth.metadataClients.release(client, signedIn.membership.siteId, reviewer(app, signedIn));
      return pageOf(place, signedIn, client.id, { done: 'released' });
    },
  });
}
