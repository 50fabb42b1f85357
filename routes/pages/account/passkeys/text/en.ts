/** Signing in with a device instead of a password. */
export const passkeys = {
  title: 'Passkeys',
  lead: 'A passkey signs you in with your fingerprint, your face or your device’s screen lock. It can’t be guessed, and it works only on this site.',
  signIn: 'Sign in with a passkey',
  confirm: 'Confirm with a passkey',
  failed: 'The passkey wasn’t used. Try again, or use your password.',
  wrong: 'We don’t know this passkey. Use another one, or your password.',
  none: 'No passkeys yet',
  noneText: 'Add one on each device you often sign in with.',
  name: 'Passkey name',
  nameHint: 'For example, the device it’s on.',
  suggestedName: 'My device',
  add: 'Add a passkey',
  addText:
    'Anyone who can unlock this device can sign in as you, even after a password change. Add passkeys only on your own devices.',
  goOn: 'Continue',
  needsScript: 'Passkeys need a browser that supports them, with JavaScript turned on. Your password works everywhere.',
  unavailable:
    'Passkeys don’t work while the address of this site is an IP address. Whoever runs it can give it a host name.',
  byCommand:
    'On this computer, stop the server and start it again with this command. Put its other settings, such as DATA_DIR, in front:',
  added: (day: string) => `Added on ${day}`,
  used: (day: string) => `last used on ${day}`,
  neverUsed: 'not used yet',
  backedUp: 'also saved in your passkey manager',
  removeTitle: (name: string) => `Remove the passkey “${name}”?`,
  removeText:
    'You will no longer be able to sign in with it. Remove it from the device too, so that the device stops offering it.',
  remove: 'Remove passkey',
  notices: {
    added: 'Passkey added. You can now sign in with it.',
    removed: 'Passkey removed.',
    refused: 'The passkey couldn’t be added. Please try again with another name or device.',
  },
};
