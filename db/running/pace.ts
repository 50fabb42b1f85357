/**
 * How many rows a batch of housekeeping has, by how long the last one held up others: on SQLite, a commit stops the event
 * loop. What a row costs depends on the disk, and on how far apart the pages are that the row is on.
 */

/** A batch should take this long, in milliseconds. */
const AIM_MS = 8;
const FIRST = 100;
const FEWEST = 25;
const MOST = 500;
/** One slow commit says little, so a batch changes by at most these factors. */
const [SLOWEST, FASTEST] = [1 / 4, 2];

export interface Pace {
  /** The number of rows of the next batch. */
  readonly rows: number;
  /** Is told how long the last batch took. */
  took(ms: number): void;
}

export function pacing(): Pace {
  let rows = FIRST;
  return {
    get rows() {
      return rows;
    },
    took(ms) {
      const factor = Math.min(FASTEST, Math.max(SLOWEST, AIM_MS / ms));
      rows = Math.min(MOST, Math.max(FEWEST, Math.round(rows * factor)));
    },
  };
}
