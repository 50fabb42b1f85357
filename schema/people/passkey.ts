/** Passkeys: public keys whose private half stays on a person's device (WebAuthn). Times are milliseconds. */

export interface Passkey {
  /** The credential id, base64url. */
  id: string;
  personId: string;
  name: string;
  /** COSE. */
  publicKey: Buffer;
  /** How often it signed, where the device counts. */
  counter: number;
  transports: readonly string[];
  /** Kept by a service beyond the device as well. */
  isBackedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

export const MAX_PASSKEYS = 20;
const MAX_NAME = 60;

/** What a person calls a passkey, fit to be kept; `undefined` when it cannot be. */
export const passkeyName = (given: string): string | undefined => {
  const name = given.normalize('NFC').trim();
  return name === '' || name.length > MAX_NAME || /\p{C}/u.test(name) ? undefined : name;
};
