/** Whether a page of a list has neighbours, for lists that are read in both directions. */

/**
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
