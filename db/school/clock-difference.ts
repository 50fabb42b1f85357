/**
 * What housekeeping stores about the passing of time refers to a time that has passed on every node, even if the clocks
 * differ by this much.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;
