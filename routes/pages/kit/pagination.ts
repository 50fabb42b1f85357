/** The pages of a list, for lists that are read in both directions and lists that are completely in memory. */
import type { Text } from '../../words/index.ts';
import { type Html, html } from './html.ts';

/** A page of a list. */
export interface ListSlice<Row> {
  rows: readonly Row[];
  /** The queries of the pages before and after this one; empty for the first. */
  previous: string | undefined;
  next: string | undefined;
}

/** The links to the pages before and after a page of the list at a path, if there are any. */
export function paginationLinks(
  { previous, next }: Omit<ListSlice<unknown>, 'rows'>,
  path: string,
  { publicPages, shell }: Text,
): Html | false {
  const link = (query: string | undefined, rel: 'prev' | 'next', label: string): Html | false =>
    query !== undefined &&
    html`<a class="secondary" href="${query === '' ? path : `${path}?${query}`}" rel="${rel}">${label}</a>`;
  return (
    (previous ?? next) !== undefined &&
    html`<p class="more">${link(previous, 'prev', publicPages.previous)}${link(next, 'next', shell.next)}</p>`
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
): ListSlice<Row> {
  const start = from !== undefined && /^\d{1,4}$/.test(from) && Number(from) < all.length ? Number(from) : 0;
  const next = start + size;
  const previous = Math.max(0, start - size);
  const queryOf = (at: number): string => {
    const values = Object.entries({ ...otherParameters, from: at === 0 ? '' : String(at) });
    return new URLSearchParams(values.filter(([, value]) => value !== '')).toString();
  };
  return {
    rows: all.slice(start, next),
    previous: start === 0 ? undefined : queryOf(previous),
    next: next < all.length ? queryOf(next) : undefined,
  };
}
