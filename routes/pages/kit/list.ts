/** Lists of rows as declarations: a form of filters, a table, a choice of what happens to selected rows, and the pages around. */
import type { FastifyInstance } from 'fastify';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { button, type Chip, chips, emptyList, finder, type Hidden } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';
import { icon } from './icons.ts';
import { definePage, type PageDeclaration, type Place, type Visit } from './page.ts';
import { type ListSlice, paginationLinks } from './pagination.ts';
import type { SignedInRequest } from './signed-in.ts';

/** A page of a list with filters. */
export interface FilteredPortion<Row> extends ListSlice<Row> {
  /** How many there are on all pages. */
  total: number;
  /** True if the filters leave out rows. */
  isFiltered: boolean;
}

export interface Column<Row> {
  head: string;
  cell(row: Row): Renderable;
  /** True if the head is said in each row, where a narrow screen shows no heads. */
  isLabelled?: boolean;
  /** Amounts and counts stand below each other. */
  isNumber?: boolean;
  /** The link to the list in the order of this column, or the order in which it is. */
  sort?: { href: string } | { direction: 'ascending' | 'descending' };
}

/** Links that filter a list, after a search field. */
export interface Chosen {
  label: string;
  q: string;
  /** What a search keeps. */
  hidden: Hidden;
  chips: readonly (readonly Chip[])[];
}

/** The actions on selected rows. */
export interface SelectionState<Row> {
  /** The name of the field that has the ids. */
  name: string;
  /** The id and the name of a row that can be selected. */
  idOf(row: Row): { id: string; name: string } | undefined;
  /** Each with its value, or with its own page. */
  actions: readonly { value?: string; href?: string; label: string }[];
}

type RowOf<P extends FilteredPortion<unknown>> = NoInfer<P>['rows'][number];

export interface ListDeclaration<V extends SignedInRequest, P extends FilteredPortion<unknown>>
  extends Pick<PageDeclaration<V, P>, 'at' | 'load' | 'title' | 'lead' | 'done'> {
  /** The path of the list, for the links on it. */
  address(signedIn: V): string;
  /** What is above the list instead of its title and lead, and its heading there. */
  above?(slice: P, visit: Visit<V>): { top: Html; heading: Html } | undefined;
  /** The link to what adds a row, if the person can. */
  add?(visit: Visit<V>): Html | false;
  /** The fields of the form that filters, or links that do. */
  filters(slice: P, visit: Visit<V>): Renderable | Chosen;
  /** How many rows there are, if it is not said elsewhere. */
  count?(slice: P, visit: Visit<V>): Renderable;
  /** The first cell of a row is its head. */
  columns(visit: Visit<V>, slice: P): readonly Column<RowOf<P>>[];
  selecting?(visit: Visit<V>): SelectionState<RowOf<P>> | false;
  /** What follows the pages of the list. */
  after?(slice: P, visit: Visit<V>): Html;
  /** Where there are no rows at all, and where the filters leave none. */
  empty(visit: Visit<V>): Record<'none' | 'noneFound', { title: string; text: string }>;
}

/**
 * A list of which `load` finds nothing starts again: the query was edited by hand, or is older than the list. Without a query,
 * there is no such list.
 */
export function listPage<V extends SignedInRequest, P extends FilteredPortion<unknown>>(
  app: FastifyInstance,
  place: Place<V>,
  list: ListDeclaration<V, P>,
): void {
  const startsAgain = {
    ...place,
    missing(signedIn: V, reply: Parameters<typeof goTo>[0]) {
      const here = list.address(signedIn);
      return signedIn.request.url === here ? place.missing(signedIn, reply) : goTo(reply, here);
    },
  };
  definePage<V, P>(app, startsAgain, {
    ...list,
    top(slice, visit, title) {
      const above = list.above?.(slice, visit);
      const add = !isEmpty(slice) && list.add?.(visit);
      const heading = above?.heading ?? html`<h1>${title}</h1>${list.lead?.(slice, visit)}`;
      return html`${above?.top}<div class="head"><div class="intro">${heading}</div>${add}</div>`;
    },
    body(slice, visit) {
      const { text } = visit;
      const here = list.address(visit.signedIn);
      const { none, noneFound } = list.empty(visit);
      const after = list.after?.(slice, visit);
      if (isEmpty(slice)) return html`${emptyList(none.title, none.text, list.add?.(visit) || undefined)}${after}`;
      const count = list.count?.(slice, visit);
      const pages = paginationLinks(slice, here, text);
      return html`${filtering(list.filters(slice, visit), slice.isFiltered, here, text)}
${
  slice.rows.length === 0
    ? html`${emptyList(noneFound.title, noneFound.text)}${pages}`
    : html`${count !== undefined && html`<p class="detail">${count}</p>`}
${table(slice.rows, list.columns(visit, slice), list.selecting?.(visit) || undefined, { here, pages, text })}`
}
${after}`;
    },
  });
}

