/** The pages of a school's courses, lectures, events and posts, as declarations. */
import type { FastifyInstance } from 'fastify';
import type { RowIn } from '../../../plugins/school/stores.ts';
import { coursePath, eventPath, lecturePath, pagePath, postPath } from '../../../schema/school/addresses.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { OPEN_COURSES, OPEN_EVENTS, OPEN_PAGES, openPosts, PREVIEWS } from '../../../schema/school/visibility.ts';
import { learningPath } from '../account/account-pages.ts';
import { fact, notice } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { html, type Renderable } from '../kit/html.ts';
import { coverImage } from './cover.ts';
import { accessOf, placeOf, placesText, priceOf } from './lists.ts';
import {
  dayOf,
  type MovedPage,
  momentOf,
  moved,
  nextStep,
  type PublicPage,
  periodOf,
  publicPage,
  type Section,
  type Visit,
  type Write,
} from './view.ts';

/** The parts of a page besides its title and its text. */
interface ContentPage extends Pick<PublicPage, 'path' | 'kind' | 'image'> {
  /** For search engines, if they are others than the page itself has. */
  title?: string | null;
  description?: string | null;
  /** Under the title, to which it belongs. */
  lead?: Renderable;
  before?: Renderable;
  /** Beside the text: the cover, the price and what a visitor can do. */
  offer?: Renderable;
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
    const { lead, before, after, offer, ...rest } = show(found, visit);
    const heading = html`<h1>${displayText(found.title)}</h1>`;
    const top = html`${lead === undefined ? heading : html`<div class="intro">${heading}${lead}</div>`}
${before}`;
    return publicPage(visit, {
      ...rest,
      section,
      title: rest.title ?? found.title,
      description: rest.description ?? description,
      body:
        offer === undefined
          ? html`${top}
${markup}
${after}`
          : html`<div class="offered"><div class="stack">${top}</div>
<aside class="offer">${offer}</aside>
<div class="stack">${markup}
${after}</div></div>`,
    });
  },
});

/** More than a page has room for. */
const LECTURERS = 5;

const findCourse = ({ app, school, parameters: { course: slug = '' } }: Visit) =>
  app.school.records('courses').findBy(school.id, { slug, ...OPEN_COURSES });

type OutlinedLecture = Awaited<ReturnType<FastifyInstance['school']['outlines']['lectures']>>[number];

/** A lecture in the outline of its course. Only a free preview with a text has a page. */
function outlinedLecture(
  { id, freePreview, hasPreview, releaseAt, ...lecture }: OutlinedLecture,
  slug: string,
  visit: Visit,
) {
  const { base, learning, now, ours, publicPages: text } = visit;
  const title = displayText(lecture.title);
  const isLater = releaseAt !== null && releaseAt > now;
  return html`<li id="${id}"><div>${hasPreview && !isLater ? html`<a href="${base}${lecturePath(slug, id)}">${title}</a>` : html`<span>${title}</span>`}</div>
${freePreview && !isLater && html`<span class="badge">${ours(text.preview)}</span>`}
${isLater && html`<span class="detail">${ours(text.from)} ${dayOf(visit, releaseAt)}</span>`}
<span class="detail">${ours(lengthOf([learning.kinds[lecture.kind]], [lecture], visit))}</span></li>
`;
}

/** Words, and how long some lectures take together, if that is known. */
function lengthOf(
  words: readonly string[],
  lectures: readonly Pick<OutlinedLecture, 'durationSeconds'>[],
  { learning }: Visit,
): string {
  const minutes = lectures.reduce((sum, { durationSeconds }) => sum + Math.ceil(durationSeconds / 60), 0);
  return [...words, ...(minutes > 0 ? [learning.minutes({ count: minutes })] : [])].join(' · ');
}

