/** The header, menu and navigation of the pages for signed-in people. */
import { type Language, textFor } from '../../words/index.ts';
import { button, postForm } from './components.ts';
import { displayText } from './display-text.ts';
import { type Html, html } from './html.ts';

export type AreaLink = { href: string; label: string };

/** Related pages. Groups have a title if there are several. */
export type AreaGroup = { title?: string; pages: readonly AreaLink[] };

export type Area = {
  kind: 'account' | 'admin' | 'platform';
  person: { name: string };
  csrf: string;
  /** The path of the current page, or of the page to which it belongs. */
  current: string;
  groups: readonly AreaGroup[];
  /** The other areas that the person can visit: the account, the schools that they run, and the platform if they run it. */
  elsewhere: readonly AreaLink[];
};

const link = ({ href, label }: AreaLink, current: string): Html =>
  html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${displayText(label)}</a></li>`;

/** A menu that the browser opens and closes without a script. */
export const areaBar = ({ person, csrf, elsewhere }: Area, language: Language): Html => {
  const text = textFor(language).shell;
  return html`<details class="menu"><summary><span>${displayText(person.name)}</span></summary>
<div class="panel">
<ul>${elsewhere.map((one) => link(one, ''))}</ul>
${postForm({ action: '/sign-out', csrf, body: button(text.signOut, 'plain') })}
</div></details>`;
};

const group = ({ title, pages }: AreaGroup, current: string): Html =>
  html`${title !== undefined && html`<p class="detail">${title}</p>`}<ul>${pages.map((one) => link(one, current))}</ul>`;

/** The navigation, beside the page on wide screens. On narrow ones it is folded under the name of the current page. */
export const areaPages = ({ kind, groups, current }: Area, language: Language): Html => {
  const label = textFor(language).shell.areas[kind];
  const shownPage = groups.flatMap(({ pages }) => pages).find(({ href }) => href === current);
  const all = groups.map((one) => group(one, current));
  return html`<nav aria-label="${label}"><div class="beside">${all}</div>
<details class="folded"><summary><span>${displayText(shownPage?.label ?? label)}</span></summary>${all}</details></nav>`;
};
