/** The start page. */
export const home = {
  title: 'Your school’s apps, one sign-in',
  lead: 'Sign in to your school, and decide what each app may see and do there.',
  visitor: 'For members and staff',
  visitorText:
    'Sign in to see which apps are connected to your account and to remove their access. To use an app, open the app itself: it brings you here when you need to sign in.',
  signIn: 'Sign in',
  signedIn: 'You’re signed in',
  goOn: 'Where do you want to go?',
  admin: (school: string) => `${school}: school admin`,
  signOut: 'Sign out',
  developer: 'Are you building an app?',
  developerText:
    'OAuth 2.0 with PKCE and OpenID Connect. Set this address as the issuer in your client; the documents below cover the rest.',
  issuer: 'Issuer',
  documents: 'Documents',
  docs: 'Documentation',
  walkthrough: 'Get and use a token, step by step',
  tryIt: 'Try it from a checkout of Schoolgate',
  toYourSchool: 'Sign in to your school',
};
