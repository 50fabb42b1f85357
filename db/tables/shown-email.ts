/** The e-mail address and the name of a member, as the school sees them. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from './index.ts';

/**
 * Until an invitation is accepted, this is the address as the school wrote it. The account's own spelling would tell
 * that the address has an account.
 */
export const shownEmail = ({ memberships: m, people }: Pick<Tables, 'memberships' | 'people'>): SQL<string> =>
  sql<string>`case when ${m.status} = 'invited' then coalesce(${m.invitedEmail}, ${people.email}) else ${people.email} end`;

/** Until an invitation is accepted, this is the name that the school wrote, if any. The account may have another one. */
export const shownName = ({ memberships: m, people }: Pick<Tables, 'memberships' | 'people'>): SQL<string | null> =>
  sql<string | null>`case when ${m.status} = 'invited' then ${m.knownName} else ${people.name} end`;
