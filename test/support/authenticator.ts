/** A device that makes passkeys and signs with them, in a few lines: attestation `none`, a key of P-256. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const CBOR_TEXT = 0x60;
const text = (value: string): Buffer => Buffer.concat([Buffer.from([CBOR_TEXT + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), uint(value.length, 2), value]);
const uint = (value: number, size: number): Buffer => {
  const buffer = Buffer.alloc(size);
  buffer.writeUIntBE(value, 0, size);
  return buffer;
};
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_BACKED_UP = 0x08;
const IS_BACKED_UP = 0x10;
const WITH_KEY = 0x40;

/** What a device says with its answer: whether it knew the person, and how many signatures it has counted. */
export interface Gesture {
  isVerified?: boolean;
  /** Whether the passkey may be copied to other devices. */
  mayBeBackedUp?: boolean;
  isBackedUp?: boolean;
  counter?: number;
}

export interface DevicePasskey {
  /** What a browser answers to a question for a new passkey. */
  attest(challenge: string, gesture?: Gesture & { transports?: readonly string[] }): string;
  /** What it answers to the question of a sign-in. */
  assert(challenge: string, gesture?: Gesture): string;
}

export function devicePasskey(origin: string, idBytes = 16): DevicePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const id = randomBytes(idBytes);
  const encoded = id.toString('base64url');

  /** Authenticator data [WebAuthn §6.1]. */
  const dataOf = (gesture: Gesture, ...credential: Buffer[]): Buffer => {
    const { isVerified = true, mayBeBackedUp = false, isBackedUp = false, counter = 0 } = gesture;
    const backup = (mayBeBackedUp ? MAY_BE_BACKED_UP : 0) + (isBackedUp ? IS_BACKED_UP : 0);
    const flags = PRESENT + (isVerified ? VERIFIED : 0) + backup + (credential.length > 0 ? WITH_KEY : 0);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), uint(counter, 4), ...credential]);
  };
  const answer = (response: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ id: encoded, rawId: encoded, type: 'public-key', clientExtensionResults: {}, response });
  const clientOf = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }));

  return {
    attest(challenge, { transports = ['internal'], ...gesture } = {}) {
      const data = dataOf(gesture, Buffer.alloc(16), uint(id.length, 2), id, key);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ]);
      return answer({
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: clientOf('create', challenge).toString('base64url'),
        transports,
      });
    },
    assert(challenge, gesture = {}) {
      const [data, client] = [dataOf(gesture), clientOf('get', challenge)];
      return answer({
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}

/** What a browser answers to a question for a new passkey, from a device of its own each time. */
export const attest = (challenge: string, origin: string, transports?: readonly string[]): string =>
  devicePasskey(origin).attest(challenge, transports === undefined ? {} : { transports });

export const challengeOf = (question: string): string => (JSON.parse(question) as { challenge: string }).challenge;
