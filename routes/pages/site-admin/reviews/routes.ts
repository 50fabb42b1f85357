/** Developers → Reviews: apps named by URL, and what the school and the platform think of them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Review } from '../../../../schema/oauth/client.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { textFor } from '../../kit/text/index.ts';
import { adminFrame, at, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { reviewDecisions } from './decisions.ts';
import { type LookProblem, reviewsPage } from './list-view.ts';
import { clientNamed, decidesForPlatform, lookAt, viewOf } from './reviewed-apps.ts';
import { type ReviewDone, type ReviewUndone, reviewPage } from './view.ts';

const PAGE = 20;
const PATH = '/reviews';

export function reviews(app: FastifyInstance, pages: SiteAdminPages): void {
  const connected = pages.with('mcp_connections');

  connected.show(SCHOOL + PATH, (visit, reply) => list(app, visit, reply));

  connected.take(`${SCHOOL}${PATH}/look`, async (visit, form, reply) => {
    const address = form.get('client')?.trim() ?? '';
    const { client, problem } = await lookAt(app, address);
    if (client === undefined) return list(app, visit, reply.code(400), { address, problem });
    return goTo(reply, pageOf(visit, client.id));
  });

  connected.show(`${SCHOOL}${PATH}/app`, async (visit, reply) => {
    const looked = await lookAt(app, clientNamed(visit));
    const { client, problem } = looked;
    if (client === undefined) return list(app, visit, reply.code(404), { address: clientNamed(visit), problem });
    const { place, request, csrf } = visit;
    const query = readParameters(request.query);
    const page = reviewPage(adminFrame(visit, PATH), {
      app: viewOf(client, place.siteId),
      isStale: looked.isStale,
      decides: await decidesForPlatform(app, visit),
      base: at(visit, PATH),
      connectionsHref: at(visit, `/connections?${new URLSearchParams({ client: client.id })}`),
      timeZone: place.timezone,
      csrf,
      done: keyOf<ReviewDone>('done', query.get('done')),
      undone: keyOf<ReviewUndone>('undone', query.get('undone')),
    });
    return sendPage(reply, page, 'own');
  });

  reviewDecisions(app, connected, pageOf);
}

const pageOf = (
  visit: OperatorVisit,
  client: string,
  told: { done?: ReviewDone; undone?: ReviewUndone } = {},
): string => at(visit, `${PATH}/app?${new URLSearchParams({ client, ...told })}`);

const keyOf = <Key extends string>(which: 'done' | 'undone', value: string | undefined): Key | undefined =>
  value !== undefined && Object.hasOwn(textFor('en').reviews[which], value) ? (value as Key) : undefined;

const REVIEWS: readonly Review[] = ['unreviewed', 'approved', 'blocked'];

async function list(
  app: FastifyInstance,
  visit: OperatorVisit,
  reply: FastifyReply,
  look: { address: string; problem: LookProblem | undefined } = { address: '', problem: undefined },
): Promise<FastifyReply> {
  const { place, request, csrf } = visit;
  const query = readParameters(request.query);
  const decides = await decidesForPlatform(app, visit);
  const review = REVIEWS.find((one) => one === query.get('review'));
  const { rows, hasMore } = await app.oauth.metadataClients.page({
    first: PAGE,
    after: query.get('after') ?? '',
    review,
    siteId: decides ? undefined : place.siteId,
  });
  const base = at(visit, PATH);
  const next = new URLSearchParams({ ...(review === undefined ? {} : { review }), after: rows.at(-1)?.id ?? '' });
  const page = reviewsPage(adminFrame(visit, PATH), {
    apps: rows.map((client) => ({ ...viewOf(client, place.siteId), href: pageOf(visit, client.id) })),
    review: review ?? '',
    decides,
    look,
    base,
    csrf,
    nextHref: hasMore ? `${base}?${next}` : undefined,
  });
  return sendPage(reply, page, 'own');
}
