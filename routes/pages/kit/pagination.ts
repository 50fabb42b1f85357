/** The pages of a list, for lists that are read in both directions and lists that are completely in memory. */
import type { Text } from '../../words/index.ts';
import { type Html, html, type Renderable } from './html.ts';
import { icon } from './icons.ts';

/** A page of a list. */
export interface ListSlice<Row> {
  rows: readonly Row[];
  /** The queries of the pages before and after this one; empty for the first. */
  previous: string | undefined;
  next: string | undefined;
  /** How many rows come before, if that is known. */
  start?: number | undefined;
}

/** What is known of the place of a page in its list. The first page and the last one are known anyway. */
interface Extent {
  rows?: readonly unknown[];
  /** How many rows come before. */
  start?: number | undefined;
  total?: number | undefined;
}

type Shown = Omit<ListSlice<unknown>, 'rows' | 'start'> & Extent;

function precedingOf({ rows = [], previous, next, start, total }: Shown): number | undefined {
  if (previous === undefined) return start ?? 0;
  return next === undefined && total !== undefined ? Math.max(0, total - rows.length) : start;
}

/** The links to the pages before and after a page of the list at a path, if there are any, and which of the rows it has. */
export function paginationLinks(
  { previous, next, rows = [], start, total }: Shown,
  path: string,
  { publicPages, shell }: Text,
): Html | false {
  const link = (query: string | undefined, rel: 'prev' | 'next', label: Renderable): Html | false =>
    query !== undefined &&
    html`<a class="secondary" href="${query === '' ? path : `${path}?${query}`}" rel="${rel}">${label}</a>`;
  const before = precedingOf({ previous, next, rows, start, total });
  const extent =
    total !== undefined &&
    before !== undefined &&
    rows.length > 0 &&
    html`<span>${shell.extent({ first: before + 1, last: before + rows.length, total })}</span>`;
  return (
    (previous ?? next) !== undefined &&
    html`<p class="more">${extent}${link(previous, 'prev', html`${icon('chevron-left')}${publicPages.previous}`)}${link(next, 'next', html`${shell.next}${icon('chevron-right')}`)}</p>`
  );
}

/**
 * Tells whether a page has neighbours, in a list that is read in both directions.
 * @param before whether it is the page before a row, which is read from that row on in the opposite order
 * @param after whether it is the page after a row
 * @param hasMore whether there are more rows in the direction in which it was read
 */
export const neighboursOf = (
  before: boolean,
  after: boolean,
  hasMore: boolean,
): { hasPrevious: boolean; hasNext: boolean } => ({
  hasPrevious: before ? hasMore : after,
  hasNext: before || hasMore,
});

/**
 * Returns a page of a list that is completely in memory.
 * @param from number of preceding rows, from the query; the list starts again if it makes no sense or is beyond the end
 * @param otherParameters what the other pages have in the query as well, such as a search; empty values are left out
 */
export function sliceOf<Row>(
  all: readonly Row[],
  from: string | undefined,
  size: number,
  otherParameters: Readonly<Record<string, string>> = {},
): ListSlice<Row> & { total: number } {
  const start = from !== undefined && /^\d{1,4}$/.test(from) && Number(from) < all.length ? Number(from) : 0;
  const next = start + size;
  const previous = Math.max(0, start - size);
  const queryOf = (at: number): string => {
    const values = Object.entries({ ...otherParameters, from: at === 0 ? '' : String(at) });
    return new URLSearchParams(values.filter(([, value]) => value !== '')).toString();
  };
  return {
    rows: all.slice(start, next),
    start,
    previous: start === 0 ? undefined : queryOf(previous),
    next: next < all.length ? queryOf(next) : undefined,
    total: all.length,
  };
}
