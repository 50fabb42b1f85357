/** Lists of rows as declarations: a form of filters, a table, a choice of what happens to selected rows, and the pages around. */
import type { FastifyInstance } from 'fastify';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { button, emptyList, select } from './components.ts';
import { type Html, html, type Renderable } from './html.ts';
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
}

/** The actions on selected rows. */
export interface SelectionState<Row> {
  /** The name of the field that has the ids. */
  name: string;
  /** The id and the name of a row that can be selected. */
  idOf(row: Row): { id: string; name: string } | undefined;
  title: string;
  actions: readonly { value: string; label: string }[];
}

type RowOf<P extends FilteredPortion<unknown>> = NoInfer<P>['rows'][number];

export interface ListDeclaration<V extends SignedInRequest, P extends FilteredPortion<unknown>>
  extends Pick<PageDeclaration<V, P>, 'at' | 'load' | 'title' | 'lead' | 'done'> {
  /** The path of the list, for the links on it. */
  address(signedIn: V): string;
  /** The link to what adds a row, if the person can. */
  add?(visit: Visit<V>): Html | false;
  /** The fields of the form that filters. */
  filters(slice: P, visit: Visit<V>): Renderable;
  /** How many rows there are. */
  count(slice: P, visit: Visit<V>): Renderable;
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
    top: (slice, visit, title) =>
      html`<div class="head"><div class="intro"><h1>${title}</h1>${list.lead?.(slice, visit)}</div>${!isEmpty(slice) && list.add?.(visit)}</div>`,
    body(slice, visit) {
      const { text } = visit;
      const here = list.address(visit.signedIn);
      const { none, noneFound } = list.empty(visit);
      const after = list.after?.(slice, visit);
      if (isEmpty(slice)) return html`${emptyList(none.title, none.text, list.add?.(visit) || undefined)}${after}`;
      return html`<form method="get" action="${here}" class="filters">
${list.filters(slice, visit)}
<div class="inline">${button(text.members.filter.submit, 'secondary')}${slice.isFiltered && html`<a href="${here}">${text.members.filter.reset}</a>`}</div>
</form>
${
  slice.rows.length === 0
    ? emptyList(noneFound.title, noneFound.text)
    : html`<p class="detail">${list.count(slice, visit)}</p>
${table(slice.rows, list.columns(visit, slice), list.selecting?.(visit) || undefined, here, text)}`
}
${paginationLinks(slice, here, text)}${after}`;
    },
  });
}

const isEmpty = <Row>({ rows, isFiltered, previous }: FilteredPortion<Row>): boolean =>
  rows.length === 0 && !isFiltered && previous === undefined;

function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  selecting: SelectionState<Row> | undefined,
  here: string,
  { members: { selected } }: Text,
): Html {
  const box = (row: Row): Html | false => {
    const of = selecting?.idOf(row);
    return (
      of !== undefined &&
      html`<input type="checkbox" name="${selecting?.name}" value="${of.id}" aria-label="${selected.select({ name: of.name })}">`
    );
  };
  const cells = (row: Row): Html[] =>
    columns.map(({ head, cell, isLabelled, isNumber }, index) =>
      index === 0
        ? html`<th scope="row">${cell(row)}</th>`
        : html`<td${isNumber === true && html` class="number"`}${isLabelled === true && html` data-label="${head}"`}>${cell(row)}</td>`,
    );
  const heads = [
    selecting !== undefined && html`<th scope="col">${selected.column}</th>`,
    columns.map(
      ({ head, isNumber }) => html`<th scope="col"${isNumber === true && html` class="number"`}>${head}</th>`,
    ),
  ];
  const all = html`<table class="cards"><thead><tr>${heads}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${selecting !== undefined && html`<td class="pick">${box(row)}</td>`}${cells(row)}</tr>`)}</tbody></table>`;
  if (selecting === undefined) return all;
  return html`<form class="whole" action="${here}/selected">${all}
<div class="filters">${select({ name: 'action', label: selecting.title, options: selecting.actions })}${button(selected.submit, 'secondary')}</div></form>`;
}
