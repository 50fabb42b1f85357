/** Approving and blocking for the platform, adopting and releasing for the school. */
import type { FastifyInstance } from 'fastify';
import type { MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { onDanger } from '../../kit/danger.ts';
import { html } from '../../kit/html.ts';
import { shown } from '../../kit/outside-text.ts';
import { goTo } from '../../kit/sending.ts';
import type { VisitedPages } from '../../kit/visits.ts';
import { adminFrame, missing, type OperatorVisit, SCHOOL } from '../visits.ts';
import { clientNamed, decidesForPlatform, lookAt, viewOf } from './reviewed-apps.ts';
import { describedApp, type ReviewDone, type ReviewUndone } from './view.ts';

const PATH = '/reviews';

type Subject = { client: MetadataDocumentClient; isStale: boolean };
type PageOf = (visit: OperatorVisit, client: string, told?: { done?: ReviewDone; undone?: ReviewUndone }) => string;

type Pages = VisitedPages<OperatorVisit>;

export function reviewDecisions(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  approving(app, pages, pageOf);
  blocking(app, pages, pageOf);
  adopting(app, pages, pageOf);
  releasing(app, pages, pageOf);
}

const common = { frame: (visit: OperatorVisit) => adminFrame(visit, PATH), missing };

/** For the trail. */
const reviewer = ({ clock, originOf }: FastifyInstance, { request, session, place }: OperatorVisit) => ({
  ...originOf(request),
  at: clock(),
  personId: session.person.id,
  siteId: place.siteId,
});

async function find(app: FastifyInstance, visit: OperatorVisit): Promise<Subject | undefined> {
  const looked = await lookAt(app, clientNamed(visit));
  return looked.client === undefined ? undefined : looked;
}

/** There is nothing to decide for whoever does not decide for the platform. */
const findForPlatform = async (app: FastifyInstance, visit: OperatorVisit): Promise<Subject | undefined> =>
  (await decidesForPlatform(app, visit)) ? find(app, visit) : undefined;

function approving(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  onDanger<OperatorVisit, Subject>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/approve`,
    find: (visit) => findForPlatform(app, visit),
    describe: (visit, { client }) => {
      const { approve } = visit.text.reviews;
      return {
        title: approve.title(shown(client.host)),
        consequences: html`<p>${approve.text}</p><p>${approve.seen}</p>${describedApp(viewOf(client, visit.place.siteId), visit.text)}`,
        hidden: { client: client.id, changedAt: String(client.changedAt) },
        submit: approve.button,
        cancelHref: pageOf(visit, client.id),
      };
    },
    // E-15e: what is approved is the version that was seen, and its document still says so.
    async act(visit, { client, isStale }, form) {
      if (isStale) return pageOf(visit, client.id, { undone: 'unreadable' });
      const isAsSeen = form.get('changedAt') === String(client.changedAt);
      const isDone = isAsSeen && (await app.oauth.metadataClients.approve(client, reviewer(app, visit)));
      return pageOf(visit, client.id, isDone ? { done: 'approved' } : { undone: 'changed' });
    },
  });
}

function blocking(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  onDanger<OperatorVisit, Subject>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/block`,
    find: (visit) => findForPlatform(app, visit),
    describe: (visit, { client }) => {
      const { block } = visit.text.reviews;
      return {
        title: block.title(shown(client.host)),
        consequences: html`<p>${block.text}</p>`,
        hidden: { client: client.id },
        submit: block.button,
        cancelHref: pageOf(visit, client.id),
      };
    },
    async act(visit, { client }) {
      await app.oauth.metadataClients.block(client, reviewer(app, visit));
      return pageOf(visit, client.id, { done: 'blocked' });
    },
  });
}

function adopting(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  pages.take(`${SCHOOL}${PATH}/adopt`, async (visit, _form, reply) => {
    const client = (await find(app, visit))?.client;
    if (client === undefined || client.review === 'blocked') return missing(visit, reply);
    await app.oauth.metadataClients.adopt(client, visit.place.siteId, reviewer(app, visit));
    return goTo(reply, pageOf(visit, client.id, { done: 'adopted' }));
  });
}

function releasing(app: FastifyInstance, pages: Pages, pageOf: PageOf): void {
  onDanger<OperatorVisit, MetadataDocumentClient>(app, pages, {
    ...common,
    path: `${SCHOOL}${PATH}/release`,
    find: async (visit) => {
      const client = await app.oauth.metadataClients.find(clientNamed(visit));
      return client?.adoptedBy.includes(visit.place.siteId) ? client : undefined;
    },
    describe: (visit, client) => {
      const { release } = visit.text.reviews;
      return {
        title: release.title(shown(client.host)),
        consequences: html`<p>${release.text}</p>`,
        hidden: { client: client.id },
        submit: release.button,
        cancelHref: pageOf(visit, client.id),
      };
    },
    async act(visit, client) {
      await app.oauth.metadataClients.release(client, visit.place.siteId, reviewer(app, visit));
      return pageOf(visit, client.id, { done: 'released' });
    },
  });
}
