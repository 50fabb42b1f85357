/** The pages of the manual: their content in English, in a frame in the language of the reader. */
import { type Html, html } from '../../pages/kit/html.ts';
import { type PageFrame, page } from '../../pages/kit/layout.ts';
import { manualStylesheet } from '../../pages/kit/styles.ts';
import { type Text, textFor } from '../../words/index.ts';
import { MANUAL, type ManualPage, type ManualSection, urlOf } from './contents.ts';
import type { SearchMatch } from './library.ts';
import type { Heading, ManualText } from './markdown.ts';

export const SEARCH_PATH = '/docs/search';
export const MAX_QUERY = 100;

/** Fewer headings can be seen without a list of them. */
const WORTH_LISTING = 4;

interface ManualView {
  readonly title: string;
  readonly body: Html;
  /** The path of the page in the table of contents. */
  readonly current?: string;
  readonly query?: string;
  /** The pages that belong to the current one, in the table of contents. */
  readonly below?: Html;
  readonly script?: Html;
}

/** Returns a page in the frame of the manual. */
export function manualPage(frame: PageFrame, view: ManualView): string {
  const { title, body, current, query = '', below, script } = view;
  const text = textFor(frame.language).manual;
  const around = { bar: searchForm(text, query), pages: contents(text, current, below) };
  const headExtra = html`<link rel="stylesheet" href="${manualStylesheet.path}">${script}`;
  return page(frame, { title, body, around, headExtra, contentLanguage: 'en' });
}

const searchForm = (text: Text['manual'], query: string): Html =>
  html`<form class="search" action="${SEARCH_PATH}" role="search">
<input type="search" name="q" aria-label="${text.search}" placeholder="${text.search}" value="${query}" maxlength="${MAX_QUERY}" required>
<button type="submit" class="secondary">${text.submit}</button></form>`;

/** The sections, and the pages of the current one. */
function contents(text: Text['manual'], current: string | undefined, below?: Html): Html {
  const all = html`<ul>${MANUAL.map((section) => sectionLinks(section, current, below))}</ul>`;
  return html`<nav aria-label="${text.contents}"><div lang="en">${all}</div></nav>`;
}

function sectionLinks({ title, pages }: ManualSection, current: string | undefined, below?: Html): Html {
  const isCurrent = pages.some(({ path }) => path === current);
  const [first] = pages;
  if (pages.length === 1) return pageLink({ ...first, title }, current);
  if (!isCurrent) return html`<li><a href="${urlOf(first.path)}">${title}</a></li>`;
  return html`<li><p class="detail">${title}</p><ul>${pages.map((one) => pageLink(one, current, below))}</ul></li>`;
}

const pageLink = ({ path, title }: ManualPage, current: string | undefined, below?: Html): Html =>
  html`<li><a href="${urlOf(path)}"${path === current && html` aria-current="page"`}>${title}</a>${path === current && below}</li>`;

/** The text of a page, with a list of its headings if there are many. */
export function textBody({ heading, sections, body }: ManualText): Html {
  const below = sections.map((section) => section.heading).filter(({ depth }) => depth === 2);
  return html`<div class="manual">${heading}${below.length >= WORTH_LISTING && headingList(below)}${body}</div>`;
}

const headingList = (
  headings: readonly Heading[],
): Html => html`<details class="headings"><summary>On this page</summary>
<ul>${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></details>`;

export function searchBody(text: Text['manual'], language: string, found: readonly SearchMatch[]): Html {
  return html`<h1 lang="${language}">${text.search}</h1>
<p role="status" lang="${language}">${found.length === 0 ? text.none : text.found({ count: found.length })}</p>
<ul class="found">${found.map(
    ({ page: title, heading, url, excerpt }) =>
      html`<li><p class="name"><a href="${url}">${heading}</a></p>${heading !== title && html`<p class="detail">${title}</p>`}<p>${excerpt}</p></li>`,
  )}</ul>`;
}
