/** The browsers that a person is signed in with. */
export const sessions = {
  lead: 'Browsers where you’re signed in. Sign out any you don’t recognise, then change your password.',
  here: 'This browser',
  by: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  since: 'Signed in',
  lastSeen: 'Last active',
  signOut: 'Sign out',
  signOutOf: (browser: string) => `Sign out: ${browser}`,
  total: (count: number) => `${count} browsers`,
  latest: (count: number) => `The ${count} browsers used last`,
  elsewhere: 'All browsers',
  elsewhereText: 'If you’ve lost a device, or no longer know where you signed in.',
  apps: 'This doesn’t disconnect your apps. You can disconnect them here:',
  others: 'Sign out of all other browsers',
  everywhere: 'Sign out everywhere, including here',
  ending: {
    others: 'Sign out of all other browsers?',
    othersText: 'Anyone using your account in another browser has to sign in again. You stay signed in here.',
    everywhere: 'Sign out everywhere?',
    everywhereText: 'Anyone using your account in any browser has to sign in again, including you.',
  },
  done: {
    one: 'Signed out of that browser.',
    others: 'Signed out of all other browsers.',
  },
};
