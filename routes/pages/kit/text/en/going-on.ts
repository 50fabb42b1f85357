/** The pages from which a browser goes on to an app. */
export const goingOn = {
  approved: {
    title: 'You are on your way back',
    text: (app: string) => `Access is allowed. You are being taken back to ${app}.`,
  },
  denied: {
    title: 'You did not allow access',
    text: (app: string) => `Nothing was shared. You are being taken back to ${app}.`,
  },
  error: {
    title: 'This did not work',
    text: (app: string) => `Nothing was shared. You are being taken back to ${app}, which will say what went wrong.`,
  },
  signed_out: {
    title: 'You are signed out',
    text: (app: string) => `You are signed out of Schoolgate in this browser. You are being taken back to ${app}.`,
  },
  link: (app: string) => `Go on to ${app}`,
  hint: 'If nothing happens within a few seconds, use the button. You can close this page once the app has opened.',
};
