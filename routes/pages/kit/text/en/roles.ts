/** The roles of a member, as every page calls them. */
export const roles = {
  owner: 'Owner',
  admin: 'Administrator',
  staff: 'Staff',
  instructor: 'Instructor',
  member: 'Member',
};
