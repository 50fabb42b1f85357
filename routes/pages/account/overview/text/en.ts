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
    lead: 'Who you are here, and what apps may do in your name.',
    runIt: 'School admin',
    noSchool: 'You belong to no school yet',
    noSchoolText: 'When a school invites you, it appears here.',
    next: 'What you can do here',
    connectedApps: 'see what each app may do, and take it back',
    sessions: 'see your browsers, and sign out of them',
    activity: 'see sign-ins and changes of your account',
    signIn: 'change how you prove that it is you',
    profile: 'your name and your e-mail address',
  },
};
