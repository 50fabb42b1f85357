/** Reviews of apps with a metadata document, by the school and by the platform. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Review } from '../../../../schema/oauth/client.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { keysOf } from '../../../../schema/record.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { textFor } from '../../kit/text/index.ts';
import { CLIENTS } from '../connect/clients.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { reviewDecisions } from './decisions.ts';
import { type LookupProblem, reviewsPage } from './list-view.ts';
import { clientNamed, deciders, readApp, viewOf } from './reviewed-apps.ts';
import { type ReviewDone, type ReviewUndone, reviewPage } from './view.ts';

const PAGE = 20;
const PATH = '/reviews';

export function reviews(app: FastifyInstance, pages: SiteAdminPages): void {
  const connected = pages.with('mcp_connections');

  connected.get(SCHOOL + PATH, (signedIn, reply) => list(app, signedIn, reply));

  connected.post(`${SCHOOL}${PATH}/look`, async (signedIn, form, reply) => {
    const address = form.get('client')?.trim() ?? '';
    const { client, problem } = await readApp(app, address);
    if (client === undefined) return list(app, signedIn, reply.code(400), { address, problem });
    return goTo(reply, pageOf(signedIn, client.id));
  });

  connected.get(`${SCHOOL}${PATH}/app`, async (signedIn, reply) => {
    const { client, problem } = await readApp(app, clientNamed(signedIn));
    if (client === undefined) return list(app, signedIn, reply.code(404), { address: clientNamed(signedIn), problem });
    const { membership, request, csrf } = signedIn;
    const query = readParameters(request.query);
    const page = reviewPage(adminFrame(signedIn, PATH), {
      app: viewOf(client, membership.siteId),
      problem,
      ...(await deciders(app, signedIn)),
      hasGuide: CLIENTS.some(({ document }) => client.id === `https://${document}`),
      base: at(signedIn, PATH),
      connectionsHref: at(signedIn, `/connections?${new URLSearchParams({ client: client.id })}`),
      auditHref: at(signedIn, `/audit?${new URLSearchParams({ client: client.id })}`),
      timeZone: membership.timezone,
      csrf,
      done: keyIn(textFor('en').reviews.done, query.get('done')),
      undone: keyIn(textFor('en').reviews.undone, query.get('undone')),
    });
    return sendPage(reply, page, 'own');
  });

  reviewDecisions(app, connected, pageOf);
}

const pageOf = (
  signedIn: OperatorRequest,
  client: string,
  result: { done?: ReviewDone; undone?: ReviewUndone } = {},
): string => at(signedIn, `${PATH}/app?${new URLSearchParams({ client, ...result })}`);

const keyIn = <Key extends string>(texts: Readonly<Record<Key, unknown>>, value: string | undefined): Key | undefined =>
  keysOf(texts).find((key) => key === value);

const REVIEWS: readonly Review[] = ['unreviewed', 'approved', 'blocked'];

async function list(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  lookup: { address: string; problem: LookupProblem | undefined } = { address: '', problem: undefined },
): Promise<FastifyReply> {
  const { membership, request, csrf } = signedIn;
  const query = readParameters(request.query);
  const { decides, isDecided } = await deciders(app, signedIn);
  const review = REVIEWS.find((one) => one === query.get('review'));
  const { rows, hasMore } = await app.oauth.metadataClients.page({
    first: PAGE,
    after: query.get('after') ?? '',
    review,
    siteId: decides ? undefined : membership.siteId,
  });
  const base = at(signedIn, PATH);
  const next = new URLSearchParams({ ...(review === undefined ? {} : { review }), after: rows.at(-1)?.id ?? '' });
  const page = reviewsPage(adminFrame(signedIn, PATH), {
    apps: rows.map((client) => ({ ...viewOf(client, membership.siteId), href: pageOf(signedIn, client.id) })),
    review: review ?? '',
    decides,
    isDecided,
    lookup,
    base,
    csrf,
    nextHref: hasMore ? `${base}?${next}` : undefined,
  });
  return sendPage(reply, page, 'own');
}
