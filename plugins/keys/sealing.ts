/**
 * Encrypts secrets that must be readable again, with AES-256-GCM (nonce, tag, ciphertext). Keys are key objects,
 * because Node 24 first throws and catches an error for raw bytes at every use, which triples the cost.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { pooledRandomBytes } from '../../schema/credential.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(key: KeyObject, plain: Buffer): Buffer {
  const nonce = pooledRandomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts a value.
 * @throws {Error} if the key is a different one or the bytes were changed
 */
export function unseal(key: KeyObject, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Derives a key for one purpose from the master key (RFC 5869). */
export const deriveKey = (masterKey: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `schoolgate ${purpose}`, 32)));

/** Derives a key from a credential with 256 random bits. One hash suffices for such an input. */
export const keyFromCredential = (credential: string, purpose: string): KeyObject =>
  createSecretKey(hash('sha256', `${purpose}:${credential}`, 'buffer'));
