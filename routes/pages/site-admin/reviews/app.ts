/** The page of one app with a metadata document, and the decisions that are possible. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isBundled } from '../../../../schema/clients/vendor-documents.ts';
import { keysOf } from '../../../../schema/data/objects.ts';
import { readParameters } from '../../../../schema/data/parameters.ts';
import { isApproved, listedAs, type MetadataDocumentClient, scopesAt } from '../../../../schema/oauth/client.ts';
import { CLIENTS } from '../../connect/clients.ts';
import { button, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { pageSender, type Visit } from '../../kit/page.ts';
import type { Place, PlacedRequest } from '../operator-pages.ts';
import { type Requests, requestsAbout, requestsPart } from './requests.ts';
import {
  adoptText,
  clientNamed,
  deciders,
  destinations,
  differenceOf,
  type LookupProblem,
  listed,
  type ReviewUndone,
  readApp,
  releaseText,
  reviewBadges,
} from './reviewed-apps.ts';

/** Further parts of the page of an app below a school. */
export type AtSchool<V> = (signedIn: V, client: string) => { connectionsHref: string; auditHref: string } | undefined;

interface ReviewedApp extends Awaited<ReturnType<typeof deciders>> {
  client: MetadataDocumentClient;
  /** Why the current document could not be read. */
  problem: LookupProblem | undefined;
  decision: Awaited<ReturnType<typeof lastDecision>>;
  base: string;
  requests: Requests;
  atSchool: ReturnType<AtSchool<never>>;
  undone: ReviewUndone | undefined;
}

/** @param showUnknown answers for an app that there is not, with why */
export function appPage<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  atSchool: AtSchool<V>,
  showUnknown: (signedIn: V, reply: FastifyReply, problem: LookupProblem) => Promise<FastifyReply>,
): void {
  const show = pageSender<V, ReviewedApp>(app, place, {
    title: ({ client }) => displayText(client.host),
    lead: ({ client }, { text }) => html`<p>${text.client.callsItself({ name: displayText(client.name) })}</p>`,
    isWrong: ({ undone }) => undone !== undefined,
    body(reviewed, visit) {
      const { client, problem, decides, isDecided } = reviewed;
      const { text } = visit;
      const { reviews } = text;
      return html`${reviewed.undone !== undefined && notice('problem', html`<p>${reviews.undone[reviewed.undone]}</p>`)}
${doneNotice(client, visit)}
${isBundled(client) && notice('info', html`<p>${reviews.app.bundled}</p>`)}
${client.review === 'by_default' && notice('info', html`<p>${reviews.app.byDefault}</p>`)}
${problem !== undefined && notice('warning', html`<p>${reviews.app.stale} ${reviews.look.problems[problem]}</p>`)}
${differenceOf(client, text)}
${facts(reviewed, visit)}
${
  reviewed.atSchool !== undefined &&
  html`<p>${linkButton(reviewed.atSchool.connectionsHref, reviews.app.connections, 'secondary')}</p>
<p><a href="${reviewed.atSchool.auditHref}">${text.audit.trails.app}</a></p>`
}
${!decides && html`<p class="quiet">${reviews.othersDecide}${!isDecided && html` ${reviews.noOneDecides} <a href="/docs/run/reviews">${reviews.manual}</a>`}</p>`}
${actionList(reviewed, visit)}
${requestsPart(reviewed, visit)}`;
    },
  });

  place.pages.get(`${place.path}/app`, async (signedIn, reply) => {
    const { client, problem } = await readApp(app, clientNamed(signedIn));
    if (client === undefined) return showUnknown(signedIn, reply, problem);
    const undone = readParameters(signedIn.request.query).get('undone');
    return show(signedIn, reply, {
      client,
      problem,
      decision: await lastDecision(app, signedIn, client.id),
      ...(await deciders(app, signedIn)),
      base: place.base(signedIn),
      requests: await requestsAbout(app, signedIn, client.id),
      atSchool: atSchool(signedIn, client.id),
      undone: keysOf(signedIn.text.reviews.undone).find((key) => key === undone),
    });
  });
}

/**
 * Returns the last decision about an app. Who made it is told to the people who run the platform and to the person: a school
 * finds in its audit log what was decided on its pages.
 * @returns `undefined` if the audit log has nothing of it
 */
