/** Facts about an account besides its own row, for the people who run the platform. */
import type { AccountEvent } from '../audit/account-event.ts';
import type { Connection } from '../oauth/connection.ts';
import type { FormerAddress } from '../people/mail-link.ts';
import type { Membership, SignedInBrowser } from '../people/person.ts';

/** Times are milliseconds since the epoch. */
export interface AccountSummary {
  schools: readonly (Pick<Membership, 'siteName' | 'role'> & {
    slug: string;
    status: 'invited' | 'active' | 'suspended';
  })[];
  browsers: readonly SignedInBrowser[];
  connections: readonly Connection[];
  formerAddresses: readonly FormerAddress[];
  /** The newest sign-ins, also failed ones. */
  signIns: readonly AccountEvent[];
  passkeys: number;
  authenticator: { since: number; recoveryCodesLeft: number } | undefined;
}
