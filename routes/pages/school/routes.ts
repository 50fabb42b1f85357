/**
 * The public pages of schools: `/schools/<slug>` and below. They are the same for everyone, take no cookies, and show only
 * what a school has published.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicList, RowIn } from '../../../plugins/school/stores.ts';
import { boundedMap } from '../../../schema/bounded-map.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import type { PageKey } from '../../../schema/page.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { coursePath, schoolPath } from '../../../schema/school/addresses.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { OPEN_COURSES, OPEN_EVENTS, OPEN_PAGES, openPosts, PREVIEWS } from '../../../schema/school/visibility.ts';
import { goTo } from '../../http.ts';
import { chooseLanguage, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { type Html, html } from '../kit/html.ts';
import { sendPage, sendPublicPage, showFailures } from '../kit/sending.ts';
import { coursePage, eventPage, lecturePage, postPage, type Written, writtenPage } from './detail-view.ts';
import { courseEntries, eventEntries, homePage, type ListName, listPage, postEntries } from './list-view.ts';
import { closedPage, missingPage, type SchoolContext } from './view.ts';

const SCHOOL = '/schools/:school';
const LISTED = 20;
/** On the start page. */
const SHOWN = { courses: 6, events: 3, posts: 3, pages: 20 } as const;
/** Texts whose markup is kept. */
const KEPT_TEXTS = 50;
/** The work for texts of a school that are not kept, in a minute: about a second. */
const MAX_STEPS_PER_MINUTE = 1_000_000;
/** Schools whose work is counted. */
const COUNTED_SCHOOLS = 1000;

type Found = NonNullable<Awaited<ReturnType<FastifyInstance['school']['publicContent']['school']>>>;

interface Visit {
  readonly request: FastifyRequest;
  readonly school: Found;
  readonly context: SchoolContext;
}

/** Returns the page, or nothing if there is none, or where the page is. */
type Show = (
  visit: Visit,
  parameters: Readonly<Record<string, string>>,
) => Promise<string | { at: string } | undefined>;

export default async function schoolSurface(app: FastifyInstance): Promise<void> {
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.publicPages, 60_000);
  const write = writer(app);
  showFailures(app);

  const serve = (path: string, show: Show): void => {
    app.get<{ Params: Record<string, string> }>(`${SCHOOL}${path}`, async (request, reply) => {
      limit.takeFrom(request, reply);
      const school = await app.school.publicContent.school(request.params.school ?? '');
      if (school === undefined) return reply.callNotFound();
      const context = await contextOf(app, school);
      if (!school.active || school.status === 'paused') return closed(request, reply, school, context);
      const shown = await show({ request, school, context }, request.params);
      if (shown === undefined) return withoutSlash(request, reply) ?? missing(reply, context);
      return typeof shown === 'string' ? sendPublicPage(request, reply, shown) : goTo(reply, shown.at);
    });
  };

  serve('', (visit) => showHome(app, visit, write));
  lists(app, serve);
  courses(app, serve, write);
  others(app, serve, write);
  serve('/*', async () => undefined);
}

/** A school that the platform has closed is gone for search engines; one that has paused comes back. */
const closed = (
  request: FastifyRequest,
  reply: FastifyReply,
  { active }: Found,
  context: SchoolContext,
): FastifyReply =>
  active
    ? sendPublicPage(request, reply, closedPage(context))
    : sendPage(reply.code(410), closedPage(context), 'plain');

/** A domain of the school that leads back here sends a slash at the end of its homepage, and people type one. */
function withoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const [path = '', ...query] = url.split('?');
  const isPlain = path.endsWith('/') && !path.includes('//');
  return isPlain ? goTo(reply, [path.slice(0, -1), ...query].join('?')) : undefined;
}

const missing = (reply: FastifyReply, context: SchoolContext): FastifyReply =>
  sendPage(reply.code(404), missingPage(context), 'plain');