async function lastDecision(
  { audit: { reviewDecisions } }: FastifyInstance,
  { runsPlatform, session }: PlacedRequest,
  client: string,
) {
  const last = await reviewDecisions.last(client);
  const isTold = runsPlatform || last?.personId === session.person.id;
  return last && { ...last, by: isTold && last.personName ? last.personName : undefined };
}

/** Members are told how to connect an app that has a guide. */
function doneNotice({ id }: MetadataDocumentClient, { query, text }: Visit<PlacedRequest>): Html | undefined {
  const { account, reviews } = text;
  const done = keysOf(reviews.done).find((key) => key === query.get('done'));
  if (done === undefined) return undefined;
  const hasGuide = CLIENTS.some(({ document }) => id === `https://${document}`);
  const withoutGuide = reviews.adopt.withoutGuide({ page: account.area.pages.assistants });
  return notice(
    'info',
    html`<p>${reviews.done[done]}</p>${done === 'adopted' && !hasGuide && html`<p>${withoutGuide}</p>`}`,
  );
}

function facts(
  { client, problem, decision, atSchool }: ReviewedApp,
  { language, signedIn, text, timeZone }: Visit<PlacedRequest>,
): Html {
  const { app: words, states } = text.reviews;
  const { siteId = '' } = signedIn.membership ?? {};
  const { metadata, review, fetchedAt } = client;
  const mayAsk = words.mayAskOf[listedAs(review)];
  const scopes = scopesAt(client, siteId);
  const ownData = client.adoptedBy.includes(siteId) ? words.ownDataYes : words.ownDataNo;
  // Where the metadata are from, and how old they are.
  const source = isBundled(client) ? 'bundled' : problem === undefined ? 'fetched' : 'lastCopy';
  return html`<dl class="facts plain-facts">
${fact(words.state, html`<span class="made">${reviewBadges(client, siteId, text)}</span>`)}
${decision !== undefined && fact(words.decided, html`${states[decision.event === 'client_blocked' ? 'blocked' : 'approved']} · ${moment(decision.at, language, timeZone)}${decision.by !== undefined && ` · ${displayText(decision.by)}`}`)}
${fact(words.address, html`<code>${displayText(client.id)}</code>`)}
${fact(words.goesTo, destinations(client, text))}
${fact(words.redirects, listed(metadata.redirectUris))}
${metadata.droppedRedirectUris.length > 0 && fact(words.dropped, listed(metadata.droppedRedirectUris))}
${fact(words.mayAsk, scopes.length === 0 ? mayAsk : html`<details><summary>${mayAsk}</summary><ul>${scopes.map((scope) => html`<li>${text.scopes[scope]}</li>`)}</ul></details>`)}
${atSchool === undefined ? fact(words.offeredBy, String(client.adoptedBy.length)) : fact(words.ownData, review === 'blocked' ? words.ownDataBlocked : ownData)}
${fact(words.source, words.sources[source])}
${fact(source === 'bundled' ? words.bundledOn : words.read, moment(fetchedAt, language, timeZone))}
</dl>`;
}

function actionList(
  { client, atSchool, base, decides }: ReviewedApp,
  { csrf, signedIn, text }: Visit<PlacedRequest>,
): Html {
  const { adopt, approve, block, release } = text.reviews;
  const { id, review } = client;
  const isAdopted = client.adoptedBy.includes(signedIn.membership?.siteId ?? '');
  const to = (action: string): string => `${base}/${action}?${new URLSearchParams({ client: id })}`;
  const item = (sentence: string, action: Html): Html =>
    html`<li><div><p class="detail">${sentence}</p></div>${action}</li>`;
  const approving = `${approve.text} ${approve.limits}`;
  const [approveText, approveLabel] =
    review === 'blocked' ? [`${approve.unblock.text} ${approving}`, approve.again] : [approving, approve.button];
  const adopting = postForm({
    action: `${base}/adopt`,
    csrf,
    hidden: { client: id },
    body: button(adopt.button, 'secondary'),
  });
  return html`<ul class="rows">
${decides && review !== 'approved' && item(approveText, linkButton(to('approve'), approveLabel))}
${decides && review !== 'blocked' && item(block.text, linkButton(to('block'), block.button, 'secondary danger'))}
${atSchool !== undefined && !isAdopted && review !== 'blocked' && item(adoptText(isApproved(review), text), adopting)}
${isAdopted && item(releaseText(review, text), linkButton(to('release'), release.button, 'secondary danger'))}
</ul>`;
}
