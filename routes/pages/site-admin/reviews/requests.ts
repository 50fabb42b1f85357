/** How an owner asks the platform to review an app, and how the platform sees who asks and answers. */
import type { FastifyInstance } from 'fastify';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import { REVIEWS_PER_SITE } from '../../../../schema/throttle.ts';
import { goTo } from '../../../http.ts';
import { ago, button, postForm, textArea } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { type OperatorRequest, owns, type Place, type PlacedRequest } from '../operator-pages.ts';
import { appPath, decidesForPlatform, readApp, withAnswers } from './reviewed-apps.ts';

type Store = FastifyInstance['oauth']['metadataClients']['requests'];
export type ReviewRequest = Awaited<ReturnType<Store['ofSite']>>[number];

const MAX_REASON = 500;

/** Registers the form. @param back the page that the answer leads to */
export function askForReview(
  app: FastifyInstance,
  place: Place<OperatorRequest>,
  path: string,
  back: (signedIn: OperatorRequest, client: string) => string,
): void {
  const { metadataClients } = app.oauth;
  place.pages.post(path, async (signedIn, form, reply) => {
    const { membership, session } = signedIn;
    const { client } = await readApp(app, form.get('client') ?? '');
    if (client?.review !== 'unreviewed' || !owns(membership)) return place.missing(signedIn, reply);
    const here = back(signedIn, client.id);
    const done = (what: string): string => `${here}${here.includes('?') ? '&' : '?'}done=${what}`;
    const mine = await metadataClients.requests.ofSite(membership.siteId);
    // A repetition changes nothing, and does not count.
    if (mine.some((one) => one.clientId === client.id && one.answeredAt === null)) return goTo(reply, done('asked'));
    const counter = { kind: 'reviews_of', subject: membership.siteId, rule: REVIEWS_PER_SITE };
    if ((await app.throttle.take(counter)) > 0) return goTo(reply, done('too_many'));
    await metadataClients.requests.ask(
      client,
      membership.siteId,
      session.person.id,
      signedIn.event('review_requested'),
    );
    return goTo(reply, done('asked'));
  });
}

const REQUEST_FORM = 'request';

/** A part of a page, with the form of all buttons in it that ask. */
export const withRequestForm = (part: Html, action: string, csrf: string): Html =>
  html`${part}${part.toString().includes(`form="${REQUEST_FORM}"`) && postForm({ id: REQUEST_FORM, action, csrf, body: undefined })}`;

/** What a school sees of its request for an app that waits for the platform, and the button that asks. */
export function requestPart(
  request: ReviewRequest | undefined,
  { clientId, name }: { clientId: string; name: string },
  { language, now, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { request: words } = text.connect;
  if (request !== undefined && request.answeredAt === null) {
    return html`<span>${words.askedAt} ${ago(request.askedAt, now, language, { unit: 'hour' })}</span>`;
  }
  const { reason = null } = request ?? {};
  const isDeclined = request?.answer === 'declined';
  const declined = html`<span>${words.declined}${reason !== null && ` ${displayText(reason)}`}</span>`;
  const asks = owns(signedIn.membership);
  return html`${isDeclined ? declined : !asks && html`<span>${text.connect.switches.why.platform}</span>`}
${asks && html`<button type="submit" form="${REQUEST_FORM}" class="secondary" name="client" value="${clientId}" aria-label="${words.ask}: ${name}">${words.ask}</button>`}`;
}

/** The open requests for an app and its use, for those who decide; the own request of any other school. */
export interface Requests {
  open: Awaited<ReturnType<Store['open']>>;
  use: { schools: number; people: number };
  own: ReviewRequest | undefined;
}

export async function requestsAbout(
  app: FastifyInstance,
  signedIn: PlacedRequest,
  clientId: string,
): Promise<Requests> {
  const { requests } = app.oauth.metadataClients;
  const siteId = signedIn.membership?.siteId;
  const own =
    siteId === undefined ? undefined : (await requests.ofSite(siteId)).find((one) => one.clientId === clientId);
  const decides = await decidesForPlatform(app, signedIn);
  return decides
    ? { own, open: await requests.open(clientId), use: await requests.use(clientId, app.clock()) }
    : { own, open: [], use: { schools: 0, people: 0 } };
}

interface About {
  client: { id: string; name: string; review: string };
  decides: boolean;
  base: string;
  requests: Requests;
}

export function requestsPart({ base, client, decides, requests }: About, visit: Visit<PlacedRequest>): Html | false {
  const { csrf, language, now, signedIn, text } = visit;
  const { requests: words } = text.reviews;
  const { membership } = signedIn;
  if (!decides) {
    if (membership === undefined || client.review !== 'unreviewed') return false;
    const entered = { ...visit, signedIn: signedIn as OperatorRequest };
    const about = { clientId: client.id, name: displayText(client.name) };
    return withRequestForm(
      html`<div class="made">${requestPart(requests.own, about, entered)}</div>`,
      `${base}/ask`,
      csrf,
    );
  }
  if (requests.open.length === 0) return false;
  const asking = requests.open.map(
    ({ askedAt, person, school }) =>
      html`<li><div><p class="name">${displayText(school)}</p><p class="detail">${displayText(person)} · ${ago(askedAt, now, language, { unit: 'hour' })}</p></div></li>`,
  );
  const reason = textArea({ name: 'reason', label: words.reason, optional: true, maxLength: MAX_REASON });
  const body = html`${reason}<div class="inline">${button(words.decline, 'secondary')}</div>`;
  return html`<section class="stack"><h2>${words.title}</h2><p>${words.use(requests.use)}</p><ul class="rows">${asking}</ul>
${postForm({ action: `${base}/decline`, csrf, hidden: { client: client.id }, body })}</section>`;
}

export function declineRequests<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  place.pages.post(`${place.path}/decline`, async (signedIn, form, reply) => {
    const id = form.get('client') ?? '';
    const client = isUrlClientId(id) ? await app.oauth.metadataClients.find(id) : undefined;
    if (client === undefined || !(await decidesForPlatform(app, signedIn))) return place.missing(signedIn, reply);
    const reason = (form.get('reason') ?? '').trim().slice(0, MAX_REASON);
    const event = await withAnswers(app, signedIn.event('review_declined'), client);
    await app.oauth.metadataClients.requests.decline(client.id, reason === '' ? null : reason, event);
    return goTo(reply, appPath(place, signedIn, client.id, { done: 'declined' }));
  });
}
