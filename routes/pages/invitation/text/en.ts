/** Invitations to schools: by the link of a letter, and in the account. */
export const invitation = {
  title: (school: string) => `${school} invites you`,
  lead: (role: string) => `You’re invited to join as: ${role}.`,
  newAccount: 'Your account',
  newAccountLead: (email: string) => `You will sign in with ${email} and the password you choose here.`,
  name: 'Your name',
  nameHint: 'The school and its members see it.',
  accept: 'Accept the invitation',
  decline: 'Decline',
  hasAccount: 'You already have an account here. Sign in and accept the invitation in your account.',
  signIn: 'Sign in',
  otherAccount: (name: string) =>
    `The invitation is for a different account than the one you’re signed in with (${name}). Sign out, then open the link again.`,
  besideAccount: (name: string) => `You’re signed in as ${name}. This invitation creates another account.`,
  ready: 'You’ve joined the school. Please sign in.',
  declinedTitle: 'You declined the invitation',
  declined: 'The school won’t learn your name. If you change your mind, ask it for a new invitation.',
  open: 'Invitations',
  openLead: 'You join these schools when you accept.',
  done: {
    accepted: 'You’ve joined the school.',
    declined: 'You declined the invitation.',
    gone: 'This invitation is no longer open.',
    unproven: 'Please confirm your e-mail address first, on the page “Profile”.',
    unprovable:
      'Your e-mail address isn’t confirmed, and this server sends no e-mails. Ask the people who run the platform for a link to a new password: using it confirms the address.',
  },
};
