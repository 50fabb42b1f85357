const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'one second' : `${Math.ceil(seconds)} seconds`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'one minute' : `${count} minutes`;
};

export const signIn = {
  title: 'Sign in',
  at: (school: string) => `Sign in to ${school}`,
  sentBy: (app: string) => `${app} sent you here to sign in. Your password stays here: the app never sees it.`,
  alone: 'Use the e-mail address your school knows you by.',
  submit: 'Sign in',
  wrongCredentials: 'This e-mail address and password do not go together. Check both and try again.',
  throttled:
    'There were too many attempts to sign in. Nothing is wrong with your account; please wait a little before the next try.',
  throttledFor: (seconds: number) =>
    `There were too many attempts to sign in. Nothing is wrong with your account; please try again in ${minutes(seconds)}.`,
  newBrowserThrottled: (seconds: number, recovers: boolean) =>
    `Wrong passwords were entered for this e-mail address very often, so sign-in from new browsers has to wait. Please try again in ${minutes(seconds)}. A passkey, or a browser in which you have signed in before, lets you in at once${recovers ? ', and so does setting a new password (“Forgot your password?”)' : ''}.`,
  busy: 'Very many people are signing in at this moment, and your turn did not come. Please try again in a few seconds.',
  reauthenticate: 'To go on, please show once more that it is you. You stay in the same account.',
};
