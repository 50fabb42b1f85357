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
    noSchool: 'You don’t belong to a school at the moment',
    noSchoolText:
      'Invitations from schools appear here. If you belonged to one, ask it: your access may have been suspended, or your membership may have ended. Your account activity says which.',
  },
};
