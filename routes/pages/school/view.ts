/** The frame of a school's public pages, and what they have in common. */
import { type SchoolPath, schoolUrl } from '../../../schema/school/addresses.ts';
import type { Text } from '../../words/index.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { manualStylesheet } from '../kit/styles.ts';

/** A school as its public pages show it, and how they are written. */
export interface SchoolContext {
  readonly frame: PageFrame;
  readonly publicPages: Text['publicPages'];
  readonly school: { name: string; slug: string; primaryDomain: string | null; timezone: string };
  /** The language of what the school writes, which may be none of ours. */
  readonly contentLanguage: string;
  /** How dates and prices are written. */
  readonly formats: string;
  /** The path of the school. */
  readonly base: SchoolPath;
  readonly baseUrl: string;
}

export type Section = '' | '/courses' | '/events' | '/posts';

export interface PublicPage {
  readonly title: string;
  readonly body: Html;
  /** The path below the school, or nothing if search engines shall not show the page. */
  readonly path: string | undefined;
  readonly description?: string | undefined;
  readonly kind?: 'website' | 'article';
  /** The section that the page belongs to. */
  readonly section?: Section;
}

export function publicPage(context: SchoolContext, content: PublicPage): string {
  const { frame, contentLanguage, school } = context;
  const { title, body, section } = content;
  return page(frame, {
    title: displayText(withoutName(title, school.name)),
    body,
    headExtra: html`<link rel="stylesheet" href="${manualStylesheet.path}">${metadata(context, content)}`,
    around: { bar: html``, pages: contents(context, section) },
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
  { title, path, description = '', kind = 'website' }: PublicPage,
): Html {
  if (path === undefined) return html`<meta name="robots" content="noindex">`;
  const url = `${schoolUrl(baseUrl, school)}${path}`;
  const summary = displayText(description);
  return html`${summary !== '' && html`<meta name="description" content="${summary}"><meta property="og:description" content="${summary}">`}
<link rel="canonical" href="${url}">
<meta property="og:title" content="${displayText(title)}">
<meta property="og:type" content="${kind}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${displayText(school.name)}">`;
}

/** The sections of the school, beside the page or folded above it. */
function contents({ publicPages: text, base }: SchoolContext, section: Section | undefined): Html {
  const sections: readonly [Section, string][] = [
    ['', text.home],
    ['/courses', text.courses],
    ['/events', text.events],
    ['/posts', text.posts],
  ];
  const current = sections.find(([path]) => path === section)?.[1] ?? text.contents;
  const links = html`<ul>${sections.map(
    ([path, label]) =>
      html`<li><a href="${base}${path}"${path === section && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul>`;
  return html`<nav aria-label="${text.contents}"><div class="beside">${links}</div>
<details class="folded"><summary><span>${current}</span></summary>${links}</details></nav>`;
}

/** Our own words within the content, whose language may be another one. */
export const said = ({ frame, contentLanguage }: SchoolContext, words: string): Html =>
  frame.language === contentLanguage || contentLanguage.startsWith(`${frame.language}-`)
    ? html`${words}`
    : html`<span lang="${frame.language}">${words}</span>`;

/** A page that says one thing about the school. */
export const closedPage = (context: SchoolContext): string =>
  noticePage(context, { title: context.school.name, sentence: context.publicPages.closed });

export const missingPage = (context: SchoolContext): string => {
  const { title, text } = context.publicPages.missing;
  return noticePage(context, { title, sentence: text, isLinked: true });
};

function noticePage(
  { frame, publicPages: text, school, base }: SchoolContext,
  { title, sentence, isLinked = false }: { title: string; sentence: string; isLinked?: boolean },
): string {
  const body = html`<div class="intro"><h1>${displayText(title)}</h1><p>${sentence}</p></div>
${isLinked && html`<p><a href="${base}">${text.toStart({ school: displayText(school.name) })}</a></p>`}`;
  return page(frame, { title: displayText(title), body, headExtra: html`<meta name="robots" content="noindex">` });
}

/** The name of a fact, and the fact. */
export const fact = (context: SchoolContext, name: string, value: Html | string): Html =>
  html`<div><dt>${said(context, name)}</dt><dd>${value}</dd></div>`;
