/** The pages from which a browser goes on to an app. */
export const goingOn = {
  approved: {
    title: 'Access allowed',
    text: (app: string) => `Taking you back to ${app}.`,
  },
  denied: {
    title: 'Access not allowed',
    text: (app: string) => `Nothing was shared. Taking you back to ${app}.`,
  },
  error: {
    title: 'That didn’t work',
    text: (app: string) => `Nothing was shared. Taking you back to ${app}, which will tell you what went wrong.`,
  },
  signed_out: {
    title: 'You’re signed out',
    text: (app: string) => `You’re signed out of Schoolgate in this browser. Taking you back to ${app}.`,
  },
  link: (app: string) => `Continue to ${app}`,
  without: (app: string) => `Go back to ${app} without signing in`,
  hint: 'If nothing happens within a few seconds, use the button. You can close this page once the app is open.',
};
