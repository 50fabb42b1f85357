/** One page of a list that is completely in memory, and the start of the next page. */
export interface Portion<Item> {
  items: readonly Item[];
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
  return { items: all.slice(start, next), nextHref: next < all.length ? `${path}?from=${next}` : undefined };
}