const COURSE = page({
  at: '/courses/:course',
  section: '/courses',
  async find(visit) {
    const { outlines, records } = visit.app.school;
    const course = await findCourse(visit);
    if (course === undefined) return undefined;
    const ids = [visit.school.id, course.id] as const;
    const [sections, lectures, lecturers] = await Promise.all([
      outlines.sections(...ids),
      outlines.lectures(...ids),
      records('lecturers').labels(visit.school.id, (course.lecturerIds ?? []).slice(0, LECTURERS)),
    ]);
    return { ...course, sections, lectures: lectures.filter(({ status }) => status === 'published'), lecturers };
  },
  textOf: ({ description }) => description,
  show({ coverImageUrl, lecturers, lectures, sections, slug, subtitle, unlisted, ...course }, visit) {
    const { ours, publicPages: text } = visit;
    const inSection = (id: string) => lectures.filter(({ sectionId }) => sectionId === id);
    return {
      path: unlisted ? undefined : coursePath(slug),
      description: subtitle,
      lead: subtitle !== null && html`<p>${displayText(subtitle)}</p>`,
      image: coverImageUrl,
      before: [...lecturers.values()].map(
        ({
          name,
        }) => html`<div class="person"><span class="tile round" aria-hidden="true">${initialOf(name ?? '')}</span>
<div><p class="detail">${ours(text.taughtBy)}</p><p class="name">${displayText(name ?? '')}</p></div></div>
`,
      ),
      offer: html`${coverImage(visit.base, coursePath(slug))}
<p class="price">${ours(accessOf(course, visit))}</p>
${nextStep(visit, { href: learningPath(visit.school, coursePath(slug)), label: text.take })}
<ul class="detail">${lectures.length > 0 && html`<li>${ours(lengthOf([text.lectures({ count: lectures.length })], lectures, visit))}</li>`}
<li>${ours(course.accessDays === null ? text.lifetime : text.accessDays({ count: course.accessDays }))}</li>
${course.studentCount > 0 && html`<li>${ours(text.takePart({ count: course.studentCount }))}</li>`}</ul>`,
      after:
        lectures.length > 0 &&
        html`<section class="stack"><h2>${ours(text.outline)}</h2>
${sections.map(({ id, title }) => {
  const own = inSection(id);
  return (
    own.length > 0 &&
    html`<div><h3>${displayText(title)} <span class="detail">${ours(lengthOf([], own, visit))}</span></h3><ul class="rows">${own.map((lecture) => outlinedLecture(lecture, slug, visit))}</ul></div>`
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
  show: ({ id, course }, { base, formats, ours, publicPages: text, school }) => ({
    path: course.unlisted ? undefined : lecturePath(course.slug, id),
    kind: 'article',
    lead: html`<p>${displayText(course.title)} · ${ours(accessOf(course, { formats, publicPages: text }))}</p>`,
    after: html`<p class="inline"><a class="primary" href="${learningPath(school, coursePath(course.slug))}" rel="nofollow">${ours(text.take)}</a>
<a href="${base}${coursePath(course.slug)}#${id}">${ours(text.backToCourse)}</a></p>`,
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
    const isOpen = !isCancelled && startsAt > now && (closesAt === null || closesAt > now);
    const isFree = event.priceAmount === 0;
    const register = { href: learningPath(visit.school, eventPath(slug)), label: visit.learning.register };
    const places = isOver || isCancelled ? undefined : placesText(event, text);
    return {
      path: eventPath(slug),
      before: html`${isCancelled ? notice('warning', html`<p>${ours(text.cancelled)}</p>`) : isOver && notice('info', html`<p>${ours(text.over)}</p>`)}
<dl class="facts plain-facts">${fact(ours(text.when), periodOf(visit, startsAt, endsAt, timezone))}
${fact(ours(text.where), placeOf(event, visit))}
${places !== undefined && fact(ours(text.places), ours(places))}
${!isCancelled && !isOver && closesAt !== null && fact(ours(text.registerUntil), momentOf(visit, closesAt, timezone))}</dl>`,
      offer: html`${coverImage(visit.base, eventPath(slug))}
<p class="price">${ours(priceOf(event, visit))}</p>
${isOpen && nextStep(visit, isFree ? register : undefined)}`,
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
    after: html`<p><a href="${visit.base}/posts">${visit.ours(visit.publicPages.allPosts)}</a></p>`,
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
