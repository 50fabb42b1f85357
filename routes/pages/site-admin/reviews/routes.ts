/** Reviews of apps with a metadata document, by a school and by the platform: the list of those that members have used. */
import type { FastifyInstance } from 'fastify';
import { bundledDocuments, isBundled } from '../../../../schema/clients/vendor-documents.ts';
import { readParameters } from '../../../../schema/data/parameters.ts';
import { LISTED_REVIEWS, type MetadataDocumentClient } from '../../../../schema/oauth/client.ts';
import { isAllowedDocument } from '../../../../schema/oauth/metadata-url.ts';
import { goTo } from '../../../http.ts';
import { button, emptyList, field, linkButton, notice, optionsOf, postForm, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { filterForm } from '../../kit/list.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { at, belowSchool, type Place, type PlacedRequest, type SiteAdminPages } from '../operator-pages.ts';
import { type AtSchool, appPage } from './app.ts';
import { platformDecisions, schoolDecisions } from './decisions.ts';
import { askForReview, declineRequests } from './requests.ts';
import { appPath, clientNamed, deciders, type LookupProblem, readApp, reviewBadges } from './reviewed-apps.ts';

const PER_PAGE = 20;

/** The reviews below a school, which can also offer an app to its members. */
export function reviews(app: FastifyInstance, pages: SiteAdminPages): void {
  const place = belowSchool(pages.with('mcp_connections'), '/reviews');
  reviewPages(app, place, (signedIn, client) => ({
    connectionsHref: at(signedIn, `/connections?${new URLSearchParams({ client })}`),
    auditHref: at(signedIn, `/audit?${new URLSearchParams({ client })}`),
  }));
  schoolDecisions(app, place);
  askForReview(app, place, `${place.path}/ask`, (signedIn, client) => appPath(place, signedIn, client));
}

/** The address that was looked up, and why there is no such app. */
interface Lookup {
  address: string;
  problem: LookupProblem | undefined;
}

export function reviewPages<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  atSchool: AtSchool<V>,
): void {
  const { pages, path } = place;
  const listWith = (signedIn: V, lookup: Lookup) => listOf(app, place, signedIn, lookup);

  const show = definePage<V, Awaited<ReturnType<typeof listOf>>>(app, place, {
    at: path,
    load: ({ signedIn }) => listWith(signedIn, { address: '', problem: undefined }),
    title: (_list, { text }) => text.admin.area.pages.reviews,
    lead: (_list, { text }) => html`<p>${text.reviews.lead}</p>`,
    isWrong: ({ lookup }) => lookup.problem !== undefined,
    body(list, visit) {
      const { apps, asked, decides, isDecided, nextHref } = list;
      const { signedIn, text } = visit;
      const { reviews: words } = text;
      const base = place.base(signedIn);
      return html`${notice('info', html`<p>${decides ? words.whoDecides : words.othersDecide}</p>${!isDecided && html`<p>${words.noOneDecides} <a href="/docs/run/reviews">${words.manual}</a></p>`}<p>${decides ? words.allOfPlatform : words.onlyHere}</p>`)}
${filters(list.review, base, visit)}
${apps.length === 0 ? emptyList(words.empty, words.emptyText) : html`<ul class="rows">${apps.map((one) => row(one, appPath(place, signedIn, one.id), asked.get(one.id), visit))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, text.shell.next, 'secondary')}</p>`}
<section class="stack"><h2>${words.look.title}</h2>
${lookupForm(list.lookup, base, visit)}
${knownApps(app, (url) => appPath(place, signedIn, url), visit)}
<p>${words.look.refused} <a href="${attemptsPath(signedIn)}">${text.attempts.title}</a></p></section>`;
    },
  });

  pages.set(`${path}/look`, async (signedIn, form, reply) => {
    const address = form.get('client')?.trim() ?? '';
    const { client, problem } = await readApp(app, address);
    if (client !== undefined) return goTo(reply, appPath(place, signedIn, client.id));
    return show(signedIn, reply.code(400), await listWith(signedIn, { address, problem }));
  });

  appPage(app, place, atSchool, async (signedIn, reply, problem) =>
    show(signedIn, reply.code(404), await listWith(signedIn, { address: clientNamed(signedIn), problem })),
  );
  platformDecisions(app, place);
  declineRequests(app, place);
}

