/** Two-factor sign-in: the app that shows codes, recovery codes, and what a school demands. */
export const secondFactor = {
  title: 'Two-factor sign-in',
  lead: 'After your password, you enter a code from an app on your phone. No one can then sign in with your password alone.',
  on: (day: string) => `On since ${day}`,
  left: (count: number) => (count === 1 ? 'one recovery code left' : `${count} recovery codes left`),
  off: 'Off',
  offText: 'You need an authenticator app. Many phones and password managers have one built in.',
  demanded: 'Your role at your school requires two factors. Set this up, or sign in with a passkey.',
  setUp: 'Set up two-factor sign-in',
  setUpText: 'You’ll scan a picture with your authenticator app and enter the code it shows.',
  /** On the way to the pages of the people who run the platform. */
  requiredHere: 'This page requires two-factor sign-in',
  requiredTitle: 'Your school requires two-factor sign-in',
  required: 'Everyone with your role needs a second factor besides the password to continue. It takes a minute.',
  withPasskey: 'With a passkey',
  withPasskeyText: 'Sign in with the fingerprint, face or PIN of your device. A passkey alone counts as two factors.',
  withApp: 'With an authenticator app',
  scan: 'Scan this picture with your authenticator app.',
  picture: 'QR code for the authenticator app',
  key: 'Or type this key into the app',
  enter: 'Then enter the code the app shows.',
  confirm: 'Turn on',
  wrongNewCode: 'Wrong code. Check that your phone’s date and time are right, and try again.',
  code: 'Code from your authenticator app',
  codeHint: 'Six digits. Each code works once; the app shows a new one every 30 seconds.',
  codeOrRecovery: 'Code from your authenticator app, or a recovery code',
  submit: 'Continue',
  stepTitle: 'Two-factor sign-in',
  stepText: (email: string) => `The password of ${email} is right. One more step to go.`,
  passkeyNeeded: 'Your role at your school requires two factors. Please confirm with one of your passkeys.',
  noCode: 'Don’t have the app at hand?',
  recoveryCode: 'Recovery code',
  recoveryText: 'Enter one of the recovery codes you saved when you turned this on.',
  lost: 'If you’ve lost everything, an owner of your school or the operator of this service can reset your second factor.',
  cancel: 'Sign in another way',
  wrongCode: 'Wrong or already used code. Please wait for the next one.',
  wrongRecoveryCode: 'This recovery code is wrong or was already used. Check your typing, or use another one.',
  codesEnded: (recovers: boolean) =>
    `Wrong codes were entered too many times, so codes are only accepted in browsers where you’ve signed in before. Please use a recovery code, a passkey or such a browser${recovers ? ', or sign in after setting a new password (“Forgot your password?”)' : ''}. Someone else may know your password: change it once you’re in.`,
  wrongPasskey: 'We don’t know this passkey. Please use another.',
  expired: 'This sign-in has expired. Please start again.',
  codesTitle: 'Save your recovery codes',
  codesText:
    'If you lose your phone, each of these codes lets you sign in once. You won’t see them again: print them, or save them in your password manager.',
  codesKept: 'I’ve saved them',
  newCodes: 'Create new recovery codes',
  newCodesText: 'Your current recovery codes stop working.',
  turnOff: 'Turn off two-factor sign-in',
  turnOffText: 'Your password alone then opens your account. Your recovery codes stop working.',
  turnOffDemanded: 'Your school requires two factors: you’ll have to set it up again before you can manage the school.',
  notices: {
    removed: 'Two-factor sign-in is off.',
    stale: 'Nothing was changed, because your sign-in has changed in the meantime. Please try again.',
  },
  reset: {
    hint: 'For someone who has lost the authenticator app, the recovery codes and all passkeys.',
    link: 'Reset the second factor',
    title: (name: string) => `Reset the second factor of ${name}?`,
    text: (name: string) =>
      `Do this only if ${name} has asked you and you’re sure it was really ${name}: call, or meet in person. When ${name} then signs in with the password, between 24 hours and 8 days from now, the authenticator app, the recovery codes and all passkeys stop working, and the password alone opens the account. Otherwise nothing changes.`,
    canCancel: (name: string) =>
      `Before that, ${name} can cancel it with a link in an e-mail, on the account page after signing in, or by using the authenticator app or a passkey.`,
    cannotCancel: (name: string) =>
      `This server sends no e-mails: ${name} sees it on the account page after signing in, and can cancel it there before that.`,
    submit: 'Order the reset',
    told: 'The person has been told by e-mail.',
    tellYourself: 'This server sends no e-mails: tell the person yourself.',
    refused:
      'You can’t reset this second factor. You can reset only someone else’s, if they have one and run no other school. The operator of this service can help.',
    cancelTitle: 'Keep your second factor?',
    cancelText: 'Someone at your school wants to reset your account’s second factor. You can stop this.',
    cancel: 'Keep my second factor',
    cancelled: 'Your second factor stays as it is.',
    cancelledText: 'If you didn’t ask for the reset, choose a new password: someone may know yours.',
    ordered: ({ school, from, until }: { school: string; from: string; until: string }) =>
      `${school} ordered a reset of your second factor. A sign-in with your password between ${from} and ${until} removes it, unless you keep it.`,
    due: ({ school, until }: { school: string; until: string }) =>
      `${school} ordered a reset of your second factor. The next sign-in with your password until ${until} removes it, unless you keep it.`,
    orderedFor: ({ person, from, until }: { person: string; from: string; until: string }) =>
      `A reset is ordered. A sign-in with the password between ${from} and ${until} removes the second factor, unless ${person} keeps it. After that the reset lapses.`,
    dueFor: ({ person, until }: { person: string; until: string }) =>
      `A reset is ordered. The next sign-in with the password removes the second factor, unless ${person} keeps it. Without a sign-in until ${until}, the reset lapses.`,
    already:
      'A reset of this second factor is already ordered. Nothing was changed: the times that were set first still apply.',
    withdraw: 'Withdraw the reset',
    withdrawn: 'The reset is withdrawn: the second factor stays as it is.',
    withdrawnText: 'The person reads this in their account activity.',
    gone: 'No reset ordered by this school is pending: it was withdrawn, cancelled by the person, or has happened. Nothing was changed.',
    /** In the audit log. */
    carriedOut: ({ who }: { who: string }) =>
      `The reset of ${who}’s second factor took effect when ${who} signed in with the password.`,
    endedByUse: ({ who }: { who: string }) => `${who} used the second factor, which cancelled the reset of it.`,
    withdrawnBy: ({ who, target }: { who: string; target: string }) =>
      `${who} withdrew the reset of the second factor of ${target}.`,
  },
  demand: {
    title: 'Two-factor sign-in',
    lead: 'Who has to sign in with two factors to manage this school, on these pages or through an app.',
    platform: (level: string) => `The platform requires it for: ${level}.`,
    levels: {
      off: 'no one',
      admins: 'owners and administrators',
      staff: 'owners, administrators and staff',
      instructors: 'owners, administrators, staff and instructors',
    },
    change: 'Save',
    label: 'This school requires it for',
    changeTitle: 'Who needs two factors?',
    changeText:
      'It applies immediately: anyone without a second factor sets one up at their next visit, and apps that were connected without one have to be connected again.',
    save: 'Save',
    done: 'Saved.',
  },
};
