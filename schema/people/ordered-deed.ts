/** Changes that a member has ordered and that have not taken effect yet. They end with the role that allows them. */
import type { Role } from './role.ts';

/** The right that it takes: that of an owner, or of everybody who manages the school. */
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
