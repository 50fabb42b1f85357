/** The public pages of one course, lecture, event, post or page. */
import type { RowIn } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, lecturePath, pagePath, postPath } from '../../../schema/school/addresses.ts';
import { notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { dayOf, momentOf, periodOf } from './formats.ts';
import { accessOf, placeOf, priceOf } from './list-view.ts';
import { fact, publicPage, type SchoolContext, said } from './view.ts';

/** A text that the school has written, and its beginning without markup. */
export interface Written {
  readonly markup: Html;
  readonly description: string;
}

interface Outline {
  readonly sections: readonly { id: string; title: string }[];
  readonly lectures: readonly OutlinedLecture[];
}
export interface OutlinedLecture
  extends Pick<RowIn<'lectures'>, 'id' | 'sectionId' | 'title' | 'freePreview' | 'releaseAt' | 'status'> {
  /** Whether it is a free preview with a text. Other previews have no page. */
  hasPreview: boolean;
}

/** @param now milliseconds since the epoch */
export function coursePage(
  context: SchoolContext,
  course: RowIn<'courses'>,
  { markup, description }: Written,
  outline: Outline,
  now: number,
): string {
  const { publicPages: text } = context;
  const published = outline.lectures.filter(({ status }) => status === 'published');
  const body = html`<div class="intro"><h1>${displayText(course.title)}</h1>
${course.subtitle !== null && html`<p>${displayText(course.subtitle)}</p>`}</div>
<dl class="facts plain-facts">${fact(context, text.price, said(context, accessOf(context, course)))}</dl>
${markup}
${
  published.length > 0 &&
  html`<section class="stack"><div class="intro"><h2>${said(context, text.outline)}</h2><p>${said(context, text.lectures({ count: published.length }))}</p></div>
${outline.sections.map((section) => sectionPart(context, course, section, published, now))}</section>`
}`;
  return publicPage(context, {
    title: course.title,
    description: course.subtitle ?? description,
    body,
    path: course.unlisted ? undefined : coursePath(course.slug),
    section: '/courses',
  });
}

function sectionPart(
  context: SchoolContext,
  course: RowIn<'courses'>,
  { id, title }: { id: string; title: string },
  lectures: readonly OutlinedLecture[],
  now: number,
): Html | false {
  const own = lectures.filter(({ sectionId }) => sectionId === id);
  return (
    own.length > 0 &&
    html`<div><h3>${displayText(title)}</h3><ul class="rows">${own.map((lecture) => lecturePart(context, course, lecture, now))}</ul></div>`
  );
}

function lecturePart(context: SchoolContext, course: RowIn<'courses'>, lecture: OutlinedLecture, now: number): Html {
  const { publicPages: text, base, formats, school } = context;
  const { id, freePreview, hasPreview, releaseAt } = lecture;
  const title = displayText(lecture.title);
  const isLater = releaseAt !== null && releaseAt > now;
  return html`<li id="${id}"><div>${hasPreview && !isLater ? html`<a href="${base}${lecturePath(course.slug, id)}">${title}</a>` : html`<span>${title}</span>`}</div>
${freePreview && !isLater && html`<span class="badge">${said(context, text.preview)}</span>`}
${isLater && html`<span class="detail">${said(context, text.from)} ${dayOf(releaseAt, formats, school.timezone)}</span>`}</li>
`;
}

export function lecturePage(
  context: SchoolContext,
  course: RowIn<'courses'>,
  { id, title }: { id: string; title: string },
  { markup, description }: Written,
): string {
  const { base, publicPages: text } = context;
  const path = lecturePath(course.slug, id);
  const back = `${base}${coursePath(course.slug)}#${id}`;
  const body = html`<div class="intro"><h1>${displayText(title)}</h1><p>${displayText(course.title)}</p></div>
${markup}
<p><a href="${back}">${said(context, text.backToCourse)}</a></p>`;
  return publicPage(context, {
    title,
    description,
    body,
    path: course.unlisted ? undefined : path,
    kind: 'article',
    section: '/courses',
  });
}

/** The link for joining is for registered members only. */
export function eventPage(
  context: SchoolContext,
  event: Omit<RowIn<'events'>, 'joinUrl'>,
  { markup, description }: Written,
  now: number,
): string {
  const { publicPages: text, formats } = context;
  const { status, startsAt, endsAt, timezone, registrationClosesAt } = event;
  const isCancelled = status === 'cancelled';
  const isOver = endsAt <= now;
  const closesAt = isCancelled || isOver ? null : registrationClosesAt;
  const body = html`<h1>${displayText(event.title)}</h1>
${isCancelled ? notice('warning', html`<p>${said(context, text.cancelled)}</p>`) : isOver && notice('info', html`<p>${said(context, text.over)}</p>`)}
<dl class="facts plain-facts">${fact(context, text.when, periodOf(startsAt, endsAt, formats, timezone))}
${fact(context, text.where, placeOf(context, event))}
${fact(context, text.price, said(context, priceOf(context, event)))}
${closesAt !== null && fact(context, text.registerUntil, momentOf(closesAt, formats, timezone))}</dl>
${markup}`;
  return publicPage(context, {
    title: event.title,
    description,
    body,
    path: eventPath(event.slug),
    section: '/events',
  });
}

/** @param publishedAt milliseconds since the epoch */
export function postPage(
  context: SchoolContext,
  { slug, title, excerpt }: RowIn<'posts'>,
  { markup, description }: Written,
  publishedAt: number,
): string {
  const { publicPages: text, formats, school } = context;
  const body = html`<div class="intro"><h1>${displayText(title)}</h1>
<p>${said(context, text.published)} ${dayOf(publishedAt, formats, school.timezone)}</p></div>
${markup}`;
  return publicPage(context, {
    title,
    description: excerpt ?? description,
    body,
    path: postPath(slug),
    kind: 'article',
    section: '/posts',
  });
}

export function writtenPage(
  context: SchoolContext,
  row: Pick<RowIn<'pages'>, 'slug' | 'title' | 'seoTitle' | 'seoDescription'>,
  { markup, description }: Written,
): string {
  const { slug, title, seoTitle, seoDescription } = row;
  return publicPage(context, {
    title: seoTitle ?? title,
    description: seoDescription ?? description,
    body: html`<h1>${displayText(title)}</h1>
${markup}`,
    path: pagePath(slug),
  });
}
