/** The pages of a person's own account. */
export const account = {
  area: {
    pages: {
      overview: 'Overview',
      connectedApps: 'Connected apps',
      assistants: 'AI assistants',
      sessions: 'Signed-in browsers',
      activity: 'Activity',
      signIn: 'Password and passkeys',
      profile: 'Profile',
    },
  },
  overview: {
    runIt: 'School admin',
    noSchool: 'You don’t belong to a school yet',
    noSchoolText: 'Invitations from schools appear here.',
  },
};
