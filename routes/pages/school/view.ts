/** The frame of a school's public pages, and how words and times stand in them. */
import type { FastifyInstance } from 'fastify';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import { type SchoolPath, schoolUrl } from '../../../schema/school/addresses.ts';
import { haveSameOffset } from '../../../schema/school/calendar.ts';
import { tenantLink } from '../../../schema/text/tenant-link.ts';
import type { Text } from '../../words/index.ts';
import { learningPath } from '../account/account-pages.ts';
import { timeOf, withZone } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type IconName, icon } from '../kit/icons.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { manualStylesheet } from '../kit/styles.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';

export type PublicSchool = NonNullable<Awaited<ReturnType<FastifyInstance['school']['publicContent']['school']>>>;

/** A school as its public pages show it, and how they are written. */
export interface SchoolContext {
  readonly frame: PageFrame;
  readonly publicPages: Text['publicPages'];
  readonly learning: Text['learning'];
  readonly school: PublicSchool;
  /** The language of what the school writes, which may be none of ours. */
  readonly contentLanguage: string;
  /** How dates and prices are written. */
  readonly formats: string;
  /** The path of the school. */
  readonly base: SchoolPath;
  readonly baseUrl: string;
  /** Marks words of ours within the content, whose language may be another one. */
  ours(words: string): Html;
}

