/** Passwords: choosing one, and the page where people change theirs. */
export const password = {
  title: 'Password and passkeys',
  lead: 'How you prove that it is you.',
  change: 'Change your password',
  current: 'Current password',
  new: 'New password',
  hint: 'From 10 to 128 characters. A few words that belong together only for you make a good one.',
  submit: 'Change the password',
  others:
    'Every other browser where you are signed in is signed out. Connected apps stay connected, and the passkeys below stay, too: look whether all of them are yours.',
  done: 'Your password is changed, and every other browser is signed out.',
  forgot: 'Forgot your password?',
  problems: {
    required: 'Please fill this in.',
    too_short: 'This is too short: at least 10 characters, please.',
    too_long: 'This is too long: at most 128 characters, please.',
    too_common: 'Many people use this password, or one like it, so it is easy to guess. Please choose another.',
    too_close: 'Your name, address or school is nearly all of this, so it is easy to guess. Please choose another.',
  },
};
