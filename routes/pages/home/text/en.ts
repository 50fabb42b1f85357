/** The start page. */
export const home = {
  title: 'The door to your school’s apps',
  lead: 'Schoolgate signs you in to your school and lets you decide what an app may see and do there.',
  visitor: 'Do you belong to a school?',
  visitorText:
    'Sign in to see which apps are connected to your account, and to take access back. To use an app, start from the app itself: it brings you here when it is time to sign in.',
  signIn: 'Sign in',
  signedIn: 'You are signed in',
  goOn: 'Where do you want to go?',
  admin: (school: string) => `${school}: school admin`,
  signOut: 'Sign out',
  developer: 'Are you building an app?',
  developerText:
    'OAuth 2.0 with PKCE and OpenID Connect. Give your client this address as its issuer; everything else follows from the documents below.',
  issuer: 'Issuer',
  documents: 'Documents',
  docs: 'Documentation',
  walkthrough: 'Get and use a token, step by step',
  tryIt: 'Try the whole flow, in a copy of Schoolgate',
  connectFirst: 'Sign in and connect your first client',
};
