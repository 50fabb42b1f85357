/** Reviews of apps with a metadata document, by a school and by the platform. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LISTED_REVIEWS } from '../../../../schema/oauth/client.ts';
import { isAllowedDocument } from '../../../../schema/oauth/metadata-url.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { keysOf } from '../../../../schema/record.ts';
import { bundledDocuments } from '../../../../schema/vendor-documents.ts';
import { textFor } from '../../../words/index.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { CLIENTS } from '../connect/clients.ts';
import { at, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool, type Place, type PlacedRequest, timeZoneOf } from '../placed-pages.ts';
import { pageOf, platformDecisions, schoolDecisions } from './decisions.ts';
import { type LookupProblem, reviewsPage } from './list-view.ts';
import { clientNamed, deciders, lastDecision, readApp, viewOf } from './reviewed-apps.ts';
import { type ReviewView, reviewPage } from './view.ts';

const PAGE = 20;
const PATH = '/reviews';

/** The reviews below a school, which can also offer an app to its members. */
export function reviews(app: FastifyInstance, pages: SiteAdminPages): void {
  const place = belowSchool(pages.with('mcp_connections'), PATH);
  reviewPages(app, place, (signedIn, client) => ({
    connectionsHref: at(signedIn, `/connections?${new URLSearchParams({ client })}`),
    auditHref: at(signedIn, `/audit?${new URLSearchParams({ client })}`),
  }));
  schoolDecisions(app, place);
}

/** @param atSchool returns what else there is about an app at the school that the pages are below, if they are below one */
export function reviewPages<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  atSchool: (signedIn: V, client: string) => ReviewView['atSchool'],
): void {
  const { pages, path } = place;

  pages.get(path, (signedIn, reply) => list(app, place, signedIn, reply));

  pages.post(`${path}/look`, async (signedIn, form, reply) => {
    const address = form.get('client')?.trim() ?? '';
    const { client, problem } = await readApp(app, address);
    if (client === undefined) return list(app, place, signedIn, reply.code(400), { address, problem });
    return goTo(reply, pageOf(place, signedIn, client.id));
  });

  pages.get(`${path}/app`, async (signedIn, reply) => {
    const { client, problem } = await readApp(app, clientNamed(signedIn));
    if (client === undefined)
      return list(app, place, signedIn, reply.code(404), { address: clientNamed(signedIn), problem });
    const { membership, request, csrf } = signedIn;
    const query = readParameters(request.query);
    const page = reviewPage(place.frame(signedIn), {
      app: viewOf(client, membership?.siteId),
      problem,
      decision: await lastDecision(app, signedIn, client.id),
      ...(await deciders(app, signedIn)),
      hasGuide: CLIENTS.some(({ document }) => client.id === `https://${document}`),
      base: place.base(signedIn),
      atSchool: atSchool(signedIn, client.id),
      timeZone: timeZoneOf(signedIn),
      csrf,
      done: keyIn(textFor('en').reviews.done, query.get('done')),
      undone: keyIn(textFor('en').reviews.undone, query.get('undone')),
    });
    return sendPage(reply, page, 'own');
  });

  platformDecisions(app, place);
}

const keyIn = <Key extends string>(texts: Readonly<Record<Key, unknown>>, value: string | undefined): Key | undefined =>
  keysOf(texts).find((key) => key === value);

async function list<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  signedIn: V,
  reply: FastifyReply,
  lookup: { address: string; problem: LookupProblem | undefined } = { address: '', problem: undefined },
): Promise<FastifyReply> {
  const { membership, request, csrf, runsPlatform } = signedIn;
  const { cimd } = app.config;
  const query = readParameters(request.query);
  const { decides, isDecided } = await deciders(app, signedIn);
  const review = LISTED_REVIEWS.find((one) => one === query.get('review'));
  const { rows, hasMore } = await app.oauth.metadataClients.page({
    first: PAGE,
    after: query.get('after') ?? '',
    review,
    siteId: decides ? undefined : membership?.siteId,
  });
  const base = place.base(signedIn);
  const next = new URLSearchParams({ ...(review === undefined ? {} : { review }), after: rows.at(-1)?.id ?? '' });
  const page = reviewsPage(place.frame(signedIn), {
    apps: rows.map((client) => ({ ...viewOf(client, membership?.siteId), href: pageOf(place, signedIn, client.id) })),
    review: review ?? '',
    decides,
    isDecided,
    lookup,
    known: bundledDocuments()
      .filter(({ url }) => cimd.enabled && isAllowedDocument(cimd.hosts, url))
      .map(({ url, name }) => ({ name, address: url, href: pageOf(place, signedIn, url) })),
    // An attempt that names no school belongs to the platform.
    attemptsHref:
      runsPlatform || membership === undefined ? '/platform/attempts' : `/admin/${membership.slug}/connect/attempts`,
    base,
    csrf,
    nextHref: hasMore ? `${base}?${next}` : undefined,
  });
  return sendPage(reply, page, 'own');
}
