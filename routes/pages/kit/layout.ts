/** The frame of every page, and the header, menu and navigation of the pages for signed-in people. */

import type { LegalDocument } from '../../../schema/school/legal-links.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../schema/text/language.ts';
import { type Language, textFor } from '../../words/index.ts';
import { button, postForm } from './components.ts';
import { displayText, initialOf } from './display-text.ts';
import { type Html, html } from './html.ts';
import { type IconName, icon, pageIconPath } from './icons.ts';
import { menuScript, passwordScript } from './scripts.ts';
import {
  areaStylesheet,
  barStylesheet,
  columnStylesheet,
  gateStylesheet,
  partStylesheets,
  stylesheet,
} from './styles.ts';
import { tenantAnchor } from './tenant-anchor.ts';

export type PageFrame = {
  language: Language;
  requestId?: string;
  /** True if the page has links to itself in the other languages. */
  isSwitchable?: boolean;
  /** The path of the page, if the links to itself have to name it because the browser must not. */
  ownPath?: string;
  /** Of the answer to a form: the path of its page, to which links lead in the other languages if the form was wrong. */
  formPage?: string | undefined;
  schoolName?: string;
  /** The colours, logo and legal links of the school, if set. */
  brand?: PageBrand;
  /** The header and navigation for signed-in people. */
  area?: Area;
};

export type PageParts = {
  title: string;
  body: Html;
  headExtra?: Html | '' | undefined;
  /** True if the page has a password that can be made readable. Its policy has to allow scripts. */
  revealsPassword?: boolean;
  /** True if the page shows a form again because it contains errors. */
  isWrong?: boolean;
  /** True for a question in a small card. */
  narrow?: boolean;
  /** The header and navigation of pages that do not depend on who is signed in. */
  around?: PageSurroundings;
  /** The id of a form that is sent, as `language`, to show the page in another language with what is chosen in it. */
  languageForm?: string;
  /** The language of the content, if it is not that of the frame. */
  contentLanguage?: string;
  /** The language of the title and of the document as a whole, if it is not that of the frame. */
  documentLanguage?: string;
};

export type PageSurroundings = {
  /** Below the name, at the top. */
  bar?: Html;
  /** The navigation. */
  pages: Html;
};

export type PageBrand = { stylesheet?: string; theme?: string; logoSrc?: string; legal?: readonly LegalDocument[] };

/** The name at the top of a page, with the logo or the initial of the school. */
export const masthead = ({ schoolName, brand }: Pick<PageFrame, 'schoolName' | 'brand'>): Html => {
  if (schoolName === undefined) {
    return html`<p class="brand"><span class="gate" aria-hidden="true"></span>Schoolgate</p>`;
  }
  const name = displayText(schoolName);
  if (brand?.logoSrc !== undefined) {
    return html`<p class="brand"><img class="logo" src="${brand.logoSrc}" alt="" height="36"><span>${name}</span></p>`;
  }
  return html`<p class="brand"><span class="tile" aria-hidden="true">${initialOf(name)}</span><span>${name}</span></p>`;
};

/** The links say which page they are on, also on pages that otherwise tell nobody their address. */
const languages = (current: Language, other: (language: Language) => Html): Html =>
  html`<nav aria-label="${textFor(current).layout.language}"><ul class="languages">${LANGUAGES.map((one) =>
    one === current ? html`<li aria-current="true">${LANGUAGE_NAMES[one]}</li>` : html`<li>${other(one)}</li>`,
  )}</ul></nav>`;

const languageLink = (language: Language): Html =>
  html`<a href="/language/${language}" lang="${language}" referrerpolicy="same-origin">${LANGUAGE_NAMES[language]}</a>`;

const linkToPage = (language: Language, path: string): Html =>
  html`<a href="/language/${language}?${new URLSearchParams({ page: path }).toString()}" lang="${language}">${LANGUAGE_NAMES[language]}</a>`;

const languageButton = (language: Language, form: string): Html =>
  html`<button type="submit" form="${form}" name="language" value="${language}" lang="${language}" class="plain">${LANGUAGE_NAMES[language]}</button>`;

const languageLinks = (
  { language, isSwitchable, ownPath, formPage }: PageFrame,
  parts: PageParts,
): Html | undefined => {
  const { isWrong, languageForm } = parts;
  if (isSwitchable === true) {
    return languages(language, (one) => {
      if (languageForm !== undefined) return languageButton(one, languageForm);
      return ownPath === undefined ? languageLink(one) : linkToPage(one, ownPath);
    });
  }
  // Any other answer may show what is shown only once.
  return isWrong === true && formPage !== undefined
    ? languages(language, (one) => linkToPage(one, formPage))
    : undefined;
};

/** The documents of the school. They are on another server, which does not learn where the person was. */
const legalLinks = (documents: readonly LegalDocument[], language: Language): Html | '' => {
  const { legal } = textFor(language).layout;
  if (documents.length === 0) return '';
  return html`<ul class="languages">${documents.map(({ of, url }) => html`<li>${tenantAnchor(url, legal[of])}</li>`)}</ul>`;
};

const columnOf = ({ narrow = false }: PageParts, isSurrounded: boolean, isBar = false): string =>
  ['column', narrow && 'narrow', isSurrounded && 'area', isBar && 'topped'].filter(Boolean).join(' ');

