/** Signing in with a device instead of a password. */
export const passkeys = {
  title: 'Passkeys',
  lead: 'A passkey signs you in with your fingerprint, your face or the lock of your device. Nobody can guess it, and it works on this address only.',
  signIn: 'Sign in with a passkey',
  confirm: 'Confirm with a passkey',
  failed: 'The passkey was not used. You can try again, or use your password.',
  wrong: 'This passkey is not known here. You can use another, or your password.',
  none: 'You have no passkey yet',
  noneText: 'Add one on each device that you often sign in with.',
  name: 'Name of this passkey',
  nameHint: 'Such as the device it is on.',
  suggestedName: 'My device',
  add: 'Add a passkey',
  addText:
    'Whoever has a passkey gets into your account with it, also after a new password. So add one only on a device of your own.',
  goOn: 'Go on',
  needsScript: 'Passkeys need a browser that knows them and runs scripts. Your password works everywhere.',
  unavailable: 'Passkeys need an address with a name, such as http://localhost; this one has only numbers.',
  added: (day: string) => `Added on ${day}`,
  used: (day: string) => `last used on ${day}`,
  neverUsed: 'not used yet',
  backedUp: 'also kept by your passkey manager',
  removeTitle: (name: string) => `Remove the passkey “${name}”?`,
  removeText:
    'You will no longer be able to sign in with it. Remove it from the device too, so that it is not offered there any more.',
  remove: 'Remove the passkey',
  notices: {
    added: 'The passkey is added. You can sign in with it from now on.',
    removed: 'The passkey is removed.',
    refused: 'The passkey could not be added. Please try again with another name or device.',
  },
};
