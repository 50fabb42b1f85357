/** The pages of a list, for lists that are read in both directions and lists that are completely in memory. */
import type { Text } from '../../words/index.ts';
import { type Html, html } from './html.ts';

/** The links to the pages before and after a page of a list, if there are any. */
export const pager = (
  { previousHref, nextHref }: { previousHref: string | undefined; nextHref: string | undefined },
  { publicPages, shell }: Text,
): Html | false =>
  (previousHref ?? nextHref) !== undefined &&
  html`<p class="more">${previousHref !== undefined && html`<a class="secondary" href="${previousHref}" rel="prev">${publicPages.previous}</a>`}${nextHref !== undefined && html`<a class="secondary" href="${nextHref}" rel="next">${shell.next}</a>`}</p>`;

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

/** One page of a list that is completely in memory, and the pages before and after it. */
export interface Portion<Item> {
  items: readonly Item[];
  previousHref: string | undefined;
  nextHref: string | undefined;
}

/** @param from number of preceding items, from the query; an invalid number means the start of the list */
export function portionOf<Item>(
  all: readonly Item[],
  from: string | undefined,
  size: number,
  path: string,
): Portion<Item> {
  const start = from !== undefined && /^\d{1,4}$/.test(from) ? Number(from) : 0;
  const next = start + size;
  const previous = Math.max(0, Math.min(start, all.length) - size);
  return {
    items: all.slice(start, next),
    previousHref: start === 0 ? undefined : previous === 0 ? path : `${path}?from=${previous}`,
    nextHref: next < all.length ? `${path}?from=${next}` : undefined,
  };
}
