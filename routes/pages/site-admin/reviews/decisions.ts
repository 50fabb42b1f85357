/** Forms that approve and block a client for the platform, and adopt and release it for the school. */
import type { FastifyInstance } from 'fastify';
import type { MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import type { SignedInPages } from '../../kit/signed-in.ts';
import { adminFrame, missing, type OperatorRequest, SCHOOL } from '../operator-pages.ts';
import type { LookupProblem } from './list-view.ts';
import { clientNamed, decidesForPlatform, readApp, reviewer, viewOf } from './reviewed-apps.ts';
import { describedApp, type ReviewDone, type ReviewUndone } from './view.ts';

const PATH = '/reviews';

type Subject = { client: MetadataDocumentClient; problem: LookupProblem | undefined };
type PageOf = (
  signedIn: OperatorRequest,
  client: string,
  result?: { done?: ReviewDone; undone?: ReviewUndone },
) => string;

type Pages = SignedInPages<OperatorRequest>;

export function reviewDecisions(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  approving(app, pages, pageOf);
  blocking(app, pages, pageOf);
  adopting(app, pages, pageOf);
  releasing(app, pages, pageOf);
}

const common = { frame: (signedIn: OperatorRequest) => adminFrame(signedIn, PATH), missing };

async function find(app: FastifyInstance, signedIn: OperatorRequest): Promise<Subject | undefined> {
  const looked = await readApp(app, clientNamed(signedIn));
  return looked.client === undefined ? undefined : looked;
}

/** Returns `undefined` if the person does not decide for the platform. */
const findForPlatform = async (app: FastifyInstance, signedIn: OperatorRequest): Promise<Subject | undefined> =>
  (await decidesForPlatform(app, signedIn)) ? find(app, signedIn) : undefined;

function approving(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  requireReauthentication<OperatorRequest, Subject>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/approve`,
    find: (signedIn) => findForPlatform(app, signedIn),
    describe: (signedIn, { client }) => {
      const { approve } = signedIn.text.reviews;
      return {
        title: approve.title(displayText(client.host)),
        consequences: html`<p>${approve.text}</p><p>${approve.seen}</p>${describedApp(viewOf(client, signedIn.membership.siteId), signedIn.text)}`,
        hidden: { client: client.id, changedAt: String(client.changedAt) },
        submit: approve.button,
        cancelHref: pageOf(signedIn, client.id),
      };
    },
    // The approval applies to the version that the person saw, and the current document must still match it.
    async act(signedIn, { client, problem }, form) {
      if (problem !== undefined) return pageOf(signedIn, client.id, { undone: 'unreadable' });
      const isAsSeen = form.get('changedAt') === String(client.changedAt);
      const isDone = isAsSeen && (await app.oauth.metadataClients.approve(client, reviewer(app, signedIn)));
      return pageOf(signedIn, client.id, isDone ? { done: 'approved' } : { undone: 'changed' });
    },
  });
}

function blocking(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  requireReauthentication<OperatorRequest, Subject>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/block`,
    find: (signedIn) => findForPlatform(app, signedIn),
    describe: (signedIn, { client }) => {
      const { block } = signedIn.text.reviews;
      return {
        title: block.title(displayText(client.host)),
        consequences: html`<p>${block.text}</p>`,
        hidden: { client: client.id },
        submit: block.button,
        cancelHref: pageOf(signedIn, client.id),
      };
    },
    async act(signedIn, { client }) {
      await app.oauth.metadataClients.block(client, reviewer(app, signedIn));
      return pageOf(signedIn, client.id, { done: 'blocked' });
    },
  });
}

function adopting(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  pages.post(`${SCHOOL}${PATH}/adopt`, async (signedIn, _form, reply) => {
    const client = (await find(app, signedIn))?.client;
    if (client === undefined || client.review === 'blocked') return missing(signedIn, reply);
    await app.oauth.metadataClients.adopt(client, signedIn.membership.siteId, reviewer(app, signedIn));
    return goTo(reply, pageOf(signedIn, client.id, { done: 'adopted' }));
  });
}

function releasing(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  requireReauthentication<OperatorRequest, MetadataDocumentClient>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/release`,
    find: async (signedIn) => {
      const client = await app.oauth.metadataClients.find(clientNamed(signedIn));
      return client?.adoptedBy.includes(signedIn.membership.siteId) ? client : undefined;
    },
    describe: (signedIn, client) => {
      const { release } = signedIn.text.reviews;
      return {
        title: release.title(displayText(client.host)),
        consequences: html`<p>${release.text}</p>`,
        hidden: { client: client.id },
        submit: release.button,
        cancelHref: pageOf(signedIn, client.id),
      };
    },
    async act(signedIn, client) {
      await app.oauth.metadataClients.release(client, signedIn.membership.siteId, reviewer(app, signedIn));
      return pageOf(signedIn, client.id, { done: 'released' });
    },
  });
}
