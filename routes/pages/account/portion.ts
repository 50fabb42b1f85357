/** A part of a list that is at hand as a whole, and the way to the next. */
export interface Portion<Item> {
  items: readonly Item[];
  nextHref: string | undefined;
}

/** @param from how many come before, as the address says it; what is no such number is the beginning */
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