async function listOf<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>, signedIn: V, lookup: Lookup) {
  const query = readParameters(signedIn.request.query);
  const { decides, isDecided } = await deciders(app, signedIn);
  const review = LISTED_REVIEWS.find((one) => one === query.get('review'));
  const { rows: apps, hasMore } = await app.oauth.metadataClients.page({
    first: PER_PAGE,
    after: query.get('after') ?? '',
    review,
    siteId: decides ? undefined : signedIn.membership?.siteId,
  });
  const next = new URLSearchParams({ ...(review === undefined ? {} : { review }), after: apps.at(-1)?.id ?? '' });
  const nextHref = hasMore ? `${place.base(signedIn)}?${next}` : undefined;
  const asked = decides ? await app.oauth.metadataClients.requests.openByClient() : new Map<string, number>();
  return { apps, asked, decides, isDecided, review: review ?? '', lookup, nextHref };
}

/** The page with what clients tried. An attempt that names no school belongs to the platform. */
const attemptsPath = ({ membership, runsPlatform }: PlacedRequest): string =>
  runsPlatform || membership === undefined ? '/platform/attempts' : `/admin/${membership.slug}/connect/attempts`;

// CIMD §8.5: the host is proven and the name is only claimed.
const row = (
  client: MetadataDocumentClient,
  href: string,
  asked: number | undefined,
  { signedIn, text }: Visit<PlacedRequest>,
): Html =>
  html`<li><div><h2><a href="${href}">${displayText(client.host)}</a></h2>
<p class="detail">${text.client.callsItself({ name: displayText(client.name) })}</p>${isBundled(client) && html`<p class="detail">${text.reviews.bundled}</p>`}${asked !== undefined && html`<p class="detail">${text.reviews.requests.count({ count: asked })}</p>`}</div><p class="made">${reviewBadges(client, signedIn.membership?.siteId, text)}</p></li>`;

function filters(review: string, base: string, { text }: Visit<PlacedRequest>): Html {
  const { reviews: words } = text;
  const options = [{ value: '', label: words.filter.any }, ...optionsOf(LISTED_REVIEWS, words.states)];
  const field = select({ name: 'review', label: words.filter.state, options, value: review });
  return filterForm(field, review !== '', base, text);
}

function lookupForm({ address, problem }: Lookup, base: string, { csrf, text }: Visit<PlacedRequest>): Html {
  const { label, hint, submit, problems } = text.reviews.look;
  const input = field({
    name: 'client',
    label,
    hint,
    type: 'url',
    autocomplete: 'off',
    maxLength: 1024,
    ...(address === '' ? {} : { value: address }),
    error: problem && problems[problem],
    focus: problem !== undefined,
  });
  const body = [input, html`<div class="inline">${button(submit, 'secondary')}</div>`];
  return postForm({ action: `${base}/look`, csrf, body });
}

/** The apps whose addresses are known, if this server accepts them. */
function knownApps(
  { config: { cimd } }: FastifyInstance,
  hrefOf: (url: string) => string,
  { text }: Visit<PlacedRequest>,
) {
  const known = bundledDocuments().filter(({ url }) => cimd.enabled && isAllowedDocument(cimd.hosts, url));
  const items = known.map(
    ({ name, url }) => html`<li><a href="${hrefOf(url)}">${name}</a><br><code>${url}</code></li>`,
  );
  return known.length > 0 && html`<p>${text.reviews.look.known}</p><ul class="links">${items}</ul>`;
}
