/** Secrets: how they are made, told apart, hashed and compared. Raw and hashed are different types. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

declare const hashed: unique symbol;

/** SHA-256 of a secret: the only form a store accepts. */
export type CredentialHash = Buffer & { readonly [hashed]: true };

const SECRET_BYTES = 32;
const POOL_BYTES = 4096;

let pool = Buffer.alloc(0);
let used = 0;

/** Random bytes, of which the system is asked for many at a time; each is handed out once, and its place is wiped. */
export function pooledRandomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  const place = pool.subarray(used, used + size);
  used += size;
  const bytes = Buffer.from(place);
  place.fill(0);
  return bytes;
}

/** RFC 6749 §10.10: 256 random bits, far below the guessing bound of 2^-160. */
export const randomSecret = (): string => pooledRandomBytes(SECRET_BYTES).toString('base64url');

/** By way of a string: that is half the price of the buffer that Node itself would make. */
export const hashCredential = (secret: string): CredentialHash =>
  Buffer.from(hash('sha256', secret, 'binary'), 'binary') as CredentialHash;

/** Compares in constant time. */
export const sameHash = (a: CredentialHash, b: CredentialHash): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** One kind of credential can never be looked up as another, and leak scanners know them by their prefix. */
const PREFIX = {
  authorization_code: 'ac',
  access_token: 'at',
  refresh_token: 'rt',
} as const;

export type SplitCredentialKind = keyof typeof PREFIX;

/**
 * `<prefix>_<id>.<secret>`: found by its row's integer key, proven by the hash of the secret.
 * Nothing follows from knowing the id.
 */
export interface SplitCredential {
  value: string;
  id: number;
  hash: CredentialHash;
}

export function makeSplitCredential(kind: SplitCredentialKind, id: number): SplitCredential {
  const secret = randomSecret();
  return { value: `${PREFIX[kind]}_${id}.${secret}`, id, hash: hashCredential(secret) };
}

export interface PresentedCredential {
  id: number;
  hash: CredentialHash;
}

const SHAPE = /^([a-z]{2})_([1-9][0-9]{0,14})\.([A-Za-z0-9_-]{43})$/;

/** Reads a presented credential of one kind; anything else is `undefined`. */
export function parseSplitCredential(kind: SplitCredentialKind, value: string): PresentedCredential | undefined {
  const match = SHAPE.exec(value);
  if (match === null) return undefined;
  const [, prefix, id, secret] = match;
  if (prefix !== PREFIX[kind] || id === undefined || secret === undefined) return undefined;
  return { id: Number(id), hash: hashCredential(secret) };
}

/** What a link sent by mail carries. */
export const makeMailLinkToken = (): string => `ml_${randomSecret()}`;

export const makeClientSecret = (): string => `cs_${randomSecret()}`;

/** An opaque identifier with a prefix that tells its kind (`usr_…`, `c_…`); 128 random bits. */
export const makeIdentifier = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`;
