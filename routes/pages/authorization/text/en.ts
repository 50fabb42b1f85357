export const chooseAccount = {
  title: 'Choose an account',
  lead: (app: string) => `Which account do you want to use with ${app}?`,
  continueAs: (name: string) => `Continue as ${name}`,
};

export const chooseSite = {
  title: 'Choose a school',
  lead: (app: string) =>
    `You belong to more than one school. ${app} gets access to the one you choose here, and to no other.`,
  legend: 'Your schools',
  submit: 'Continue',
};

export const consent = {
  title: (app: string) => `Allow access for ${app}?`,
  asks: (school: string) => `asks for access to ${school} in your name`,
  warning: (app: string) =>
    `Only go on if you have just started this yourself and you know ${app}. If a message or another person led you here, do not allow it.`,
  signedInAs: 'Your account',
  atSchool: (role: string, school: string) => `${role} at ${school}`,
  groups: {
    identity: 'Who you are',
    own: 'Your own data',
    read: 'Running the school: read',
    write: 'Running the school: change',
  },
  choose: 'If you allow it, the app can do what is ticked here. You can untick what you do not want to share.',
  noChoice: 'If you allow it, the app can do the following.',
  before: 'you allowed this before',
  unavailable: {
    outside_role: {
      title: 'Not available to you',
      why: 'The app asked for this too, but your role at the school does not include it. It will not get it.',
    },
    not_adopted: {
      title: 'Not available to this app',
      why: 'Your school has not adopted this app, so it cannot get what is your own at the school. Those who run the school can adopt it.',
    },
  },
  goesTo: 'Where you go next',
  goesToWeb: (host: string) => `Back to ${host}`,
  goesToApp: (scheme: string) => `To the app on this device that answers to ${scheme}`,
  goesToLoopback: (host: string) => `To a program on this computer (${host})`,
  loopbackWarning:
    'We cannot tell which program on this computer will answer. Other programs running here could listen in its place, so allow this only on a computer you trust.',
  reaches: 'Works at',
  lasts: 'How long',
  lastsDays: (days: number) => `Until you take it back, at most ${days === 1 ? 'one day' : `${days} days`}`,
  undo: 'Changing your mind',
  undoHere: 'You can take it back at any time under',
  undoLink: 'connected apps',
  deny: 'Do not allow',
  allow: 'Allow',
};
