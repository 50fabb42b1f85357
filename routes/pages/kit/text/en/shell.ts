import { timeSpan } from './time-span.ts';

/** What stands around the pages of people who are signed in, and what several of them say. */
export const shell = {
  areas: {
    account: 'Your account',
    admin: 'School admin',
    platform: 'Platform',
  },
  skip: 'Skip to content',
  schools: 'Your schools',
  signOut: 'Sign out',
  signedInAs: (name: string) => `Signed in as ${name}`,
  back: 'Back',
  cancel: 'Cancel',
  save: 'Save',
  remove: 'Remove',
  never: 'never',
  none: 'None',
  copy: 'Copy',
  copied: 'Copied',
  next: 'Next page',
  first: 'First page',
  required: 'Please fill in this field.',
  tooLong: 'This is too long.',
  invalid: 'Please check the format.',
  summary: 'Please fix the following:',
  confirm: {
    password: 'Confirm your password',
    passwordHint: 'We ask before sensitive changes.',
    wrong_code: 'Wrong or already used code. Nothing was changed; wait for the next one, or use another recovery code.',
    codes_ended:
      'Wrong codes were entered too many times, so no codes are accepted here. Nothing was changed; use a passkey or a recovery code.',
    needs_passkey: 'This needs two factors: use your passkey, or sign in with it again first.',
    wrong: 'Wrong password. Nothing was changed.',
    throttled: (seconds: number) => `Too many attempts. Nothing was changed; please try again in ${timeSpan(seconds)}.`,
  },
};
