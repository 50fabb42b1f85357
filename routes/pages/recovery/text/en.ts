/** Getting back in without the password, and proving that an address is one's own. */
export const recovery = {
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter the e-mail address you sign in with. If it has an account, we’ll send a link for choosing a new password.',
    submit: 'Send the link',
    invalid: 'This does not look like an e-mail address.',
    throttled: 'Too many links were requested from your network. Please wait an hour and try again.',
    stale:
      'Nothing was sent: this page was out of date, or cookies are turned off in this browser. Please send the form again.',
  },
  sent: {
    title: 'Check your inbox',
    received: 'Request received',
    text: (email: string) =>
      `If there is an account with the address ${email}, an e-mail with a link is on its way. The link works once, for 30 minutes.`,
    nothing:
      'Nothing there? Check your spam folder and the address. We send only a few e-mails an hour. If none comes, ask the people who run your school.',
    files:
      'This server writes e-mails to files instead of sending them. Whoever runs it finds the folder in the output of its start.',
    back: 'Back to sign-in',
  },
  noEmail: {
    title: 'This server sends no e-mail',
    text: 'So it can’t send a link for a new password. Ask an owner or administrator of your school.',
    support: 'Support page of your school:',
    school: 'If you run the school',
    schoolText: 'A school can’t make the link: ask the people who run the server.',
    server: 'If you run the server',
    accounts: 'Make the link on the page of the account, if PLATFORM_OPERATORS names you:',
    command: 'Or make it with this command and the settings of the server (DATA_DIR, BASE_URL, SMTP_URL):',
  },
  reset: {
    title: 'Choose a new password',
    lead: (email: string) => `For the account with the address ${email}. You will be signed out everywhere.`,
    someoneElse: 'Someone else may have got into my account',
    endsAccess:
      'All apps are then disconnected and all passkeys removed, because theirs would still open your account. You can add your own again. If you’ve only forgotten your password, leave this unticked.',
    endsApps:
      'All apps are then disconnected, because theirs would still have access. You can connect your own again. If you’ve only forgotten your password, leave this unticked.',
    submit: 'Set new password',
    done: 'Password changed. You’re signed out everywhere. If you came from an app, go back to it and sign in there with the new password; otherwise sign in here.',
  },
  confirm: {
    title: 'Confirm your address',
    lead: (email: string) => `Press the button if ${email} is your address and you asked for this.`,
    submit: 'Yes, this is my address',
    account: (name: string, email: string) => `It’s for the account of ${name}, whose current address is ${email}.`,
    sameAccount: (name: string) => `It’s the address of the account of ${name}, and stays so.`,
    otherTitle: 'This link is for another account',
    other: (name: string) =>
      `You’re signed in as ${name}, but this link was requested in another account. Nothing was changed. If the other account is yours too, sign out, then open the link again.`,
    doneTitle: 'Your address is confirmed',
    done: (email: string) => `You now sign in with ${email}.`,
    doneSame: (email: string) => `You go on signing in with ${email}.`,
    takenTitle: 'This address can’t be used',
    taken: 'Another account has it, or had it until a few days ago. Nothing was changed.',
    toAccount: 'Go to your account',
  },
  restore: {
    title: 'Change your e-mail address back?',
    lead: (email: string) =>
      `Your account gets the address ${email} again. Press the button if you didn’t want it changed.`,
    submit: 'Change the address back',
    doneTitle: 'Your address was changed back',
  },
  notMe: {
    title: 'Wasn’t this you?',
    lead: (email: string) =>
      `This is about the account with the address ${email}. Press the button if someone else did what the e-mail says.`,
    ifYou: 'If it was you, close this page: nothing has changed yet.',
    submit: 'It wasn’t me',
    doneTitle: 'Everyone is signed out of your account',
  },
  secured: {
    effects:
      'Everyone is signed out of the account, all apps are disconnected, and the password and all passkeys stop working, except a second factor that is more than seven days old.',
    linkFollows: 'We then e-mail you a link for choosing a new password.',
    noLink:
      'This server no longer sends e-mails: then ask the people who run it for a link for choosing a new password.',
    next: (email: string) =>
      `We’ve sent an e-mail with a link to ${email}. Use it to choose a new password. The link works once, for 30 minutes; you can request another on the sign-in page.`,
  },
  gone: {
    title: 'This link no longer works',
    text: 'It was used, replaced by a newer one, or has expired. Nothing was changed.',
    again: 'Request a new link',
    invitation:
      'If you have a newer link from the school, open that one. Otherwise ask the school for a new invitation. If you have joined already, sign in. While a school is closed, its invitations don’t work.',
    email: 'Whether your address is confirmed is on the page “Profile”. You can request a new link there.',
  },
};
