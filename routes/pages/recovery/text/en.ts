/** Getting back in without the password, and proving that an address is one's own. */
export const recovery = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter the e-mail address you sign in with. If it has an account, we send a link there with which you choose a new password.',
    submit: 'Send the link',
    invalid: 'This does not look like an e-mail address.',
    throttled: 'Very many links were asked for from here. Please wait an hour before the next try.',
  },
  sent: {
    title: 'Please look into your mailbox',
    text: 'If there is an account with this address, a letter with a link is on its way. The link works once and for 30 minutes.',
    nothing:
      'Nothing there? Look into the spam folder and check the address. A few letters an hour are the most we send.',
    back: 'Back to the sign-in page',
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For the account with the address ${email}. You will be signed out everywhere.`,
    endApps: 'Disconnect all apps, too',
    endAppsHint:
      'Tick this if somebody else may have known your password. Every app then has to ask you for access again.',
    endPasskeys: 'Remove all passkeys, too',
    endPasskeysHint:
      'A passkey that somebody else added would still open your account. You can add yours again afterwards.',
    submit: 'Set the new password',
    done: 'Your new password is set, and you are signed out everywhere. Please sign in with it.',
  },
  confirm: {
    title: 'Confirm your address',
    lead: (email: string) => `Press the button if ${email} is your address and you asked for this.`,
    submit: 'Yes, this is my address',
    account: (name: string, email: string) => `It is for the account of ${name}, whose address so far is ${email}.`,
    otherTitle: 'This link is for another account',
    other: (name: string) =>
      `You are signed in as ${name}, but somebody asked for this link in another account. Nothing was changed. If the other account is yours, too, sign out, then open the link again.`,
    doneTitle: 'Your address is confirmed',
    done: (email: string) => `From now on you sign in with ${email}.`,
    takenTitle: 'This address cannot be used',
    taken: 'Another account has it, or had it until a few days ago. Nothing was changed.',
    toAccount: 'Go to your account',
  },
  restore: {
    title: 'Change your e-mail address back?',
    lead: (email: string) =>
      `Your account gets the address ${email} back. Press the button if you did not want it to be changed.`,
    submit: 'Change the address back',
    doneTitle: 'Your address is back',
  },
  notMe: {
    title: 'Was this not you?',
    lead: (email: string) =>
      `This is about the account with the address ${email}. Press the button if somebody else did what the message tells.`,
    ifYou: 'If it was you, close this page: nothing has happened yet.',
    submit: 'It was not me',
    doneTitle: 'Nobody is signed in to your account any more',
  },
  secured: {
    effects:
      'Everybody is signed out of the account, all apps are disconnected, and the password and all passkeys stop working, except a second factor that is older than seven days. You then get a link by e-mail with which you choose a new password.',
    next: (email: string) =>
      `A message with a link goes to ${email}. With it you choose a new password. The link works once and for 30 minutes; you can ask for another on the sign-in page.`,
  },
  gone: {
    title: 'This link does not work any more',
    text: 'It was used before, replaced by a newer one, or is too old. Nothing was changed.',
    again: 'Ask for a new link',
  },
};
