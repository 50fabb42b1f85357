/**
 * The public pages of schools: `/schools/<slug>` and below. They are the same for everyone, take no cookies, and show only
 * what a school has published.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageKey } from '../../../schema/data/list-page.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { pagePath, schoolPath } from '../../../schema/school/addresses.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { tenantLink } from '../../../schema/text/tenant-link.ts';
import { goTo } from '../../http.ts';
import { chooseLanguage, textFor } from '../../words/index.ts';
import { brandedFrame } from '../kit/branding.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { sendPage, sendPublicPage, showFailures } from '../kit/sending.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';
import { PAGES } from './content.ts';
import { covers } from './cover.ts';
import { LISTS, type List } from './lists.ts';
import {
  closedPage,
  type MovedPage,
  missingPage,
  moved,
  type PublicSchool,
  publicPage,
  type RenderedText,
  type SchoolContext,
  type Visit,
  type Write,
} from './view.ts';
import { writer } from './writing.ts';

const LISTED = 20;
/** On the start page. */
const SHOWN_PAGES = 20;

/** Returns the page, or nothing if there is none, or where the page is. */
type Show = (visit: Visit, request: FastifyRequest) => Promise<string | MovedPage | undefined>;

export default async function schoolSurface(app: FastifyInstance): Promise<void> {
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.publicPages, 60_000);
  const write = writer(app);
  showFailures(app);

  const serve = (path: string, show: Show): void => {
    app.get<{ Params: Record<string, string> }>(`/schools/:school${path}`, async (request, reply) => {
      limit.takeFrom(request, reply);
      const school = await app.school.publicContent.school(request.params.school ?? '');
      if (school === undefined) return reply.callNotFound();
      const context = await contextOf(app, school);
      if (!school.active || school.status === 'paused') return closed(request, reply, context);
      const page = await show({ ...context, app, now: app.clock(), parameters: request.params }, request);
      if (page === undefined) return withoutSlash(request, reply) ?? missing(reply, context);
      return typeof page === 'string' ? sendPublicPage(request, reply, page) : goTo(reply, page.at);
    });
  };

  covers(app);
  serve('', (visit) => homePage(visit, write));
  for (const list of LISTS) serve(list.path, (visit, request) => listPage(list, visit, request));
  for (const page of PAGES) serve(page.at, (visit) => page.show(visit, write));
  serve('/*', async () => undefined);
}

/** A school that the platform has closed is gone for search engines; one that has paused comes back. */
const closed = (request: FastifyRequest, reply: FastifyReply, context: SchoolContext): FastifyReply =>
  context.school.active
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

async function contextOf(app: FastifyInstance, school: PublicSchool): Promise<SchoolContext> {
  const { id, name, slug, locale } = school;
  const language = chooseLanguage(locale, undefined);
  const isOurs = locale.split('-', 1)[0] === language.split('-', 1)[0];
  // The fonts of a language are chosen by our name for it, which is not the one of each of its regions.
  const contentLanguage = isOurs && !locale.startsWith(language) ? language : locale;
  const isWrittenInOurs = contentLanguage === language || contentLanguage.startsWith(`${language}-`);
  return {
    frame: await brandedFrame(app, { language, schoolName: name }, id),
    publicPages: textFor(language).publicPages,
    learning: textFor(language).learning,
    school,
    contentLanguage,
    formats: isOurs ? locale : language,
    base: schoolPath(slug),
    baseUrl: app.config.baseUrl,
    ours: (words) => (isWrittenInOurs ? html`${words}` : html`<span lang="${language}">${words}</span>`),
  };
}

async function homePage(visit: Visit, write: Write): Promise<string> {
  const { app, base, baseUrl, ours, school, publicPages: text } = visit;
  const { publicContent } = app.school;
  const shownLists = LISTS.flatMap(({ onHome, ...list }) => (onHome === undefined ? [] : [{ ...list, onHome }]));
  const [homepage, pages, ...parts] = await Promise.all([
    publicContent.homepage(school.id),
    publicContent.pages(school.id, SHOWN_PAGES),
    ...shownLists.map(async ({ name, onHome: { all, first }, path, part }) => {
      const { entries } = await part(visit, { first });
      const more = html`<p><a href="${base}${path}">${ours(text[all])}</a></p>`;
      return entries && html`<section class="stack"><h2>${ours(text[name])}</h2>${entries}${more}</section>`;
    }),
  ]);
  const source = homepage === undefined ? '' : pageText(homepage);
  const { markup, description } = source === '' ? descriptionOf(school) : await write(source, visit, school.name);
  const website = tenantLink(`https://${school.primaryDomain ?? ''}`, baseUrl);
  const body = html`<h1>${displayText(school.name)}</h1>
${markup}
${parts}
${
  pages.length > 0 &&
  html`<section class="stack"><h2>${ours(text.more)}</h2><ul class="links">${pages.map(
    ({ slug, title }) => html`<li><a href="${base}${pagePath(slug)}">${displayText(title)}</a></li>`,
  )}</ul></section>`
}
${website !== undefined && html`<p>${tenantAnchor(website, ours(text.website({ domain: school.primaryDomain ?? '' })))}</p>`}`;
  const { seoTitle, seoDescription } = homepage ?? {};
  const title = seoTitle ?? text.home;
  return publicPage(visit, { title, description: seoDescription ?? description, body, path: '', section: '' });
}

/** The description of a school is a text without markup. */
const descriptionOf = ({ description }: PublicSchool): RenderedText => ({
  markup: html`${description !== '' && html`<p>${description}</p>`}`,
  description,
});

/** One part of a list. Search engines may show its beginning. */
async function listPage(list: List, visit: Visit, request: FastifyRequest): Promise<string | MovedPage> {
  const { app, base, ours, school, publicPages: text } = visit;
  const { name, other, path, section } = list;
  const scope = ['public pages', name, school.id];
  const here = `${base}${path}`;
  const queryParameters = readParameters(request.query);
  const keyOf = (parameter: 'after' | 'before'): PageKey | undefined =>
    app.cursors.read(scope, queryParameters.get(parameter) ?? '');
  const [after, before] = [keyOf('after'), keyOf('before')];
  const isFirst = after === undefined && before === undefined;
  // The address was edited by hand, or is older than the list, so the list starts again.
  if (isFirst && (queryParameters.get('after') ?? queryParameters.get('before')) !== undefined) return moved(here);
  const { entries, first, last, hasPrevious, hasNext } = await list.part(visit, { first: LISTED, after, before });
  const turn = (rel: string, parameter: string, row: PageKey | undefined, label: string) =>
    row &&
    html`<a class="secondary" rel="${rel}" href="${here}?${parameter}=${app.cursors.make(scope, row)}">${ours(label)}</a>`;
  const turns = [
    hasPrevious && turn('prev', 'before', first, text.previous),
    hasNext && turn('next', 'after', last, text.next),
  ];
  const body = html`<h1>${ours(text[name])}</h1>
${entries ?? html`<p>${ours(text.none[name])}</p>`}
${turns.some(Boolean) && html`<div class="more">${turns}</div>`}
${other !== undefined && html`<p><a href="${base}${other.path}">${ours(text[other.name])}</a></p>`}`;
  return publicPage(visit, { title: text[name], body, section, path: isFirst ? path : undefined });
}
