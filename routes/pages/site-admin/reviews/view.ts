import { isApproved, listedAs, type Review } from '../../../../schema/oauth/client.ts';
import type { MetadataDifference } from '../../../../schema/oauth/client-metadata-document.ts';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, fact, linkButton, moment, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { type LookupProblem, type ReviewItem, reviewBadges } from './list-view.ts';

export type ReviewDone = keyof Text['reviews']['done'];
export type ReviewUndone = keyof Text['reviews']['undone'];

export type ReviewView = {
  app: Omit<ReviewItem, 'href'> & {
    id: string;
    redirectUris: readonly string[];
    droppedRedirectUris: readonly string[];
    /** The scopes that the app can request at this school. */
    scopes: readonly Scope[];
    /** When the document, or the copy of it, was read. */
    fetchedAt: number;
    difference: MetadataDifference | undefined;
    /** How many schools offer the app to their members. */
    schools: number;
  };
  /** What was decided last, and by whom, as far as this person may know it; `undefined` if the audit log has nothing of it. */
  decision: { review: Review; at: number; by: string | undefined } | undefined;
  /** Why the current document could not be read. */
  problem: LookupProblem | undefined;
  /** Whether the person decides for the platform. */
  decides: boolean;
  /** Whether anyone does. */
  isDecided: boolean;
  /** Whether members are told how to connect the app. */
  hasGuide: boolean;
  /** The path of the reviews. */
  base: string;
  /** What else there is about the app at the school, with who decided what, as far as its audit log says; `undefined` on the pages of the platform. */
  atSchool: { connectionsHref: string; auditHref: string } | undefined;
  timeZone: string;
  csrf: string;
  done: ReviewDone | undefined;
  undone: ReviewUndone | undefined;
};

type Described = Pick<ReviewView['app'], 'id' | 'name' | 'redirectUris' | 'difference'>;

