/** The browsers that a person is signed in with. */
export const sessions = {
  lead: 'The browsers in which you are signed in. Sign out where you do not know one, and then change your password.',
  here: 'This browser',
  by: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'A browser that does not say what it is',
  since: 'Signed in',
  lastSeen: 'Last seen',
  toTheHour: 'When a browser was last seen is known to the hour.',
  signOut: 'Sign out',
  signOutOf: (browser: string) => `Sign out: ${browser}`,
  older: 'Show the ones seen before',
  elsewhere: 'Everywhere at once',
  elsewhereText: 'For when a device is lost, or when you no longer know where you signed in.',
  apps: 'Apps that you connected are not signed out by this. You disconnect them here:',
  others: 'Sign out of all other browsers',
  everywhere: 'Sign out everywhere, here too',
  ending: {
    others: 'Sign out of all other browsers?',
    othersText: 'Whoever uses your account in another browser has to sign in again. Here you stay signed in.',
    everywhere: 'Sign out everywhere?',
    everywhereText: 'Whoever uses your account in any browser has to sign in again, and so do you.',
  },
  done: {
    one: 'You are signed out there.',
    others: 'You are signed out of all other browsers.',
  },
};
