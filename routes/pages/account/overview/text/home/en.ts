/** The first page of the own account. */
export const accountHome = {
  lead: 'Your apps, your schools, and what happened to your account.',
  setUp: {
    title: 'To set up',
    email: 'Confirm your e-mail address',
    emailText: 'So that only you can get back into your account.',
    factor: 'Add a passkey or an authenticator app',
    factorText: 'Then no one can sign in with your password alone.',
    anyFactorText:
      'A passkey can’t be guessed or phished. Two-factor sign-in makes sure that your password alone isn’t enough.',
  },
  apps: {
    title: 'Your apps',
    none: 'No app is connected to your account.',
    offered: (school: string) => `${school} offers AI assistants to its members.`,
    at: (school: string, scopes: number) =>
      scopes === 1 ? `at ${school}, 1 permission` : `at ${school}, ${scopes} permissions`,
    lastUsed: 'Last used',
    all: 'See what they may do, or disconnect them',
  },
  latest: {
    title: 'Recent activity',
    all: 'See everything that happened',
  },
};
