import type { ApplicationKind } from '../../../../schema/oauth/site-application.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { logoTile } from '../../kit/client.ts';
import { button, day, emptyList, field, linkButton, notice, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { pager } from '../../kit/pager.ts';

export const APPLICATION_SORTS = ['created', 'name', 'used'] as const;
export type ApplicationFilter = { q: string; sort: (typeof APPLICATION_SORTS)[number] };

export type ApplicationItem = {
  id: string;
  name: string;
  logo: string | undefined;
  kind: ApplicationKind;
  active: boolean;
  scopes: number;
  grants: number;
  lastUsedAt: number | undefined;
};

export type Applications = {
  applications: readonly ApplicationItem[];
  /** How many there are on all pages. */
  total: number;
  filter: ApplicationFilter;
  /** The path of this page, and the prefix of the applications' paths. */
  base: string;
  timeZone: string;
  done: 'deleted' | 'none' | undefined;
  previousHref: string | undefined;
  nextHref: string | undefined;
};

/** A badge that says whether the application is enabled. */
export const stateBadge = (active: boolean, { state }: Text['applications']): Html =>
  active ? html`<span class="badge">${state.active}</span>` : html`<span class="badge off">${state.disabled}</span>`;

const row = (one: ApplicationItem, { base, timeZone }: Applications, text: Text, language: string): Html => {
  const { applications: say, members, shell } = text;
  const name = displayText(one.name);
  const about = html`<div><a href="${base}/${one.id}">${name}</a>
<span class="detail">${one.id}</span>
<span class="detail">${say.kind[one.kind]} · ${say.list.scopes({ count: one.scopes })}</span></div>`;
  return html`<tr><td class="pick"><input type="checkbox" name="application" value="${one.id}" aria-label="${members.selected.select({ name })}"></td>
<th scope="row">${one.logo === undefined ? about : html`<div class="asker">${logoTile(one.logo)}${about}</div>`}</th>
<td>${stateBadge(one.active, say)}</td>
<td>${say.list.grants({ count: one.grants })}</td>
<td data-label="${say.one.lastUsed}">${one.lastUsedAt === undefined ? shell.never : day(one.lastUsedAt, language, timeZone)}</td></tr>`;
};

/** The table, in a form that names an action for the selected applications. */
const table = (view: Applications, text: Text, language: string): Html => {
  const { applications: say, members } = text;
  const { one, form, list } = say;
  const columns = [members.selected.column, form.name, one.state, one.grants, one.lastUsed];
  const options = [
    { value: 'disable', label: one.disable },
    { value: 'remove', label: one.remove },
  ];
  return html`<form class="whole" action="${view.base}/selected"><table class="cards"><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${view.applications.map((application) => row(application, view, text, language))}</tbody></table>
<div class="filters">${select({ name: 'action', label: list.selected.title, options })}${button(members.selected.submit, 'secondary')}</div></form>`;
};

const filters = ({ filter, base }: Applications, text: Text): Html => {
  const { members, applications: say } = text;
  const { q, sorts } = say.list;
  const options = APPLICATION_SORTS.map((value) => ({ value, label: sorts[value] }));
  return html`<form method="get" action="${base}" class="filters">
${field({ name: 'q', label: q, type: 'search', autocomplete: 'off', optional: true, maxLength: 100, ...(filter.q === '' ? {} : { value: filter.q }) })}
${select({ name: 'sort', label: members.filter.sort, options, value: filter.sort })}
<div class="inline">${button(members.filter.submit, 'secondary')}${filter.q !== '' && html`<a href="${base}">${members.filter.reset}</a>`}</div>
</form>`;
};

const content = (view: Applications, text: Text, language: string): Html => {
  const { list } = text.applications;
  const isFound = view.applications.length > 0;
  return html`${filters(view, text)}
${isFound && html`<p class="detail">${list.total({ count: view.total })}</p>`}
${isFound ? table(view, text, language) : emptyList(list.noneFound, text.connections.noneFoundText)}`;
};

/** The list of the applications that a school created. */
export const applicationsPage = (frame: PageFrame, view: Applications): string => {
  const text = textFor(frame.language);
  const { applications: say } = text;
  const { base, done, filter, total } = view;
  const create = linkButton(`${base}/new`, say.list.create);
  const isEmpty = total === 0 && filter.q === '';
  const body = html`<div class="head"><div class="intro"><h1>${say.list.title}</h1><p>${say.list.lead}</p></div>${!isEmpty && create}</div>
${done !== undefined && notice(done === 'none' ? 'warning' : 'info', html`<p>${done === 'none' ? say.list.selected.none : say.done.deleted}</p>`)}
${isEmpty ? emptyList(say.list.empty, say.list.emptyText, create) : content(view, text, frame.language)}
${pager(view, text)}`;
  return page(frame, { title: say.list.title, body });
};