const isChosen = (filters: Renderable | Chosen): filters is Chosen =>
  typeof filters === 'object' && filters !== null && 'chips' in filters;

/** The form that filters a list. On a narrow screen, it shows the search and folds the rest. */
export function filterForm(fields: Renderable, isFiltered: boolean, here: string, text: Text): Html {
  const { all, submit, reset } = text.members.filter;
  const count = html`${fields}`.toString().match(/class="field"/g)?.length ?? 0;
  const again = isFiltered && html`<a href="${here}">${reset}</a>`;
  if (count === 0) return again ? html`<p>${again}</p>` : html``;
  return html`<form method="get" action="${here}" class="filters">
${count > 2 && html`<details class="more-filters"${isFiltered && html` open`}><summary>${all}</summary></details>`}
${fields}
<div class="inline">${button(submit, 'secondary')}${again}</div>
</form>`;
}

function filtering(filters: Renderable | Chosen, isFiltered: boolean, here: string, text: Text): Html {
  const { reset } = text.members.filter;
  if (!isChosen(filters)) return filterForm(filters, isFiltered, here, text);
  const isShown = filters.q === '' && filters.chips.flat().some(({ isCurrent }) => isCurrent);
  return html`<div class="choosing">${finder(here, filters.label, filters.q, filters.hidden, text)}${chips(filters.chips)}${isFiltered && !isShown && html`<a class="detail" href="${here}">${reset}</a>`}</div>`;
}

const isEmpty = <Row>({ rows, isFiltered, previous }: FilteredPortion<Row>): boolean =>
  rows.length === 0 && !isFiltered && previous === undefined;

function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  selecting: SelectionState<Row> | undefined,
  { here, pages, text }: { here: string; pages: Html | false; text: Text },
): Html {
  const { selected } = text.members;
  const box = (row: Row): Html | false => {
    const of = selecting?.idOf(row);
    return (
      of !== undefined &&
      html`<label><input type="checkbox" name="${selecting?.name}" value="${of.id}" aria-label="${selected.select({ name: of.name })}"></label>`
    );
  };
  const cells = (row: Row): Html[] =>
    columns.map(({ head, cell, isLabelled, isNumber }, index) => {
      if (index === 0) return html`<th scope="row">${cell(row)}</th>`;
      return html`<td${isNumber === true && html` class="number"`}${isLabelled === true && html` data-label="${head}"`}>${cell(row)}</td>`;
    });
  const heads = [selecting !== undefined && html`<td></td>`, columns.map(headOf)];
  const all = html`<table class="cards"><thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${selecting !== undefined && html`<td class="pick">${box(row)}</td>`}${cells(row)}</tr>`)}</tbody></table>`;
  if (selecting === undefined) return html`<div class="sheet">${all}${pages}</div>`;
  const act = ({ value, href, label }: SelectionState<Row>['actions'][number]): Html =>
    html`<button type="submit"${href === undefined ? html` name="action" value="${value}"` : html` formaction="${href}"`} class="secondary">${label}…</button>`;
  return html`<form class="whole sheet" action="${here}/selected">${all}
<div class="bulk"><strong>${selected.ticked}</strong>${selecting.actions.map(act)}</div>${pages}</form>`;
}

function headOf<Row>({ head, isNumber, sort }: Column<Row>): Html {
  const order = sort !== undefined && 'direction' in sort ? sort.direction : undefined;
  const arrow = order && icon(order === 'ascending' ? 'arrow-up' : 'arrow-down');
  const label = sort !== undefined && 'href' in sort ? html`<a href="${sort.href}">${head}</a>` : head;
  return html`<th scope="col"${order && html` aria-sort="${order}"`}${isNumber === true && html` class="number"`}>${label}${arrow}</th>`;
}
