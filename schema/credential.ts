/** Generates, parses, hashes and compares secrets. Raw and hashed secrets have different types. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

declare const hashed: unique symbol;

/** SHA-256 hash of a secret: the only form that a store accepts. */
export type CredentialHash = Buffer & { readonly [hashed]: true };

/** What works only once, such as the answer to a challenge or a proof. It is remembered across all nodes until it expires. */
export interface SpentChallenge {
  hash: CredentialHash;
  expiresAt: number;
}

const SECRET_BYTES = 32;
/** As base64url. */
const SECRET_LENGTH = 43;
const POOL_BYTES = 4096;

let pool = Buffer.alloc(0);
let used = 0;

/**
 * Returns random bytes from a pool that is filled in large reads. Each byte is returned once, and its position is then
 * wiped.
 */
export function pooledRandomBytes(size: number): Buffer {
  if (used + size > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  const slice = pool.subarray(used, used + size);
  used += size;
  const bytes = Buffer.from(slice);
  slice.fill(0);
  return bytes;
}

/** RFC 6749 §10.10: 256 random bits, well beyond the required guessing probability of 2^-160. */
export const randomSecret = (): string => pooledRandomBytes(SECRET_BYTES).toString('base64url');

const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Returns whether a text has the form of such a secret. */
export const isSecret = (text: string): boolean => SECRET_SHAPE.test(text);

/** Hashes through a string, which takes half the time of the buffer that Node would create. */
export const hashCredential = (secret: string): CredentialHash =>
  Buffer.from(hash('sha256', secret, 'binary'), 'binary') as CredentialHash;

/** Compares in constant time. */
export const sameHash = (a: CredentialHash, b: CredentialHash): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** The prefixes keep one kind of credential from being looked up as another, and let leak scanners recognise them. */
const PREFIX = {
  authorization_code: 'ac',
  access_token: 'at',
  refresh_token: 'rt',
} as const;

export type SplitCredentialKind = keyof typeof PREFIX;

/**
 * A credential `<prefix>_<id>.<secret>`. The id is the integer key of its row, and the hash of the secret proves it.
 * The id alone gives no access.
 */
export interface SplitCredential {
  value: string;
  id: number;
  hash: CredentialHash;
}

/** @param secret if it is not a random one: 256 bits that nobody else can compute, as base64url */
export function makeSplitCredential(kind: SplitCredentialKind, id: number, secret = randomSecret()): SplitCredential {
  return { value: `${PREFIX[kind]}_${id}.${secret}`, id, hash: hashCredential(secret) };
}

export interface PresentedCredential {
  id: number;
  hash: CredentialHash;
}

const SHAPE = /^([a-z]{2})_([1-9][0-9]{0,14})\.([A-Za-z0-9_-]{43})$/;

/** Parses a presented credential of one kind. Returns `undefined` for anything else. */
export function parseSplitCredential(kind: SplitCredentialKind, value: string): PresentedCredential | undefined {
  const match = SHAPE.exec(value);
  if (match === null) return undefined;
  const [, prefix, id, secret] = match;
  if (prefix !== PREFIX[kind] || id === undefined || secret === undefined) return undefined;
  return { id: Number(id), hash: hashCredential(secret) };
}

/**
 * Tells how long the secret of a presented credential is, and how long it has to be. It has no length if it does not begin
 * like one of its kind.
 */
export function formOfCredential(
  kind: SplitCredentialKind,
  value: string,
): { length: number | undefined; expected: number } {
  const [, prefix, secret] = /^([a-z]+)_[1-9][0-9]{0,14}\.(.*)$/s.exec(value) ?? [];
  return { length: prefix === PREFIX[kind] ? secret?.length : undefined, expected: SECRET_LENGTH };
}

/** Returns a random token for a link sent by e-mail. */
export const makeMailLinkToken = (): string => `ml_${randomSecret()}`;

/** Returns a random token for a link by which an application is handed over. */
export const makeHandoverToken = (): string => `hl_${randomSecret()}`;

export const makeClientSecret = (): string => `cs_${randomSecret()}`;

/** Returns an opaque identifier of 128 random bits, with a prefix for its kind (`usr_…`, `c_…`). */
export const makeIdentifier = (prefix: string): string => `${prefix}_${randomBytes(16).toString('base64url')}`;
