/** What a member of a school has ordered and what has not taken effect yet. It ends with the role that allows it. */
import type { Role } from './role.ts';

/** Whether it takes an owner, or whoever manages the school. */
export type Authority = 'owns' | 'manages';

export type OrderedDeed =
  | { kind: 'invitation'; needs: 'manages'; about: string; role: Role }
  | { kind: 'shownLink' | 'handOver'; needs: 'manages'; about: string }
  | { kind: 'reset' | 'offer'; needs: 'owns'; about: string };

export interface OrderedDeeds {
  ending: OrderedDeed[];
  /** How many open invitations as plain member there are, which are the school's and stay. */
  plainInvitations: number;
}
