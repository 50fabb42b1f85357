/** Types for pages of a list: the requested position, and the returned rows. */

/**
 * A position in a list that is ordered by time: the time in milliseconds, and the id to order rows of the same time. In a
 * list that is ordered by a text, it is the text instead of the time.
 */
export interface PageKey<At extends number | string = number> {
  at: At;
  id: string;
}

export interface PageRequest {
  first: number;
  after: PageKey | undefined;
}

/** The rows of a page, and whether more rows follow. */
export interface Page<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}
