/** E-mails about the reset of a second factor: to the person, and to the owner who ordered it. */
export const resets = {
  second_factor_reset: {
    subject: 'Your second factor is about to be reset',
    before: ({ school, from, until }: { school: string; from: string; until: string }) =>
      `An owner of ${school} wants to reset the second factor of your account, as someone who has lost it would ask them to. A sign-in with your password between ${from} and ${until} will remove it. If you didn’t ask for this, stop it with this link:`,
    after:
      'If you asked for it, sign in with your password within that time, and don’t use your authenticator app or a passkey before: that cancels the reset. Later, you would have to ask the school again.',
  },
  second_factor_reset_withdrawn: {
    subject: 'Your second factor will not be reset',
    before: (school: string, at: string) =>
      `${school} withdrew the reset of your second factor on ${at}. Nothing has changed: you sign in with it as before.`,
    after:
      'If you asked for the reset because you have lost your second factor, ask the school again. Everything that happened to your account is here:',
  },
  second_factor_kept: {
    subject: (person: string) => `${person} kept their second factor`,
    before: {
      used: (person: string, school: string, at: string) =>
        `${person} used their second factor on ${at}. That cancelled the reset that you ordered at ${school}.`,
      kept: (person: string, school: string, at: string) =>
        `${person} kept their second factor on ${at}. That cancelled the reset that you ordered at ${school}.`,
    },
    after:
      'They sign in with it as before. If they have lost it all the same, ask them in person or by phone, and order another reset on their page:',
  },
};
