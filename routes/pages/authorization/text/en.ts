export const chooseAccount = {
  title: 'Choose an account',
  lead: (app: string) => `Which account do you want to use with ${app}?`,
  continueAs: (name: string) => `Continue as ${name}`,
};

export const chooseSite = {
  title: 'Choose a school',
  lead: (app: string) => `You belong to more than one school. ${app} gets access only to the one you choose.`,
  legend: 'Your schools',
  submit: 'Continue',
};

export const otherSchool = {
  title: 'This account doesn’t belong to this school',
  lead: (app: string, school: string) =>
    `${app} is set up for the school “${school}”. If you have another account there, use that one; otherwise ask the school to invite you, and check that the address in the app is the right one.`,
  own: 'Or connect one of your own schools',
  ownText: (app: string) => `Put the address of the school in ${app} instead, and connect again.`,
};

export const consent = {
  title: (app: string) => `Allow ${app} to access your school?`,
  asks: (school: string) => `wants to access ${school}`,
  offered: (school: string) => `${school} offers this app to its members.`,
  warning: (app: string) =>
    `Continue only if you started this yourself and trust ${app}. If someone sent you a link, cancel.`,
  atSchool: (role: string, school: string) => `${role} at ${school}`,
  groups: {
    identity: 'Who you are',
    own: 'Your own data',
    read: 'View school data',
    write: 'Change school data',
  },
  changes: 'Makes changes',
  able: 'It will be able to',
  always: 'Always included: who you are',
  before: 'already allowed',
  leftOut: 'left out last time',
  again: (app: string) => `${app} asks again for what you left out. It stays left out unless you tick it below:`,
  againMore: (number: number) => `And ${number} more, marked below.`,
  missing: (number: number) => `Show ${number}`,
  unavailable: {
    outside_role: {
      title: 'Not available to you',
      why: 'The app also asked for these. Your role doesn’t include them, so it won’t get them.',
    },
    not_adopted: {
      title: 'Not available to this app',
      why: 'Your school doesn’t offer this app to members, so it can’t get your own data at the school. The people who manage the school can turn this on.',
    },
  },
  goesTo: {
    https: 'Sends you to',
    app: 'Sends you to an app on this device',
    loopback: 'Sends you to a program on this computer',
  },
  loopbackWarning: 'Another program could take its place. Allow this only on a computer you trust.',
  reaches: 'Gives access to',
  reachesApis: (host: string) => `the school’s APIs at ${host}`,
  lasts: 'Access lasts',
  lastsDays: (days: number) => `${days === 1 ? 'One day' : `${days} days`} at most, or until you remove it under`,
  undoLink: 'connected apps',
  permissions: (number: number) => (number === 1 ? '1 permission' : `${number} permissions`),
  changing: (number: number) => (number === 1 ? '1 makes changes' : `${number} make changes`),
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  deny: 'Cancel',
  allow: 'Allow',
  allowRead: 'View only',
};