async function contextOf(app: FastifyInstance, school: Found): Promise<SchoolContext> {
  const { id, name, slug, primaryDomain, locale, timezone } = school;
  const language = chooseLanguage(locale, undefined);
  const isOurs = locale.split('-', 1)[0] === language.split('-', 1)[0];
  return {
    frame: await brandedFrame(app, { language, schoolName: name }, id),
    publicPages: textFor(language).publicPages,
    school: { name, slug, primaryDomain, timezone },
    // The fonts of a language are chosen by our name for it, which is not the one of each of its regions.
    contentLanguage: isOurs && !locale.startsWith(language) ? language : locale,
    formats: isOurs ? locale : language,
    base: schoolPath(slug),
    baseUrl: app.config.baseUrl,
  };
}

/** @param title the heading of the page, with which the source may begin as well */
type Write = (source: string, context: SchoolContext, title: string) => Promise<Written>;

/**
 * Returns a function that makes markup of the texts of schools, and keeps some of it. Nobody who goes
 * round the texts of a school takes the time of others: beyond a limit, they are shown as they stand.
 */
function writer({ clock, config }: FastifyInstance): Write {
  const spent = boundedMap<{ until: number; steps: number }>(COUNTED_SCHOOLS);
  const kept = boundedMap<Written>(KEPT_TEXTS);
  return async (source, context, title) => {
    const { base, baseUrl } = context;
    const key = hash('sha256', JSON.stringify([base, title, source]), 'base64url');
    const known = kept.get(key);
    if (known !== undefined) return known;
    // The parser is loaded for the first visitor, so that a start does not wait for it.
    const { schoolText, plainText, descriptionOf } = await import('./school-text.ts');
    const text = withoutTitle(source, title);
    const before = spent.get(base);
    const minute = before !== undefined && clock() < before.until ? before : { until: clock() + 60_000, steps: 0 };
    if (config.rateLimits && minute.steps > MAX_STEPS_PER_MINUTE) return { markup: plainText(text), description: '' };
    const { markup, steps } = schoolText(text, { label: title, base, baseUrl });
    spent.set(base, { until: minute.until, steps: minute.steps + steps });
    const written = { markup, description: descriptionOf(text) };
    kept.set(key, written);
    return written;
  };
}

function withoutTitle(source: string, title: string): string {
  const [first = '', ...rest] = source.trimStart().split('\n');
  return first.startsWith('# ') && first.slice(2).trim() === title ? rest.join('\n') : source;
}

async function showHome(app: FastifyInstance, { school, context }: Visit, write: Write): Promise<string> {
  const { publicContent } = app.school;
  const of = (first: number) => ({ siteId: school.id, first, now: app.clock() });
  const [homepage, courses, events, posts, pages] = await Promise.all([
    publicContent.homepage(school.id),
    publicContent.courses(of(SHOWN.courses)),
    publicContent.events(true, of(SHOWN.events)),
    publicContent.posts(of(SHOWN.posts)),
    publicContent.pages(school.id, SHOWN.pages),
  ]);
  const written = await introductionOf(homepage, school, context, write);
  return homePage(context, {
    title: homepage?.seoTitle ?? context.publicPages.home,
    description: homepage?.seoDescription ?? written.description,
    introduction: written.markup,
    courses: courses.rows.length > 0 ? courseEntries(context, courses.rows) : undefined,
    events: events.rows.length > 0 ? eventEntries(context, events.rows) : undefined,
    posts: posts.rows.length > 0 ? postEntries(context, posts.rows) : undefined,
    pages,
  });
}

/** The homepage that the school has written, or else its description, which is a text without markup. */
async function introductionOf(
  homepage: RowIn<'pages'> | undefined,
  school: Found,
  context: SchoolContext,
  write: Write,
): Promise<Written> {
  const source = homepage === undefined ? '' : pageText(homepage);
  if (source !== '') return write(source, context, school.name);
  const { description } = school;
  return { markup: html`${description !== '' && html`<p>${description}</p>`}`, description };
}

type Serve = (path: string, show: Show) => void;

