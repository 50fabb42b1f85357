/** Invitations to schools: by the link of a letter, and in the account. */
export const invitation = {
  title: (school: string) => `${school} invites you`,
  lead: (role: string) => `You get a place there as: ${role}.`,
  newAccount: 'Your account',
  newAccountLead: (email: string) => `You will sign in with ${email} and the password you choose here.`,
  name: 'Your name',
  nameHint: 'As the school and its members will see it.',
  accept: 'Accept the invitation',
  decline: 'Decline',
  hasAccount: 'You have an account here already. Sign in, and accept the invitation in your account.',
  signIn: 'Sign in',
  otherAccount: (name: string) =>
    `The invitation is for another account than the one you are signed in with (${name}). Sign out, then open the link of the letter again.`,
  ready: 'Your account is ready, and the place is yours. Please sign in.',
  declinedTitle: 'You declined the invitation',
  declined: 'The school does not learn your name. If you change your mind, ask it for a new invitation.',
  open: 'Invitations',
  openLead: 'You belong to these schools only once you accept.',
  done: {
    accepted: 'You belong to the school now.',
    declined: 'You declined the invitation.',
    gone: 'This invitation is not open any more.',
    unproven: 'Please confirm your e-mail address first, on the page “Profile”.',
  },
};
