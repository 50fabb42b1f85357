/** A device that makes passkeys, in a few lines: attestation `none`, a key of P-256. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const CBOR_TEXT = 0x60;
const text = (value: string): Buffer => Buffer.concat([Buffer.from([CBOR_TEXT + value.length]), Buffer.from(value)]);
const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** WebAuthn §6.5.1: of somebody who is present and verified. */
function authenticatorData(rpId: string, id: Buffer): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const hash = createHash('sha256').update(rpId).digest();
  return Buffer.concat([hash, Buffer.from([0x45]), uint(0, 4), Buffer.alloc(16), uint(id.length, 2), id, key]);
}

/** What a browser answers to a question for a new passkey, or to a challenge alone. */
export function attest(challenge: string, origin: string, transports: readonly string[] = ['internal']): string {
  const id = randomBytes(16);
  const data = authenticatorData(new URL(origin).hostname, id);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]);
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin }));
  const encoded = id.toString('base64url');
  return JSON.stringify({
    id: encoded,
    rawId: encoded,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      attestationObject: attestation.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      transports,
    },
  });
}

export const challengeOf = (question: string): string => (JSON.parse(question) as { challenge: string }).challenge;
