/** Forms that approve and block a client for the platform, and adopt and release it for a school. */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../../schema/data/parameters.ts';
import type { MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { goTo } from '../../../http.ts';
import type { Confirmation } from '../../kit/confirmation.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import type { OperatorRequest, Place, PlacedRequest } from '../operator-pages.ts';
import {
  appPath,
  clientNamed,
  decidesForPlatform,
  describedApp,
  type LookupProblem,
  namedApp,
  type ReviewResult,
  readApp,
  releaseText,
  withAnswers,
} from './reviewed-apps.ts';

interface Subject {
  client: MetadataDocumentClient;
  problem?: LookupProblem | undefined;
}

interface Decision<V> {
  /** The end of its path. */
  name: 'approve' | 'block' | 'release';
  /** Returns `undefined` if there is no such app, or the person does not decide about it. */
  find(signedIn: V): Promise<Subject | undefined>;
  describe(
    client: MetadataDocumentClient,
    signedIn: V,
  ): Pick<Confirmation, 'title' | 'consequences' | 'hidden' | 'submit' | 'tone'>;
  act(subject: Subject, signedIn: V, form: Parameters): Promise<ReviewResult>;
}

function decision<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>, is: Decision<V>): void {
  requireReauthentication<V, Subject>(app, place.pages, {
    ...place,
    path: `${place.path}/${is.name}`,
    find: is.find,
    describe(signedIn, { client }) {
      const { hidden, ...described } = is.describe(client, signedIn);
      const cancelHref = appPath(place, signedIn, client.id);
      return { ...described, hidden: { client: client.id, ...hidden }, cancelHref };
    },
    act: async (signedIn, subject, form) =>
      appPath(place, signedIn, subject.client.id, await is.act(subject, signedIn, form)),
  });
}

async function find(app: FastifyInstance, signedIn: PlacedRequest): Promise<Subject | undefined> {
  const lookup = await readApp(app, clientNamed(signedIn));
  return lookup.client === undefined ? undefined : lookup;
}

export function platformDecisions<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  const { metadataClients } = app.oauth;
  const findForPlatform = async (signedIn: V): Promise<Subject | undefined> =>
    (await decidesForPlatform(app, signedIn)) ? find(app, signedIn) : undefined;

  decision(app, place, {
    name: 'approve',
    find: findForPlatform,
    describe(client, { text }) {
      const { approve } = text.reviews;
      const isBlocked = client.review === 'blocked';
      const { title } = isBlocked ? approve.unblock : approve;
      return {
        title: title({ host: displayText(client.host) }),
        consequences: html`${isBlocked && html`<p>${approve.unblock.text}</p>`}<p>${approve.text} ${approve.limits}</p><p>${approve.seen}</p>${describedApp(client, text)}`,
        hidden: { changedAt: String(client.changedAt) },
        submit: isBlocked ? approve.again : approve.button,
        tone: 'primary',
      };
    },
    // The approval applies to the version that the person saw, and the current document must still match it.
    async act({ client, problem }, { event }, form) {
      if (problem !== undefined) return { undone: 'unreadable' };
      const isAsSeen = form.get('changedAt') === String(client.changedAt);
      const isDone =
        isAsSeen && (await metadataClients.approve(client, await withAnswers(app, event('client_approved'), client)));
      return isDone ? { done: 'approved' } : { undone: 'changed' };
    },
  });

  decision(app, place, {
    name: 'block',
    find: findForPlatform,
    describe: (client, { text }) => ({
      title: text.reviews.block.title({ host: displayText(client.host) }),
      consequences: html`${namedApp(client, text)}<p>${text.reviews.block.text}</p>`,
      submit: text.reviews.block.button,
    }),
    async act({ client }, { event }) {
      await metadataClients.block(client, await withAnswers(app, event('client_blocked'), client));
      return { done: 'blocked' };
    },
  });
}

export function schoolDecisions(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { metadataClients } = app.oauth;

  place.pages.post(`${place.path}/adopt`, async (signedIn, _form, reply) => {
    const client = (await find(app, signedIn))?.client;
    if (client === undefined || client.review === 'blocked') return place.missing(signedIn, reply);
    await metadataClients.adopt(client, signedIn.membership.siteId, signedIn.event('client_adopted'));
    return goTo(reply, appPath(place, signedIn, client.id, { done: 'adopted' }));
  });

  decision(app, place, {
    name: 'release',
    async find(signedIn) {
      const client = await metadataClients.find(clientNamed(signedIn));
      return client?.adoptedBy.includes(signedIn.membership.siteId) ? { client } : undefined;
    },
    describe: (client, { text }) => ({
      title: text.reviews.release.title({ host: displayText(client.host) }),
      consequences: html`${namedApp(client, text)}<p>${releaseText(client.review, text)}</p>`,
      submit: text.reviews.release.button,
    }),
    async act({ client }, { event, membership }) {
      await metadataClients.release(client, membership.siteId, event('client_released'));
      return { done: 'released' };
    },
  });
}
