/**
 * Times that housekeeping stores have passed on every node, even if the clocks
 * differ by this much.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;
