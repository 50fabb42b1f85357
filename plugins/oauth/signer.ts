/** Creates, encrypts, publishes and rotates ES256 keys, and signs ID tokens with them. */
import { createPrivateKey, generateKeyPairSync, hash, type KeyObject, sign as signBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createLocalJWKSet, type JSONWebKeySet, type JWK, errors as joseErrors, jwtVerify } from 'jose';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { IdTokenClaims } from '../../schema/oauth/claims.ts';
import type { StoredKey } from '../../schema/oauth/signing-key.ts';
import { offer } from '../offer.ts';
import { deriveKey, seal, unseal } from '../sealing.ts';

export interface Signer {
  /** Returns a compact ES256 JWT with the key id in its header (RFC 7515 §3.1). */
  signIdToken(claims: IdTokenClaims): Promise<string>;
  /** Returns the keys that sign now or will sign soon, and those whose signatures may still be verified (RFC 7517). */
  jwks(): Promise<JSONWebKeySet>;
  /**
   * Returns the person and the client of an ID token of this server, even an expired one; `undefined` if it is not one
   * of ours.
   */
  readHint(idToken: string): Promise<{ sub: string; aud: string } | undefined>;
  /** Publishes a new key. It signs when every client's copy of the key set contains it, or at once. */
  rotate(now: boolean): Promise<{ kid: string; signsFrom: number }>;
  /** Removes keys that no valid signature needs any more. */
  removeRetired(): Promise<void>;
}

declare module './stores.ts' {
  interface OAuth {
    readonly signer: Signer;
  }
}

const DAY = 86_400_000;
/** A new key of another node is found within this time. Keys are published a day before they sign. */
const RELOAD_MS = 30_000;

interface LoadedKey {
  stored: StoredKey;
  privateKey: KeyObject;
  /** The encoded protected header with the dot. */
  header: string;
}

export default fp(
  async (app) => {
    const { clock, config } = app;
    const ring = await openKeyRing(app);

    const jwks = async (): Promise<JSONWebKeySet> => ({ keys: (await ring.published()).map(publicJwk) });

    offer(app.oauth, 'signer', {
      jwks,

      async signIdToken(claims) {
        const { privateKey, header } = await ring.signingKey();
        const input = header + encode(claims);
        // With the option dsaEncoding, signing takes twice as long in this version of Node, so the DER signature is
        // converted here.
        const signature = derToRaw(signBytes('sha256', Buffer.from(input), privateKey));
        return `${input}.${signature.toString('base64url')}`;
      },

      async readHint(idToken) {
        try {
          const { payload } = await jwtVerify(idToken, createLocalJWKSet(await jwks()), {
            issuer: config.baseUrl,
            algorithms: ['ES256'],
            // OpenID Connect Core §3.1.2.1: a hint may have expired.
            clockTolerance: 400 * 86_400,
          });
          const { sub, aud } = payload;
          return typeof sub === 'string' && typeof aud === 'string' ? { sub, aud } : undefined;
        } catch (error) {
          if (error instanceof joseErrors.JOSEError || error instanceof TypeError) return undefined;
          throw error;
        }
      },

      async rotate(now) {
        const { kid, signsFrom } = await ring.add(now ? clock() : clock() + DAY);
        return { kid, signsFrom };
      },

      removeRetired: ring.removeRetired,
    } satisfies Signer);
  },
  { name: 'signer', dependencies: ['stores'] },
);

interface KeyRing {
  signingKey(): Promise<LoadedKey>;
  /** Returns the published keys in the order in which they sign. */
  published(): Promise<StoredKey[]>;
  add(signsFrom: number): Promise<StoredKey>;
  removeRetired(): Promise<void>;
}

