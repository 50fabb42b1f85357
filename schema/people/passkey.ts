/** Passkeys: public keys whose private key stays on a device of the person (WebAuthn). Times are milliseconds. */
import { readableLine } from '../text/readable.ts';

export interface Passkey {
  /** Credential id, base64url. */
  id: string;
  personId: string;
  name: string;
  /** COSE key. */
  publicKey: Buffer;
  /** Signature counter, if the authenticator has one. */
  counter: number;
  transports: readonly string[];
  /** True if the passkey is backed up outside the device. */
  isBackedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

export const MAX_PASSKEYS = 20;
const MAX_NAME = 60;

/** Cleans a name for a passkey. Returns `undefined` if it is not usable. */
export const passkeyName = (text: string): string | undefined => readableLine(MAX_NAME, 1).safeParse(text).data;
