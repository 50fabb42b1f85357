/** Passwords: choosing one, and the page where people change theirs. */
export const password = {
  title: 'Password and passkeys',
  lead: 'How you sign in.',
  change: 'Change your password',
  current: 'Current password',
  new: 'New password',
  hint: '10 to 128 characters. Several random words make a good password.',
  submit: 'Change password',
  others: 'This signs you out of all other browsers. Connected apps and passkeys stay: check that you recognise them.',
  done: 'Password changed. All other browsers are signed out.',
  forgot: 'Forgot your password?',
  problems: {
    unchanged: 'This is already your password. Choose another one, or keep using it.',
    required: 'Please fill in this field.',
    too_short: 'Too short: use at least 10 characters.',
    too_long: 'Too long: use at most 128 characters.',
    too_common: 'This password, or one like it, is common and easy to guess. Please choose another.',
    too_close: 'This is mostly your name, address or school, so it’s easy to guess. Please choose another.',
  },
};