const listed = (uris: readonly string[]): Html =>
  html`<ul class="addresses">${uris.map((uri) => html`<li>${displayText(uri)}</li>`)}</ul>`;

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)([:/?#]|$)/;

/** Returns the hosts of the redirect URIs without repetitions. */
const destinations = (uris: readonly string[], { reviews }: Text): string => {
  const hosts = uris.map((uri) =>
    LOOPBACK.test(uri) ? reviews.app.loopback : displayText(URL.parse(uri)?.host ?? uri),
  );
  return [...new Set(hosts)].join(', ');
};

export const differenceOf = ({ name, gone, added }: MetadataDifference, { reviews }: Text): Html =>
  html`<section class="stack"><h2>${reviews.app.difference}</h2>
${name !== undefined && html`<p><del>${reviews.app.nameBefore({ name: displayText(name.before) })}</del> <ins>${reviews.app.nameNow({ name: displayText(name.after) })}</ins></p>`}
${gone.length > 0 && html`<div><h3>${reviews.app.gone}</h3><del>${listed(gone)}</del></div>`}
${added.length > 0 && html`<div><h3>${reviews.app.added}</h3><ins>${listed(added)}</ins></div>`}
</section>`;

/** The facts that the decision is based on. */
export const describedApp = (app: Described, text: Text): Html => html`<dl class="facts plain-facts">
${fact(text.reviews.app.address, html`<code>${displayText(app.id)}</code>`)}
${fact(text.reviews.app.name, displayText(app.name))}
${fact(text.reviews.app.goesTo, destinations(app.redirectUris, text))}
${fact(text.reviews.app.redirects, listed(app.redirectUris))}
</dl>
${app.difference !== undefined && differenceOf(app.difference, text)}`;

/** Which app it is, because a host can have several. */
export const namedApp = ({ id, name }: Pick<Described, 'id' | 'name'>, { client }: Text): Html =>
  html`<p>${client.callsItself({ name: displayText(name) })} <code>${displayText(id)}</code></p>`;

const ownDataText = (
  { review, isAdopted }: Pick<ReviewItem, 'review' | 'isAdopted'>,
  { ownDataYes, ownDataNo, ownDataBlocked }: Text['reviews']['app'],
): string => {
  if (review === 'blocked') return ownDataBlocked;
  return isAdopted ? ownDataYes : ownDataNo;
};

/** @param isApproved whether the app may do more than read by then */
export const adoptText = (isApproved: boolean, { reviews: { adopt } }: Text): string =>
  isApproved ? adopt.text : `${adopt.text} ${adopt.untilApproved}`;

/** What ends with the offer: the connections of an app that is blocked have ended before. */
export const releaseText = (review: Review, { reviews: { release } }: Text): string =>
  review === 'blocked' ? release.blocked : release.text;

/** Where the metadata are from, and how old they are. */
const sourceOf = ({ app, problem }: ReviewView, { reviews }: Text): string =>
  reviews.app.sources[app.isBundled ? 'bundled' : problem === undefined ? 'fetched' : 'lastCopy'];

const facts = (view: ReviewView, text: Text, language: PageFrame['language']): Html => {
  const appText = text.reviews.app;
  const { app, atSchool, decision, timeZone } = view;
  const { id, redirectUris, droppedRedirectUris, scopes, review, fetchedAt } = app;
  const mayAsk = appText.mayAskOf[listedAs(review)];
  return html`<dl class="facts plain-facts">
${fact(appText.state, html`<span class="made">${reviewBadges(app, text)}</span>`)}
${decision !== undefined && fact(appText.decided, html`${text.reviews.states[decision.review]} · ${moment(decision.at, language, timeZone)}${decision.by !== undefined && ` · ${displayText(decision.by)}`}`)}
${fact(appText.address, html`<code>${displayText(id)}</code>`)}
${fact(appText.goesTo, destinations(redirectUris, text))}
${fact(appText.redirects, listed(redirectUris))}
${droppedRedirectUris.length > 0 && fact(appText.dropped, listed(droppedRedirectUris))}
${fact(appText.mayAsk, scopes.length === 0 ? mayAsk : html`<details><summary>${mayAsk}</summary><ul>${scopes.map((scope) => html`<li>${text.scopes[scope]}</li>`)}</ul></details>`)}
${atSchool === undefined ? fact(appText.offeredBy, String(app.schools)) : fact(appText.ownData, ownDataText(app, appText))}
${fact(appText.source, sourceOf(view, text))}
${fact(app.isBundled ? appText.bundledOn : appText.read, moment(fetchedAt, language, timeZone))}
</dl>`;
};

const actionList = ({ app, atSchool, base, decides, csrf }: ReviewView, text: Text): Html => {
  const { reviews } = text;
  const { id, review, isAdopted } = app;
  const to = (action: string): string => `${base}/${action}?${new URLSearchParams({ client: id })}`;
  const item = (sentence: string, action: Html): Html =>
    html`<li><div><p class="detail">${sentence}</p></div>${action}</li>`;
  const dangerous = (href: string, label: string): Html => linkButton(href, label, 'secondary danger');
  const { approve } = reviews;
  const approving = `${approve.text} ${approve.limits}`;
  const [approveText, approveLabel] =
    review === 'blocked' ? [`${approve.unblock.text} ${approving}`, approve.again] : [approving, approve.button];
  return html`<ul class="rows">
${decides && review !== 'approved' && item(approveText, linkButton(to('approve'), approveLabel))}
${decides && review !== 'blocked' && item(reviews.block.text, dangerous(to('block'), reviews.block.button))}
${atSchool !== undefined && !isAdopted && review !== 'blocked' && item(adoptText(isApproved(review), text), postForm({ action: `${base}/adopt`, csrf, hidden: { client: id }, body: button(reviews.adopt.button, 'secondary') }))}
${isAdopted && item(releaseText(review, text), dangerous(to('release'), reviews.release.button))}
</ul>`;
};

/** The page of one app with a metadata document, and the decisions that are possible. */
export const reviewPage = (frame: PageFrame, view: ReviewView): string => {
  const text = textFor(frame.language);
  const { account, reviews, client } = text;
  const { app, problem, decides, isDecided, hasGuide, atSchool, done, undone } = view;
  const host = displayText(app.host);
  const body = html`<div class="intro"><h1>${host}</h1><p>${client.callsItself({ name: displayText(app.name) })}</p></div>
${undone !== undefined && notice('problem', html`<p>${reviews.undone[undone]}</p>`)}
${done !== undefined && notice('info', html`<p>${reviews.done[done]}</p>${done === 'adopted' && !hasGuide && html`<p>${reviews.adopt.withoutGuide({ page: account.area.pages.assistants })}</p>`}`)}
${app.isBundled && notice('info', html`<p>${reviews.app.bundled}</p>`)}
${app.review === 'by_default' && notice('info', html`<p>${reviews.app.byDefault}</p>`)}
${problem !== undefined && notice('warning', html`<p>${reviews.app.stale} ${reviews.look.problems[problem]}</p>`)}
${app.difference !== undefined && differenceOf(app.difference, text)}
${facts(view, text, frame.language)}
${
  atSchool !== undefined &&
  html`<p>${linkButton(atSchool.connectionsHref, reviews.app.connections, 'secondary')}</p>
<p><a href="${atSchool.auditHref}">${text.audit.trails.app}</a></p>`
}
${!decides && html`<p class="quiet">${reviews.othersDecide}${!isDecided && html` ${reviews.noOneDecides} <a href="/docs/run/reviews">${reviews.manual}</a>`}</p>`}
${actionList(view, text)}`;
  return page(frame, { title: host, body, isWrong: undone !== undefined });
};
