/** The pages of a person's own account. */
export const account = {
  area: {
    pages: {
      overview: 'Overview',
      connectedApps: 'Connected apps',
      sessions: 'Signed-in browsers',
      activity: 'Activity',
      signIn: 'Password and passkeys',
      profile: 'Profile',
    },
  },
  overview: {
    lead: 'Your profile, schools and connected apps.',
    runIt: 'School admin',
    noSchool: 'You don’t belong to a school yet',
    noSchoolText: 'Invitations from schools appear here.',
    next: 'What you can do here',
    connectedApps: 'see and remove app access',
    sessions: 'see where you’re signed in, and sign out',
    activity: 'see sign-ins and account changes',
    signIn: 'change your password, add a passkey',
    profile: 'your name and your e-mail address',
  },
};