/** A request for a public page. */
export interface Visit extends SchoolContext {
  readonly app: FastifyInstance;
  readonly now: number;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Where something is instead. */
export interface MovedPage {
  readonly at: string;
}

export const moved = (at: string): MovedPage => ({ at });

/** A text that the school has written, and its beginning without markup. */
export interface RenderedText {
  readonly markup: Html;
  readonly description: string;
}

/** @param title the heading of the page, with which the source may begin as well */
export type Write = (
  source: string,
  context: Pick<SchoolContext, 'base' | 'baseUrl'>,
  title: string,
) => Promise<RenderedText>;

export type Section = '' | '/courses' | '/events' | '/posts';

export interface PublicPage {
  readonly title: string;
  readonly body: Html;
  /** The path below the school, or nothing if search engines shall not show the page. */
  readonly path: string | undefined;
  readonly description?: string | undefined;
  readonly kind?: 'website' | 'article';
  /** The URL of a picture for previews of links. */
  readonly image?: string | null | undefined;
  /** The section that the page belongs to. */
  readonly section?: Section | undefined;
}

export function publicPage(context: SchoolContext, content: PublicPage): string {
  const { frame, contentLanguage, school } = context;
  const { title, body, section } = content;
  return page(frame, {
    title: displayText(withoutName(title, school.name)),
    body,
    headExtra: html`<link rel="stylesheet" href="${manualStylesheet.path}">${metadata(context, content)}`,
    around: { pages: contents(context, section) },
    contentLanguage,
    documentLanguage: contentLanguage,
  });
}

/** The name of the school stands in every title, and schools add it to their own as well. */
function withoutName(title: string, name: string): string {
  if (!title.endsWith(name)) return title;
  let end = title.length - name.length;
  while (end > 0 && ' ·|:–—-'.includes(title.charAt(end - 1))) end -= 1;
  return end === 0 ? title : title.slice(0, end);
}

function metadata(
  { school, baseUrl }: SchoolContext,
  { title, path, description = '', image, kind = 'website' }: PublicPage,
): Html {
  if (path === undefined) return html`<meta name="robots" content="noindex">`;
  const url = `${schoolUrl(baseUrl, school)}${path}`;
  const summary = displayText(description);
  return html`${summary !== '' && html`<meta name="description" content="${summary}"><meta property="og:description" content="${summary}">`}
<link rel="canonical" href="${url}">
<meta property="og:title" content="${displayText(title)}">
<meta property="og:type" content="${kind}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${displayText(school.name)}">
${typeof image === 'string' && html`<meta property="og:image" content="${image}">`}`;
}

const SECTIONS = [
  ['', 'home', 'house'],
  ['/courses', 'courses', 'graduation-cap'],
  ['/events', 'events', 'calendar'],
  ['/posts', 'posts', 'newspaper'],
] as const satisfies readonly (readonly [Section, string, IconName])[];

/** The sections of the school, and the way to the pages of its members. The pages do not know who is signed in. */
function contents({ base, learning, publicPages: text, school }: SchoolContext, section: Section | undefined): Html {
  const links = SECTIONS.map(
    ([path, name, drawing]) =>
      html`<li><a href="${base}${path}"${path === section && html` aria-current="page"`}>${icon(drawing)}${text[name]}</a></li>`,
  );
  return html`<nav aria-label="${text.contents}"><ul>${links}
<li><a href="${learningPath(school)}" rel="nofollow">${icon('circle-user')}${learning.pages.courses}</a></li></ul></nav>`;
}

export const closedPage = (context: SchoolContext): string =>
  noticePage(context, context.school.name, context.publicPages.closed);

export function missingPage(context: SchoolContext): string {
  const { base, school, publicPages: text } = context;
  const link = html`<p><a href="${base}">${text.toStart({ school: displayText(school.name) })}</a></p>`;
  return noticePage(context, text.missing.title, text.missing.text, link);
}

/** A page that says one thing about the school. */
function noticePage({ frame }: SchoolContext, heading: string, sentence: string, link?: Html): string {
  const title = displayText(heading);
  const body = html`<div class="intro"><h1>${title}</h1><p>${sentence}</p></div>
${link}`;
  return page(frame, { title, body, headExtra: html`<meta name="robots" content="noindex">` });
}

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const MOMENT = { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long', ...CLOCK } as const;
const STYLES = {
  day: { dateStyle: 'long' },
  moment: MOMENT,
  clock: { ...CLOCK, timeZoneName: 'short' },
  momentWithZone: { ...MOMENT, timeZoneName: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Creating a formatter costs far more than using it. Languages and time zones come from schools. */
const formatters = boundedMap<Intl.DateTimeFormat>(200);

function formatted(at: number, style: keyof typeof STYLES, language: string, timeZone: string): string {
  const key = `${style} ${language} ${timeZone}`;
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...STYLES[style], timeZone });
  formatters.set(key, format);
  return withZone(format, at);
}

export const dayOf = ({ formats, school }: SchoolContext, at: number): Html =>
  timeOf(at, formatted(at, 'day', formats, school.timezone));

/** With the name of the time zone. */
export const momentOf = ({ formats }: SchoolContext, at: number, timeZone: string): Html =>
  timeOf(at, formatted(at, 'momentWithZone', formats, timeZone));

/** The end of an event on the same day is a time of day. Both have their zone if the clocks change between them. */
export function periodOf(
  { formats }: Pick<SchoolContext, 'formats'>,
  from: number,
  to: number,
  timeZone: string,
): Html {
  const written = (at: number, style: keyof typeof STYLES): string => formatted(at, style, formats, timeZone);
  const isOneDay = written(from, 'day') === written(to, 'day');
  const begin = written(from, haveSameOffset(from, to, timeZone) ? 'moment' : 'momentWithZone');
  return html`${timeOf(from, begin)} – ${timeOf(to, written(to, isOneDay ? 'clock' : 'momentWithZone'))}`;
}

/**
 * What a visitor can do: one link for members, and the school's own page for questions, if it has one.
 * @param next the address of the link for members, and its words
 */
export function nextStep(
  { baseUrl, ours, publicPages: text, school }: SchoolContext,
  next?: { href: string; label: string },
): Html {
  const support = tenantLink(school.supportUrl, baseUrl);
  return html`<p class="inline">${next !== undefined && html`<a class="primary" href="${next.href}" rel="nofollow">${ours(next.label)}</a>`}
${support !== undefined && tenantAnchor(support, html`${ours(text.ask)} ${icon('external-link')}`)}</p>`;
}