function lists(app: FastifyInstance, serve: Serve): void {
  const { publicContent } = app.school;
  type Read<Row> = (query: Parameters<typeof publicContent.courses>[0]) => Promise<PublicList<Row>>;

  function list<Row extends { id: string; at: number }>(
    name: ListName,
    path: string,
    read: Read<Row>,
    toEntries: (context: SchoolContext, rows: readonly Row[]) => Html,
  ): void {
    serve(path, async ({ request, school, context }) => {
      const scope = ['public pages', name, school.id];
      const here = `${context.base}${path}`;
      const given = readParameters(request.query);
      const keyOf = (parameter: 'after' | 'before'): PageKey | undefined =>
        app.cursors.read(scope, given.get(parameter) ?? '');
      const after = keyOf('after');
      const before = keyOf('before');
      const isFirst = after === undefined && before === undefined;
      // The address was edited by hand, or is older than the list, so the list starts again.
      if (isFirst && (given.get('after') ?? given.get('before')) !== undefined) return { at: here };
      const query = { siteId: school.id, first: LISTED, now: app.clock(), after, before };
      const { rows, hasPrevious, hasNext } = await read(query);
      const turn = (parameter: string, row: Row | undefined): string | undefined =>
        row && `${here}?${parameter}=${app.cursors.make(scope, row)}`;
      return listPage(context, {
        list: name,
        path,
        entries: rows.length > 0 ? toEntries(context, rows) : undefined,
        previous: hasPrevious ? turn('before', rows[0]) : undefined,
        next: hasNext ? turn('after', rows.at(-1)) : undefined,
        isFirst,
      });
    });
  }

  list('courses', '/courses', publicContent.courses, courseEntries);
  list('events', '/events', (query) => publicContent.events(true, query), eventEntries);
  list('pastEvents', '/past-events', (query) => publicContent.events(false, query), eventEntries);
  list('posts', '/posts', publicContent.posts, postEntries);
}

function courses(app: FastifyInstance, serve: Serve, write: Write): void {
  const { outlines, records } = app.school;
  const find = ({ school }: Visit, slug = '') => records('courses').findBy(school.id, { slug, ...OPEN_COURSES });

  serve('/courses/:course', async (visit, parameters) => {
    const { school, context } = visit;
    const course = await find(visit, parameters.course);
    if (course === undefined) return undefined;
    const [sections, lectures] = await Promise.all([
      outlines.sections(school.id, course.id),
      outlines.lectures(school.id, course.id),
    ]);
    const written = await write(course.description, context, course.title);
    return coursePage(context, course, written, { sections, lectures }, app.clock());
  });

  // Only the text of a free preview can be read here. Others are found in the outline of the course.
  serve('/courses/:course/lectures/:lecture', async (visit, parameters) => {
    const { school, context } = visit;
    const course = await find(visit, parameters.course);
    if (course === undefined) return undefined;
    const { lecture: id = '' } = parameters;
    const preview = { id, courseId: course.id, ...PREVIEWS };
    const lecture = await records('lectures').findBy(school.id, preview);
    const isReadable = (lecture?.releaseAt ?? 0) <= app.clock() && (lecture?.contentMarkdown ?? '').trim() !== '';
    if (lecture === undefined || !isReadable) {
      return { at: `${context.base}${coursePath(course.slug)}#${encodeURIComponent(id)}` };
    }
    return lecturePage(context, course, lecture, await write(lecture.contentMarkdown, context, lecture.title));
  });
}

function others(app: FastifyInstance, serve: Serve, write: Write): void {
  const { records } = app.school;

  serve('/events/:event', async ({ school, context }, { event: slug = '' }) => {
    const event = await records('events').findBy(school.id, { slug, ...OPEN_EVENTS });
    if (event === undefined) return undefined;
    return eventPage(context, event, await write(event.description, context, event.title), app.clock());
  });

  // Posts for members are as unknown to visitors as they are to the public tools.
  serve('/posts/:post', async ({ school, context }, { post: slug = '' }) => {
    const post = await records('posts').findBy(school.id, { slug, ...openPosts(app.clock()) });
    if (post?.publishAt == null) return undefined;
    return postPage(context, post, await write(post.bodyMarkdown, context, post.title), post.publishAt);
  });

  serve('/pages/:page', async ({ school, context }, { page: slug = '' }) => {
    const page = await records('pages').findBy(school.id, { slug, ...OPEN_PAGES });
    if (page === undefined) return undefined;
    if (page.isHomepage) return { at: context.base };
    return writtenPage(context, page, await write(pageText(page), context, page.title));
  });
}
