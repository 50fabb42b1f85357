/** The roles of people at a school. */

/** The roles of a membership, from the most to the fewest rights. `student` is not one of them, because it follows from an enrollment. */
export const ROLES = ['owner', 'admin', 'staff', 'instructor', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be assigned. Ownership is offered and accepted instead, and the first owner comes with the school. */
export const ASSIGNABLE_ROLES = ROLES.filter((role) => role !== 'owner');

/**
 * Whether `role` has more rights than `other`. No one can change a member of a higher role, or assign a role above
 * their own.
 */
export const outranks = (role: Role, other: Role): boolean => ROLES.indexOf(role) < ROLES.indexOf(other);

/** A role at a school, which decides what its staff can do there. */
export interface RoleAtSchool {
  role: Role;
  /** The operator scopes that the school gives its staff, separated by spaces; `null` for `STAFF_SCOPES`. */
  staffScope: string | null;
}
