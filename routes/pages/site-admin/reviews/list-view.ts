import { LISTED_REVIEWS, type Review } from '../../../../schema/oauth/client.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, emptyList, field, linkButton, notice, postForm, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

export type LookupProblem = keyof Text['reviews']['look']['problems'];

/** An app with a metadata document, as a school sees it. */
export type ReviewItem = {
  host: string;
  name: string;
  review: Review;
  hasChanged: boolean;
  isAdopted: boolean;
  /** Whether its metadata are the copy that is part of the program, because its host could not be read. */
  isBundled: boolean;
  href: string;
};

export type Reviews = {
  apps: readonly ReviewItem[];
  review: string;
  /** Whether the person decides for the platform and can see all details. */
  decides: boolean;
  /** Whether anyone does. */
  isDecided: boolean;
  lookup: { address: string; problem: LookupProblem | undefined };
  /** The apps whose addresses are known, if this server accepts them. */
  known: readonly { name: string; address: string; href: string }[];
  /** The page with what clients tried. */
  attemptsHref: string;
  base: string;
  csrf: string;
  nextHref: string | undefined;
};

export const reviewBadges = (
  { review, hasChanged, isAdopted }: Pick<ReviewItem, 'review' | 'hasChanged' | 'isAdopted'>,
  { reviews }: Text,
): Html => {
  const lookup = { unreviewed: ' unknown', by_default: '', approved: '', blocked: ' off' }[review];
  return html`<span class="badge${lookup}">${reviews.states[review]}</span>${hasChanged && html` <span class="badge unknown">${reviews.changed}</span>`}${isAdopted && review !== 'blocked' && html` <span class="badge">${reviews.adopted}</span>`}`;
};

// CIMD §8.5: the host is proven and the name is only claimed.
const item = (app: ReviewItem, text: Text): Html =>
  html`<li><div><h2><a href="${app.href}">${displayText(app.host)}</a></h2>
<p class="detail">${text.client.callsItself({ name: displayText(app.name) })}</p>${app.isBundled && html`<p class="detail">${text.reviews.bundled}</p>`}</div><p class="made">${reviewBadges(app, text)}</p></li>`;

const filterForm = ({ review, base }: Reviews, { reviews }: Text): Html => {
  const { filter, states } = reviews;
  const options = [
    { value: '', label: filter.any },
    ...LISTED_REVIEWS.map((value) => ({ value, label: states[value] })),
  ];
  return html`<form method="get" action="${base}" class="filters">
${select({ name: 'review', label: filter.state, options, value: review })}
<div class="inline">${button(filter.submit, 'secondary')}</div></form>`;
};

const lookupForm = ({ lookup, known, attemptsHref, base, csrf }: Reviews, { attempts, reviews }: Text): Html => {
  const { title, label, hint, submit, problems } = reviews.look;
  const { address, problem } = lookup;
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
  return html`<section class="stack"><h2>${title}</h2>
${postForm({ action: `${base}/look`, csrf, body: [input, html`<div class="inline">${button(submit, 'secondary')}</div>`] })}
${known.length > 0 && html`<p>${reviews.look.known}</p><ul class="links">${known.map(({ name, address, href }) => html`<li><a href="${href}">${name}</a><br><code>${address}</code></li>`)}</ul>`}
<p>${reviews.look.refused} <a href="${attemptsHref}">${attempts.title}</a></p></section>`;
};

/** The page that lists the apps with a metadata document that members of the school have used. */
export const reviewsPage = (frame: PageFrame, view: Reviews): string => {
  const text = textFor(frame.language);
  const { reviews, shell, admin } = text;
  const { apps, decides, isDecided, nextHref } = view;
  const title = admin.area.pages.reviews;
  const body = html`<div class="intro"><h1>${title}</h1><p>${reviews.lead}</p></div>
${notice('info', html`<p>${decides ? reviews.whoDecides : reviews.othersDecide}</p>${!isDecided && html`<p>${reviews.noOneDecides} <a href="/docs/run/reviews">${reviews.manual}</a></p>`}<p>${decides ? reviews.allOfPlatform : reviews.onlyHere}</p>`)}
${filterForm(view, text)}
${apps.length === 0 ? emptyList(reviews.empty, reviews.emptyText) : html`<ul class="rows">${apps.map((app) => item(app, text))}</ul>`}
${nextHref !== undefined && html`<p class="more">${linkButton(nextHref, shell.next, 'secondary')}</p>`}
${lookupForm(view, text)}`;
  return page(frame, { title, body, isWrong: view.lookup.problem !== undefined });
};
