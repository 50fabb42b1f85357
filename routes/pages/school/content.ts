/** The published content of a school, as declarations: lists, and the pages of courses, lectures, events and posts. */
import type { FastifyInstance } from 'fastify';
import type { PublicContent, PublicList, RowIn } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, lecturePath, pagePath, postPath } from '../../../schema/school/addresses.ts';
import { formatMoney } from '../../../schema/school/money.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { OPEN_COURSES, OPEN_EVENTS, OPEN_PAGES, openPosts, PREVIEWS } from '../../../schema/school/visibility.ts';
import { fact, notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import {
  dayOf,
  type MovedPage,
  momentOf,
  moved,
  type PublicPage,
  periodOf,
  publicPage,
  type SchoolContext,
  type Section,
  type Visit,
  type Write,
} from './view.ts';

interface ListDeclaration<Row> {
  name: 'courses' | 'events' | 'pastEvents' | 'posts';
  path: string;
  section: Section;
  /** How many the start page shows, and its link to all. */
  onHome?: { first: number; all: 'allCourses' | 'allEvents' | 'allPosts' };
  /** The list that a row is in when it is not in this one. */
  other?: { name: 'events' | 'pastEvents'; path: string };
  read(content: PublicContent, query: Parameters<PublicContent['courses']>[0]): Promise<PublicList<Row>>;
  pathOf(slug: string): string;
  /** Those that are empty are left out. */
  details(row: Row, visit: Visit): readonly (Html | string)[];
  price?(row: Row, visit: Visit): string;
}

export type List = (typeof LISTS)[number];

function list<Row extends { id: string; at: number; slug: string; title: string }>(is: ListDeclaration<Row>) {
  const entry = (row: Row, visit: Visit): Html =>
    html`<li><div><p class="name"><a href="${visit.base}${is.pathOf(row.slug)}">${displayText(row.title)}</a></p>
${is.details(row, visit).map((detail) => detail !== '' && html`<p class="detail">${detail}</p>`)}</div>${is.price !== undefined && html`<p class="detail">${visit.ours(is.price(row, visit))}</p>`}</li>
`;
  const { name, path, section, onHome, other } = is;
  return {
    name,
    path,
    section,
    onHome,
    other,
    /** Reads a part of the list. */
    async part(visit: Visit, part: Pick<Parameters<typeof is.read>[1], 'first' | 'after' | 'before'>) {
      const { app, now, school } = visit;
      const { rows, ...neighbours } = await is.read(app.school.publicContent, { siteId: school.id, now, ...part });
      const entries = rows.length > 0 ? html`<ul class="rows">${rows.map((row) => entry(row, visit))}</ul>` : undefined;
      return { entries, first: rows[0], last: rows.at(-1), ...neighbours };
    },
  };
}

type ListedItem<Name extends 'courses' | 'events' | 'posts'> = Awaited<ReturnType<PublicContent[Name]>>['rows'][number];

/** How a course is to be had, and what it costs. */
function accessOf(
  {
    courseType,
    priceAmount,
    priceCurrency,
  }: Pick<ListedItem<'courses'>, 'courseType' | 'priceAmount' | 'priceCurrency'>,
  { publicPages: { access }, formats }: SchoolContext,
): string {
  const price = formatMoney(priceAmount, priceCurrency, formats);
  if (courseType === 'paid') return price;
  return courseType === 'pre_order' ? access.pre_order({ price }) : access[courseType];
}

const priceOf = (
  { priceAmount, priceCurrency }: Pick<ListedItem<'events'>, 'priceAmount' | 'priceCurrency'>,
  { publicPages: text, formats }: SchoolContext,
): string => (priceAmount === 0 ? text.access.free : formatMoney(priceAmount, priceCurrency, formats));

const placeOf = (
  { kind, location }: Pick<ListedItem<'events'>, 'kind' | 'location'>,
  { ours, publicPages: text }: SchoolContext,
): Html => html`${ours(text.kinds[kind])}${location !== null && html`: ${displayText(location)}`}`;

const EVENT_LIST = {
  section: '/events',
  pathOf: eventPath,
  details: (event: ListedItem<'events'>, visit: Visit) => [
    periodOf(visit, event.startsAt, event.endsAt, event.timezone),
    placeOf(event, visit),
  ],
  price: priceOf,
} as const;

export const LISTS = [
  list<ListedItem<'courses'>>({
    name: 'courses',
    path: '/courses',
    section: '/courses',
    onHome: { first: 6, all: 'allCourses' },
    read: (content, query) => content.courses(query),
    pathOf: coursePath,
    details: ({ subtitle }) => [displayText(subtitle ?? '')],
    price: accessOf,
  }),
  list<ListedItem<'events'>>({
    ...EVENT_LIST,
    name: 'events',
    path: '/events',
    onHome: { first: 3, all: 'allEvents' },
    other: { name: 'pastEvents', path: '/past-events' },
    read: (content, query) => content.events(true, query),
  }),
  list<ListedItem<'events'>>({
    ...EVENT_LIST,
    name: 'pastEvents',
    path: '/past-events',
    other: { name: 'events', path: '/events' },
    read: (content, query) => content.events(false, query),
  }),
  list<ListedItem<'posts'>>({
    name: 'posts',
    path: '/posts',
    section: '/posts',
    onHome: { first: 3, all: 'allPosts' },
    read: (content, query) => content.posts(query),
    pathOf: postPath,
    details: ({ at, excerpt }, visit) => [dayOf(visit, at), displayText(excerpt ?? '')],
  }),
];

/** The parts of a page besides its title and its text. */
interface ContentPage extends Pick<PublicPage, 'path' | 'kind'> {
  /** For search engines, if they are others than the page itself has. */
  title?: string | null;
  description?: string | null;
  /** Under the title, to which it belongs. */
  lead?: Renderable;
  before?: Renderable;
  after?: Renderable;
}

interface PageDeclaration<Row> {
  at: string;
  section?: Section;
  find(visit: Visit): Promise<Row | MovedPage | undefined>;
  textOf(row: Row): string;
  show(row: Row, visit: Visit): ContentPage;
}

const page = <Row extends { title: string }>({ at, section, find, textOf, show }: PageDeclaration<Row>) => ({
  at,
  async show(visit: Visit, write: Write): Promise<string | MovedPage | undefined> {
    const found = await find(visit);
    if (found === undefined || !('title' in found)) return found;
    const { markup, description } = await write(textOf(found), visit, found.title);
    const { lead, before, after, ...rest } = show(found, visit);
    const heading = html`<h1>${displayText(found.title)}</h1>`;
    return publicPage(visit, {
      ...rest,
      section,
      title: rest.title ?? found.title,
      description: rest.description ?? description,
      body: html`${lead === undefined ? heading : html`<div class="intro">${heading}${lead}</div>`}
${before}
${markup}
${after}`,
    });
  },
});

const findCourse = ({ app, school, parameters: { course: slug = '' } }: Visit) =>
  app.school.records('courses').findBy(school.id, { slug, ...OPEN_COURSES });

type OutlinedLecture = Awaited<ReturnType<FastifyInstance['school']['outlines']['lectures']>>[number];

/** A lecture in the outline of its course. Only a free preview with a text has a page. */
function outlinedLecture(
  { id, freePreview, hasPreview, releaseAt, ...lecture }: OutlinedLecture,
  slug: string,
  visit: Visit,
) {
  const { base, now, ours, publicPages: text } = visit;
  const title = displayText(lecture.title);
  const isLater = releaseAt !== null && releaseAt > now;
  return html`<li id="${id}"><div>${hasPreview && !isLater ? html`<a href="${base}${lecturePath(slug, id)}">${title}</a>` : html`<span>${title}</span>`}</div>
${freePreview && !isLater && html`<span class="badge">${ours(text.preview)}</span>`}
${isLater && html`<span class="detail">${ours(text.from)} ${dayOf(visit, releaseAt)}</span>`}</li>
`;
}

const COURSE = page({
  at: '/courses/:course',
  section: '/courses',
  async find(visit) {
    const { outlines } = visit.app.school;
    const course = await findCourse(visit);
    if (course === undefined) return undefined;
    const ids = [visit.school.id, course.id] as const;
    const [sections, lectures] = await Promise.all([outlines.sections(...ids), outlines.lectures(...ids)]);
    return { ...course, sections, lectures: lectures.filter(({ status }) => status === 'published') };
  },
  textOf: ({ description }) => description,
  show({ lectures, sections, slug, subtitle, unlisted, ...course }, visit) {
    const { ours, publicPages: text } = visit;
    const inSection = (id: string) => lectures.filter(({ sectionId }) => sectionId === id);
    return {
      path: unlisted ? undefined : coursePath(slug),
      description: subtitle,
      lead: subtitle !== null && html`<p>${displayText(subtitle)}</p>`,
      before: html`<dl class="facts plain-facts">${fact(ours(text.price), ours(accessOf(course, visit)))}</dl>`,
      after:
        lectures.length > 0 &&
        html`<section class="stack"><div class="intro"><h2>${ours(text.outline)}</h2><p>${ours(text.lectures({ count: lectures.length }))}</p></div>
${sections.map(({ id, title }) => {
  const own = inSection(id);
  return (
    own.length > 0 &&
    html`<div><h3>${displayText(title)}</h3><ul class="rows">${own.map((lecture) => outlinedLecture(lecture, slug, visit))}</ul></div>`
  );
})}</section>`,
    };
  },
});

// Only the text of a free preview can be read here. Others are found in the outline of the course.
const LECTURE = page({
  at: '/courses/:course/lectures/:lecture',
  section: '/courses',
  async find(visit) {
    const { app, base, now, parameters, school } = visit;
    const course = await findCourse(visit);
    if (course === undefined) return undefined;
    const { lecture: id = '' } = parameters;
    const lecture = await app.school.records('lectures').findBy(school.id, { id, courseId: course.id, ...PREVIEWS });
    const isReadable = (lecture?.releaseAt ?? 0) <= now && (lecture?.contentMarkdown ?? '').trim() !== '';
    if (lecture !== undefined && isReadable) return { ...lecture, course };
    return moved(`${base}${coursePath(course.slug)}#${encodeURIComponent(id)}`);
  },
  textOf: ({ contentMarkdown }) => contentMarkdown,
  show: ({ id, course }, { base, ours, publicPages: text }) => ({
    path: course.unlisted ? undefined : lecturePath(course.slug, id),
    kind: 'article',
    lead: html`<p>${displayText(course.title)}</p>`,
    after: html`<p><a href="${base}${coursePath(course.slug)}#${id}">${ours(text.backToCourse)}</a></p>`,
  }),
});

/** The link for joining is for registered members only. */
const EVENT = page<Omit<RowIn<'events'>, 'joinUrl'>>({
  at: '/events/:event',
  section: '/events',
  find: ({ app, school, parameters: { event: slug = '' } }) =>
    app.school.records('events').findBy(school.id, { slug, ...OPEN_EVENTS }),
  textOf: ({ description }) => description,
  show(event, visit) {
    const { now, ours, publicPages: text } = visit;
    const { slug, startsAt, endsAt, timezone, registrationClosesAt: closesAt } = event;
    const isCancelled = event.status === 'cancelled';
    const isOver = endsAt <= now;
    return {
      path: eventPath(slug),
      before: html`${isCancelled ? notice('warning', html`<p>${ours(text.cancelled)}</p>`) : isOver && notice('info', html`<p>${ours(text.over)}</p>`)}
<dl class="facts plain-facts">${fact(ours(text.when), periodOf(visit, startsAt, endsAt, timezone))}
${fact(ours(text.where), placeOf(event, visit))}
${fact(ours(text.price), ours(priceOf(event, visit)))}
${!isCancelled && !isOver && closesAt !== null && fact(ours(text.registerUntil), momentOf(visit, closesAt, timezone))}</dl>`,
    };
  },
});

// Posts for members are as unknown to visitors as they are to the public tools.
const POST = page({
  at: '/posts/:post',
  section: '/posts',
  find: ({ app, now, school, parameters: { post: slug = '' } }) =>
    app.school.records('posts').findBy(school.id, { slug, ...openPosts(now) }),
  textOf: ({ bodyMarkdown }) => bodyMarkdown,
  show: ({ slug, excerpt, publishAt }, visit) => ({
    path: postPath(slug),
    kind: 'article',
    description: excerpt,
    lead: html`<p>${visit.ours(visit.publicPages.published)} ${publishAt !== null && dayOf(visit, publishAt)}</p>`,
  }),
});

const WRITTEN_PAGE = page<RowIn<'pages'>>({
  at: '/pages/:page',
  async find({ app, base, school, parameters: { page: slug = '' } }) {
    const found = await app.school.records('pages').findBy(school.id, { slug, ...OPEN_PAGES });
    return found?.isHomepage === true ? moved(base) : found;
  },
  textOf: pageText,
  show: ({ slug, seoTitle, seoDescription }) => ({
    path: pagePath(slug),
    title: seoTitle,
    description: seoDescription,
  }),
});

export const PAGES = [COURSE, LECTURE, EVENT, POST, WRITTEN_PAGE];