const surroundings = ({ area, language }: PageFrame, { around }: PageParts): PageSurroundings | undefined =>
  area === undefined ? around : { pages: areaPages(area, language) };

/** Returns a complete HTML document. `title` must be safe to display (`displayText`). */
export const page = (frame: PageFrame, parts: PageParts): string => {
  const { title, body, headExtra, isWrong = false, contentLanguage = frame.language } = parts;
  const { documentLanguage = frame.language } = parts;
  const text = textFor(frame.language).layout;
  const { area } = frame;
  const around = surroundings(frame, parts);
  const owner = frame.schoolName === undefined ? 'Schoolgate' : displayText(frame.schoolName);
  const sheets = [
    stylesheet,
    around === undefined ? columnStylesheet : areaStylesheet,
    ...(area?.isBar === true ? [barStylesheet] : []),
    ...(frame.schoolName === undefined ? [gateStylesheet] : []),
    ...partStylesheets(body.toString()),
  ];
  return html`<!DOCTYPE html>
<html lang="${documentLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isWrong ? text.wrong({ title }) : title} – ${owner}</title>
<link rel="icon" href="${pageIconPath}">
${sheets.map(({ path }) => html`<link rel="stylesheet" href="${path}">`)}
${frame.brand?.stylesheet !== undefined && html`<link rel="stylesheet" href="${frame.brand.stylesheet}">`}
${headExtra}
${parts.revealsPassword === true && passwordScript}
${area !== undefined && menuScript}
</head>
<body${documentLanguage !== frame.language && html` lang="${frame.language}"`}>
${around !== undefined && html`<a class="skip" href="#content">${textFor(frame.language).shell.skip}</a>`}
<div class="${columnOf(parts, around !== undefined, area?.isBar)}">
${around === undefined ? html`<header>${masthead(frame)}</header>` : rail(frame, around)}
<main id="content"${contentLanguage !== frame.language && html` lang="${contentLanguage}"`}>
${body}
</main>
<footer>
<p>${frame.schoolName === undefined ? text.about : text.poweredBy}</p>
${frame.brand?.legal !== undefined && legalLinks(frame.brand.legal, frame.language)}
${languageLinks(frame, parts)}
${frame.requestId !== undefined && html`<p>${text.requestId} <code>${displayText(frame.requestId)}</code></p>`}
</footer>
</div>
</body>
</html>
`.toString();
};

export type AreaLink = { href: string; label: string; icon?: IconName };

/** Related pages. Groups have a title if there are several. */
type AreaGroup = { title?: string; pages: readonly AreaLink[] };

export type Area = {
  kind: 'account' | 'admin' | 'platform';
  person: { name: string };
  /** Says through which school the person has signed in, if it was not with the account. */
  through?: string | undefined;
  csrf: string;
  /** The path of the current page, or of the page to which it belongs. */
  current: string;
  groups: readonly AreaGroup[];
  /** The other areas that the person can visit: the account, the schools that they run, and the platform if they run it. */
  elsewhere: readonly AreaLink[];
  /** The public pages of the school. */
  site?: string;
  /** The navigation is a bar above the page on wide screens, instead of a rail beside it. */
  isBar?: boolean;
};

/**
 * The name and the navigation, beside the page on wide screens. On narrow ones the navigation is folded, without a script: what
 * the element folds follows it, so that it need not be on the page twice.
 */
const rail = (frame: PageFrame, { bar, pages }: PageSurroundings): Html => {
  const { menu } = textFor(frame.language).shell;
  return html`<div class="rail"><header>${masthead(frame)}</header>
<details class="fold"><summary aria-label="${menu}">${icon('menu')}</summary></details>
${bar}${pages}</div>`;
};

const link = ({ href, label, icon: name }: AreaLink, current: string): Html =>
  html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${name && icon(name)}${displayText(label)}</a></li>`;

const group = ({ title, pages }: AreaGroup, current: string): Html =>
  html`${title !== undefined && html`<p class="detail">${title}</p>`}<ul>${pages.map((one) => link(one, current))}</ul>`;

/** The navigation, and below it the site of the school and the menu of the person, which opens and closes without a script. */
const areaPages = (
  { kind, groups, current, person, through, csrf, elsewhere, site }: Area,
  language: Language,
): Html => {
  const text = textFor(language).shell;
  const name = displayText(person.name);
  return html`<nav aria-label="${text.areas[kind]}">${groups.map((one) => group(one, current))}</nav>
<nav class="ends" aria-label="${name}">${site !== undefined && html`<a href="${site}">${icon('external-link')}${text.site}</a>`}
${kind === 'admin' && html`<a href="/docs/school">${icon('info')}${textFor(language).manual.name}</a>`}
<details class="menu"><summary><span class="tile round" aria-hidden="true">${initialOf(name)}</span><span>${name}</span></summary>
<div class="panel">${through !== undefined && html`<p class="detail">${through}</p>`}
<ul>${elsewhere.map((one) => link(one, ''))}</ul>
${postForm({ action: '/sign-out', csrf, body: button(text.signOut, 'plain') })}
</div></details></nav>`;
};
