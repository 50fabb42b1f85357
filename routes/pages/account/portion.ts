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
