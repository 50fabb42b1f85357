/** The accounts of all people, for those who run the platform. */
export const accounts = {
  lead: 'The accounts of everybody at every school of this platform, for when one is in the wrong hands.',
  search: { label: 'Name or e-mail address', hint: 'A part is enough.', submit: 'Search' },
  empty: 'Nobody found',
  emptyText: 'No account fits. Try a shorter part of the name or of the address.',
  more: (count: number) => `There are more than these ${count}. A longer part of the name or address leaves fewer.`,
  statuses: { active: 'Active', disabled: 'Disabled' },
  none: 'None',
  set: 'Set up',
  notSet: 'Not set up',
  notConfirmed: (email: string) => `${email} (not confirmed)`,
  codesLeft: (count: number) => `recovery codes left: ${count}`,
  facts: {
    id: 'ID',
    email: 'E-mail address',
    status: 'Status',
    password: 'Password',
    app: 'Authenticator app',
    passkeys: 'Passkeys',
  },
  lists: {
    schools: 'Schools',
    browsers: 'Signed-in browsers',
    connections: 'Connected apps',
    former: 'Former e-mail addresses',
    signIns: 'Last sign-ins',
  },
  former: { changed: 'Changed', until: 'Can be restored until' },
  own: 'This is your own account. Ask somebody else who runs the platform for help with it.',
  changed: 'The account has changed meanwhile. Nothing was done; please look again.',
  help: 'Help the owner',
  actions: {
    sendReset: {
      button: 'Send a link to a new password',
      hint: 'The link goes to the e-mail address of the account. You do not see it.',
      title: (name: string) => `Send ${name} a link to a new password?`,
      text: (email: string) =>
        `A message with a link goes to ${email}. It works once and for 30 minutes. Whoever uses it is signed out everywhere else.`,
    },
    signOut: {
      button: 'Sign out of all browsers',
      hint: 'Ends every session. Apps stay connected.',
      title: (name: string) => `Sign ${name} out of all browsers?`,
      text: () =>
        'Whoever uses the account in any browser has to sign in again. Apps stay connected; you can end them as well.',
    },
    endConnections: {
      button: 'End all connections',
      hint: 'Ends every app of this person at every school.',
      title: (name: string) => `End all connections of ${name}?`,
      text: () =>
        'Every app that works for this person stops at once, at every school. They stay signed in, and may allow the apps again.',
    },
    resetSecondFactor: {
      button: 'Reset the second factor',
      hint: 'Removes the authenticator app, the recovery codes and the passkeys at once.',
      title: (name: string) => `Reset the second factor of ${name}?`,
      text: () =>
        'The authenticator app, the recovery codes and the passkeys are removed, and every session ends. From then on the password alone opens the account, so make sure first that you are speaking to its owner.',
    },
    disable: {
      button: 'Disable the account',
      hint: 'Nobody gets in until you enable it. Sessions and connections end.',
      title: (name: string) => `Disable the account of ${name}?`,
      text: () =>
        'Every session and every connection ends at once, at every school, and nobody can sign in until the account is enabled again.',
    },
    enable: {
      button: 'Enable the account',
      hint: 'Allows sign-ins again.',
      title: (name: string) => `Enable the account of ${name}?`,
      text: () => 'Whoever knows the password can sign in again. Sessions and connections that have ended stay ended.',
    },
    export: {
      button: 'Download all data',
      hint: 'One file with all that is stored about the person, for the person.',
      title: (name: string) => `Download the data of ${name}?`,
      text: () =>
        'The file has the account, sign-ins, schools, courses, orders, comments and answers. Passwords and other secrets are not in it. Keep it where nobody else can read it.',
    },
    erase: {
      button: 'Erase the account',
      hint: 'Deletes name, address and all that opens the account. It cannot be undone.',
      title: (name: string) => `Erase the account of ${name}?`,
      text: (email: string) =>
        `The name, the address ${email}, the password, passkeys, sessions and connections are deleted at once, and nobody can undo it. Schools keep their records of orders, courses and registrations under a number. The person gets a last e-mail.`,
    },
    restoreEmail: {
      button: 'Give this address back',
      title: (name: string) => `Give ${name} the former e-mail address back?`,
      text: (email: string) =>
        `The account gets the address ${email} back. Every way into it ends: the password, sessions, connections, and usually passkeys. A link to a new password goes to that address.`,
    },
  },
  done: {
    export: 'The data of the person were downloaded.',
    erase: 'The account is erased.',
    sendReset: 'A message with a link to a new password is on its way.',
    signOut: 'The person is signed out of all browsers.',
    endConnections: 'The connections have ended at every school.',
    resetSecondFactor: 'The second factor is removed. The password alone opens the account now.',
    disable: 'The account is disabled. Its sessions and connections have ended.',
    enable: 'The account is enabled. What had ended stays ended.',
    restoreEmail:
      'The account has its former address back, and every way into it has ended. Unless it is disabled, a link to a new password is on its way there.',
  },
};
