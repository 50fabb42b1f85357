import { timeSpan } from '../../kit/text/en/time-span.ts';

export const signIn = {
  title: 'Sign in',
  at: (school: string) => `Sign in to ${school}`,
  sentBy: (app: string) => `${app} sent you here to sign in. The app never sees your password.`,
  alone: 'Use the e-mail address your school has for you.',
  submit: 'Sign in',
  noRecovery: 'Forgotten your password? This server sends no e-mail. Ask the people who run your school.',
  howElse: 'Do you run the school or the server? What to do',
  wrongCredentials: 'Wrong e-mail address or password.',
  stale:
    'You aren’t signed in: this page was out of date, or cookies are turned off in this browser. Turn cookies on if they are off, and send the form again.',
  throttled: 'Too many sign-in attempts. Your account is fine; please wait a little and try again.',
  throttledFor: (seconds: number) =>
    `Too many sign-in attempts. Your account is fine; please try again in ${timeSpan(seconds)}.`,
  newBrowserThrottled: (seconds: number, recovers: boolean) =>
    `Wrong passwords were entered many times for this e-mail address, so new browsers have to wait. Please try again in ${timeSpan(seconds)}. You can sign in immediately with a passkey, or in a browser where you’ve signed in before${recovers ? ', or after setting a new password (“Forgot your password?”)' : ''}.`,
  busy: 'Sign-in is very busy. Please try again in a few seconds.',
  reauthenticate: 'Please confirm it’s you to continue.',
  replaces: (name: string) =>
    `This browser is signed in as ${name}. If you sign in with another account, it takes the place of that one.`,
};
