/** The pages of a person's own account. */
export const account = {
  area: {
    pages: {
      overview: 'Overview',
      connectedApps: 'Connected apps',
      sessions: 'Where you are signed in',
      activity: 'What happened',
      signIn: 'Password and passkeys',
      profile: 'Profile',
    },
  },
  overview: {
    runIt: 'School admin',
    noSchool: 'You belong to no school yet',
    noSchoolText: 'When a school invites you, it appears here.',
  },
};
