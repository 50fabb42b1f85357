/** Pages of a list: what is asked for, and what comes back. */

/** A position in a list that is ordered by time: the time in milliseconds, and the id among rows of the same time. */
export interface PageKey {
  at: number;
  id: string;
}

export interface PageRequest {
  first: number;
  after: PageKey | undefined;
}

/** Rows, and whether more follow. */
export interface Page<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}
