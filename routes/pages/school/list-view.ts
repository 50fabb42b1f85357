/** The lists of a school's public pages, and the start page, which shows the beginning of each. */
import type { PublicContent } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, pagePath, postPath } from '../../../schema/school/addresses.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { tenantLink } from '../../../schema/tenant-link.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';
import { dayOf, periodOf } from './formats.ts';
import { publicPage, type SchoolContext, type Section, said } from './view.ts';

type RowOf<List extends 'courses' | 'posts' | 'events'> = Awaited<ReturnType<PublicContent[List]>>['rows'][number];
export type ListedCourse = RowOf<'courses'>;
export type ListedPost = RowOf<'posts'>;
export type ListedEvent = RowOf<'events'>;
export type ListName = 'courses' | 'events' | 'pastEvents' | 'posts';

/** How a course is to be had, and what it costs. */
export function accessOf(
  { publicPages: text, formats }: SchoolContext,
  { courseType, priceAmount, priceCurrency }: Pick<ListedCourse, 'courseType' | 'priceAmount' | 'priceCurrency'>,
): string {
  const price = formatMoney(priceAmount, priceCurrency, formats);
  switch (courseType) {
    case 'paid':
      return price;
    case 'pre_order':
      return text.access.pre_order({ price });
    default:
      return text.access[courseType];
  }
}

export const priceOf = (
  { publicPages: text, formats }: SchoolContext,
  { priceAmount, priceCurrency }: Pick<ListedEvent, 'priceAmount' | 'priceCurrency'>,
): string => (priceAmount === 0 ? text.access.free : formatMoney(priceAmount, priceCurrency, formats));

interface Entry {
  href: string;
  title: string;
  details: readonly (Html | string | null)[];
  aside?: Html;
}

const entries = (all: readonly Entry[]): Html =>
  html`<ul class="rows">${all.map(
    ({ href, title, details, aside }) => html`<li><div><p class="name"><a href="${href}">${displayText(title)}</a></p>
${details.map((detail) => detail !== null && detail !== '' && html`<p class="detail">${detail}</p>`)}</div>${aside !== undefined && html`<p class="detail">${aside}</p>`}</li>
`,
  )}</ul>`;

export const courseEntries = (context: SchoolContext, rows: readonly ListedCourse[]): Html =>
  entries(
    rows.map((row) => ({
      href: `${context.base}${coursePath(row.slug)}`,
      title: row.title,
      details: [row.subtitle === null ? null : displayText(row.subtitle)],
      aside: said(context, accessOf(context, row)),
    })),
  );

export const eventEntries = (context: SchoolContext, rows: readonly ListedEvent[]): Html =>
  entries(
    rows.map((row) => ({
      href: `${context.base}${eventPath(row.slug)}`,
      title: row.title,
      details: [periodOf(row.startsAt, row.endsAt, context.formats, row.timezone), placeOf(context, row)],
      aside: said(context, priceOf(context, row)),
    })),
  );

export const placeOf = (context: SchoolContext, { kind, location }: Pick<ListedEvent, 'kind' | 'location'>): Html => {
  const label = said(context, context.publicPages.kinds[kind]);
  return location === null ? label : html`${label}: ${displayText(location)}`;
};

export const postEntries = (context: SchoolContext, rows: readonly ListedPost[]): Html =>
  entries(
    rows.map(({ slug, title, excerpt, publishAt }) => ({
      href: `${context.base}${postPath(slug)}`,
      title,
      details: [
        publishAt === null ? null : dayOf(publishAt, context.formats, context.school.timezone),
        excerpt === null ? null : displayText(excerpt),
      ],
    })),
  );

export interface ListPage {
  readonly list: ListName;
  readonly path: string;
  readonly entries: Html | undefined;
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** Whether this is the beginning of the list, which search engines may show. */
  readonly isFirst: boolean;
}

const SECTIONS = { courses: '/courses', events: '/events', pastEvents: '/events', posts: '/posts' } as const;
/** The list that an event is in when it is not in this one. */
const OTHER_EVENTS = {
  events: { path: '/past-events', name: 'pastEvents' },
  pastEvents: { path: '/events', name: 'events' },
} as const;

/** One part of a list. */
export function listPage(context: SchoolContext, { list, path, entries, previous, next, isFirst }: ListPage): string {
  const { base, publicPages: text } = context;
  const section: Section = SECTIONS[list];
  const other = list === 'events' || list === 'pastEvents' ? OTHER_EVENTS[list] : undefined;
  const turns = [
    { rel: 'prev', href: previous, label: text.previous },
    { rel: 'next', href: next, label: text.next },
  ].filter(({ href }) => href !== undefined);
  const body = html`<h1>${said(context, text[list])}</h1>
${entries ?? html`<p>${said(context, text.none[list])}</p>`}
${turns.length > 0 && html`<div class="more">${turns.map(({ rel, href, label }) => html`<a class="secondary" rel="${rel}" href="${href}">${said(context, label)}</a>`)}</div>`}
${other !== undefined && html`<p><a href="${base}${other.path}">${said(context, text[other.name])}</a></p>`}`;
  return publicPage(context, { title: text[list], body, section, path: isFirst ? path : undefined });
}

export interface Home {
  readonly title: string;
  readonly description: string;
  /** The homepage that the school has written, or its description. */
  readonly introduction: Html | undefined;
  readonly courses: Html | undefined;
  readonly events: Html | undefined;
  readonly posts: Html | undefined;
  readonly pages: readonly { slug: string; title: string }[];
}

/** The start page of a school. */
export function homePage(context: SchoolContext, home: Home): string {
  const { base, school, publicPages: text } = context;
  const part = (list: Exclude<ListName, 'pastEvents'>, all: string): Html | false =>
    home[list] !== undefined &&
    html`<section class="stack"><h2>${said(context, text[list])}</h2>${home[list]}<p><a href="${base}${SECTIONS[list]}">${said(context, all)}</a></p></section>`;
  const website = tenantLink(`https://${school.primaryDomain ?? ''}`, context.baseUrl);
  const body = html`<h1>${displayText(school.name)}</h1>
${home.introduction}
${part('courses', text.allCourses)}${part('events', text.allEvents)}${part('posts', text.allPosts)}
${
  home.pages.length > 0 &&
  html`<section class="stack"><h2>${said(context, text.more)}</h2><ul class="links">${home.pages.map(
    ({ slug, title }) => html`<li><a href="${base}${pagePath(slug)}">${displayText(title)}</a></li>`,
  )}</ul></section>`
}
${website !== undefined && html`<p>${tenantAnchor(website, said(context, text.website({ domain: school.primaryDomain ?? '' })))}</p>`}`;
  return publicPage(context, { title: home.title, description: home.description, body, path: '', section: '' });
}