/** Loads and decrypts the keys from the database. The first start creates the first key. */
async function openKeyRing({ clock, config, log, oauth: { keys } }: FastifyInstance): Promise<KeyRing> {
  const sealingKey = deriveKey(config.masterKey, 'signing keys');
  /** Clients keep an ID token until it expires, and may cache the key set for a day longer. */
  const keepAfterRetirement = config.lifetimes.idToken + DAY;
  let ring: LoadedKey[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;

  await reload();
  if (ring.length === 0) {
    const first = makeKey(sealingKey, clock(), clock());
    const made = await keys.addFirst(first, eventOf(first));
    await reload();
    if (made) log.info({ kid: first.kid }, 'created the first signing key');
  }
  return { signingKey, published, add, removeRetired };

  async function reload(): Promise<void> {
    const known = new Map(ring.map((key) => [key.stored.kid, key]));
    ring = (await keys.list()).map((stored) => known.get(stored.kid) ?? openKey(sealingKey, stored));
    loadedAt = performance.now();
  }

  async function signingKey(): Promise<LoadedKey> {
    if (performance.now() - loadedAt > RELOAD_MS) await reload();
    const now = clock();
    const key = ring.findLast(({ stored }) => stored.signsFrom <= now) ?? ring[0];
    if (key === undefined) throw new Error('there is no signing key');
    return key;
  }

  async function published(): Promise<StoredKey[]> {
    const all = await keys.list();
    return all.filter((_, index) => retiredAt(all, index) + keepAfterRetirement > clock());
  }

  async function add(signsFrom: number): Promise<StoredKey> {
    const key = makeKey(sealingKey, clock(), signsFrom);
    await keys.add(key, eventOf(key));
    await reload();
    return key;
  }

  async function removeRetired(): Promise<void> {
    const all = await keys.list();
    for (const [index, key] of all.entries()) {
      if (retiredAt(all, index) + keepAfterRetirement <= clock()) await keys.remove(key.kid);
    }
  }

  function eventOf({ kid }: StoredKey): AuditEvent {
    return { event: 'key_rotated', at: clock(), target: kid };
  }
}

/** A key is retired when its successor starts to sign. */
const retiredAt = (all: readonly StoredKey[], index: number): number =>
  all[index + 1]?.signsFrom ?? Number.POSITIVE_INFINITY;

const publicJwk = ({ kid, publicX, publicY }: StoredKey): JWK => ({
  kty: 'EC',
  crv: 'P-256',
  x: publicX,
  y: publicY,
  kid,
  use: 'sig',
  alg: 'ES256',
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function makeKey(sealingKey: KeyObject, createdAt: number, signsFrom: number): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined) throw new TypeError('a P-256 key has two coordinates');
  // RFC 7638 §3: the key id is the thumbprint.
  const kid = hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');
  const sealedPrivateKey = seal(sealingKey, privateKey.export({ format: 'der', type: 'pkcs8' }));
  return { kid, sealedPrivateKey, publicX: x, publicY: y, createdAt, signsFrom };
}

const openKey = (sealingKey: KeyObject, stored: StoredKey): LoadedKey => ({
  stored,
  privateKey: openPrivateKey(sealingKey, stored),
  header: `${encode({ alg: 'ES256', kid: stored.kid, typ: 'JWT' })}.`,
});

function openPrivateKey(sealingKey: KeyObject, stored: StoredKey): KeyObject {
  try {
    return createPrivateKey({ key: unseal(sealingKey, stored.sealedPrivateKey), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    // The server must not create a new key silently, because clients would reject its signatures.
    throw new Error('The signing keys in this database were encrypted with another MASTER_KEY', { cause });
  }
}

/** Converts a DER signature. RFC 7518 §3.4: the signature of a JWT consists of r and s with 32 bytes each. */
export function derToRaw(der: Buffer): Buffer {
  const raw = Buffer.alloc(64);
  let at = 3;
  for (const end of [32, 64]) {
    let length = der[at] ?? 0;
    at += 1;
    const next = at + length + 1;
    if (length > 32) {
      at += length - 32;
      length = 32;
    }
    der.copy(raw, end - length, at, at + length);
    at = next;
  }
  return raw;
}
