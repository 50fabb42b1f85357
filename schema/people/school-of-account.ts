/** Determines the school whose look an account has. */
import type { SchoolMembership } from './person.ts';

/**
 * Returns the school whose look the pages and e-mails of an account have: the one that the person came from, if they
 * belong to it, and otherwise the only one. An account of several schools, or of none, has that of the service.
 */
export function schoolOfAccount(
  memberships: readonly SchoolMembership[],
  cameFrom?: string,
): SchoolMembership | undefined {
  const open = memberships.filter(({ isClosed }) => !isClosed);
  return open.length === 1 ? open[0] : open.find(({ siteId }) => siteId === cameFrom);
}
