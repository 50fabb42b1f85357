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
  asks: (school: string) => `wants to access ${school} on your behalf`,
  offered: (school: string) => `${school} offers this app to its members.`,
  warning: (app: string) =>
    `Continue only if you started this yourself and trust ${app}. If someone sent you a link, cancel.`,
  signedInAs: 'Your account',
  atSchool: (role: string, school: string) => `${role} at ${school}`,
  groups: {
    identity: 'Who you are',
    own: 'Your own data',
    read: 'View school data',
    write: 'Change school data',
  },
  areas: {
    teaching: 'Courses and events',
    people: 'People',
    sales: 'Sales',
    site: 'School and website',
  },
  /** What the permissions are about, as parts of a list. */
  subjects: {
    openid: 'your role at the school',
    profile: 'your name',
    email: 'your e-mail address',
    courses: 'courses',
    curriculum: 'lectures',
    lecturers: 'lecturer profiles',
    events: 'events',
    members: 'members and their roles',
    students: 'enrollments and progress',
    comments: 'comments',
    forms: 'forms and answers',
    orders: 'orders',
    membership_plans: 'membership plans',
    subscriptions: 'memberships',
    coupons: 'coupons',
    digital_products: 'digital products',
    analytics: 'statistics',
    school: 'settings',
    appearance: 'design',
    pages: 'pages',
    posts: 'posts',
    storage: 'files',
  },
  sides: {
    read: (number: number) => `View (${number})`,
    write: (number: number) => `Change (${number})`,
  },
  separator: ', ',
  each: 'Details',
  changes: 'Makes changes',
  choose: 'The app will be able to do the following. Untick anything you don’t want to allow.',
  noChoice: 'The app will be able to:',
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
  goesTo: 'Sends you to',
  goesToWeb: (host: string) => `${host}`,
  goesToApp: (scheme: string) => `an app on this device (${scheme})`,
  goesToLoopback: (host: string) => `a program on this computer (${host})`,
  loopbackWarning:
    'We can’t tell which program on this computer will answer; another one could take its place. Allow this only on a computer you trust.',
  reaches: 'Gives access to',
  reachesApis: (host: string) => `the school’s APIs at ${host}`,
  lasts: 'Access lasts',
  lastsDays: (days: number) => `Until you remove it, ${days === 1 ? 'one day' : `${days} days`} at most`,
  undoHere: 'Remove it under',
  undoLink: 'connected apps',
  deny: 'Cancel',
  allow: 'Allow',
  allowRead: 'View only',
};
