/** The accounts of all people, for those who run the platform. */
export const accounts = {
  lead: 'The accounts of everyone at every school on this platform, for when one has been taken over or someone can’t get in.',
  search: { label: 'Name or e-mail address', hint: 'A part is enough.', submit: 'Search' },
  empty: 'No accounts found',
  emptyText: 'Try a shorter part of the name or address.',
  more: (count: number) => `There are more than these ${count}. Enter more of the name or address to narrow it down.`,
  statuses: { active: 'Active', disabled: 'Disabled', deleted: 'Deleted' },
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
    former: 'Previous e-mail addresses',
    signIns: 'Recent sign-ins',
  },
  former: { changed: 'Changed', until: 'Can be restored until' },
  own: 'This is your own account. Ask someone else who runs the platform for help with it.',
  changed: 'The account has changed in the meantime. Nothing was done; please check again.',
  help: 'Help the account’s owner',
  actions: {
    sendReset: {
      button: 'Send a password reset link',
      hint: 'The link goes to the account’s e-mail address. You don’t see it.',
      title: (name: string) => `Send ${name} a password reset link?`,
      text: (email: string) =>
        `We send an e-mail with a link to ${email}. It works once, for 30 minutes. Anyone who uses it is signed out everywhere else.`,
    },
    signOut: {
      button: 'Sign out of all browsers',
      hint: 'Ends every session. Apps stay connected.',
      title: (name: string) => `Sign ${name} out of all browsers?`,
      text: () =>
        'Anyone using the account in any browser has to sign in again. Apps stay connected; you can end those connections too.',
    },
    endConnections: {
      button: 'End all connections',
      hint: 'Disconnects every app of this person at every school.',
      title: (name: string) => `End all connections of ${name}?`,
      text: () => 'Their apps stop immediately, at every school. They stay signed in and can connect the apps again.',
    },
    resetSecondFactor: {
      button: 'Reset the second factor',
      hint: 'Removes the authenticator app, the recovery codes and the passkeys immediately.',
      title: (name: string) => `Reset the second factor of ${name}?`,
      text: () =>
        'The authenticator app, the recovery codes and the passkeys are removed, and every session ends. The password alone then opens the account, so first make sure that you’re talking to its owner.',
    },
    disable: {
      button: 'Disable the account',
      hint: 'No one can sign in until you enable it. Sessions and connections end.',
      title: (name: string) => `Disable the account of ${name}?`,
      text: () =>
        'Every session and connection ends immediately, at every school, and no one can sign in until the account is enabled again.',
    },
    enable: {
      button: 'Enable the account',
      hint: 'Allows sign-ins again.',
      title: (name: string) => `Enable the account of ${name}?`,
      text: () => 'Anyone who knows the password can sign in again. Ended sessions and connections stay ended.',
    },
    export: {
      button: 'Download all data',
      hint: 'One file with everything stored about the person, to give to them.',
      title: (name: string) => `Download the data of ${name}?`,
      text: () =>
        'The file contains the account, sign-ins, schools, courses, orders, comments and answers, but no passwords or other secrets. Keep it where no one else can read it.',
    },
    erase: {
      button: 'Delete the account',
      hint: 'Deletes the name, address and everything that opens the account. This can’t be undone.',
      title: (name: string) => `Delete the account of ${name}?`,
      text: (email: string) =>
        `The name, the address ${email}, the password, passkeys, sessions and connections are deleted immediately. This can’t be undone. Schools keep their records of orders, courses and registrations under a number.`,
    },
    restoreEmail: {
      button: 'Restore this address',
      title: (name: string) => `Restore the previous e-mail address of ${name}?`,
      text: (email: string) =>
        `The account gets the address ${email} again. Every way into it ends: the password, sessions, connections, and usually passkeys. We send a password reset link to that address.`,
    },
  },
  /** Instead of the button that deletes the account. */
  onlyOwner: (schools: string) => `Can’t be deleted: only owner of ${schools}. Hand the school over first.`,
  /** After an account was deleted, where e-mails are sent. */
  lastEmail: 'The person gets one last e-mail.',
  /** A link to a new password, where no e-mails are sent. */
  resetLink: {
    button: 'Create a password reset link',
    hint: 'This server sends no e-mails, so pass the link on yourself. A previous link stops working.',
    ask: (name: string) => `Create a password reset link for ${name}?`,
    askText: (email: string) =>
      `Whoever uses the link first chooses the password of the account, and ${email} then counts as confirmed. First make sure that you’re talking to its owner. Using the link ends every session of the account.`,
    title: 'Password reset link created',
    label: 'Link',
    text: 'Copy the link now and give it to this person over a secure channel: in person, or in an encrypted message. It works once, for 30 minutes, and isn’t shown again.',
    back: 'Go to the account',
  },
  done: {
    export: 'Data downloaded.',
    erase: 'Account deleted.',
    sendReset: 'We’ve sent an e-mail with a password reset link.',
    signOut: 'Signed out of all browsers.',
    endConnections: 'Connections ended at every school.',
    resetSecondFactor: 'Second factor removed. The password alone now opens the account.',
    disable: 'Account disabled. Its sessions and connections have ended.',
    enable: 'Account enabled. Ended sessions and connections stay ended.',
    restoreEmail:
      'Previous address restored, and every way into the account has ended. Unless the account is disabled, we’ve sent a password reset link to that address.',
  },
};
