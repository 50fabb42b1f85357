/** First start: the school and the account of its owner. */
export const setup = {
  title: 'Set up your school',
  lead: 'Name your school and create its owner’s account. This page works only once.',
  school: 'The school',
  owner: 'The owner',
  schoolName: 'Name of the school',
  schoolNameHint: 'Members see it when they sign in.',
  schoolSlug: 'Slug (used in web addresses)',
  schoolSlugHint: 'Lowercase letters, digits and hyphens, such as “north-school”.',
  ownerName: 'Your name',
  ownerEmail: 'Your e-mail address',
  ownerEmailHint: 'You sign in with it.',
  password: 'Password',
  passwordHint: 'At least 10 characters. Several random words make a good password.',
  submit: 'Set up the school',
  waiting: {
    title: 'This server has no school yet',
    text: 'To create one, open the setup link that the server printed when it started. A link works for 30 minutes, and every restart prints a new one.',
    again: 'If the school has not been set up yet, restart the server: it prints a new link.',
  },
  /** A setup link is opened, and there is a school. */
  done: {
    text: 'This server already has a school, and a setup link creates only the first one. Nothing was changed.',
    owner: 'If the school is yours, sign in. If you were invited as its owner, open the link in the invitation first.',
    more: 'Another school',
    command: 'The people who run this service create further schools with this command:',
  },
  problems: {
    required: 'Please fill in this field.',
    too_short: 'This is too short.',
    too_long: 'This is too long.',
    invalid: 'Please check the format.',
    taken: 'This is already in use. Please choose another.',
    too_common: 'This password is common and easy to guess. Please choose another.',
  },
};
