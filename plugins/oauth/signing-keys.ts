/**
 * Loads and decrypts the signing keys from the database. Every node keeps a copy, so that the key set is answered while
 * the database is slow or unavailable.
 */
import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { makeIdentifier } from '../../schema/credential.ts';
import type { StoredKey } from '../../schema/oauth/signing-key.ts';
import { isKeyOf, type KeyRing } from '../keys/key-ring.ts';
import { aboutLocalKey } from '../settings/master-key.ts';

const DAY = 86_400_000;
const ROTATE_AFTER = 90 * DAY;
const ROTATION = { lease: 'signing_key_rotation', ms: 60_000 } as const;
/** The purpose for which the private keys are encrypted. */
const SIGNING_KEYS = 'signing keys';
const OTHER_KEY =
  'The signing keys in this database were encrypted with another MASTER_KEY. Set MASTER_KEY_FILE to the key of this database, or MASTER_KEY_PREVIOUS_FILE to it after a replacement; if it is lost, see docs/run/runbook.md#lost-master-key';
/** A node notices within this time that another one added or revoked a key. */
const RELOAD_MS = 2000;
/** If the database takes longer than this, the key set is answered as it was read last. */
const FRESH_WITHIN_MS = 100;

interface LoadedKey {
  stored: StoredKey;
  privateKey: KeyObject;
  /** The encoded protected header with the dot. */
  header: string;
}

export interface SigningKeys {
  /** Returns the key that signs now. */
  current(): Promise<LoadedKey>;
  /** Returns the published keys in the order in which they sign. */
  published(): Promise<StoredKey[]>;
  add(signsFrom: number): Promise<StoredKey>;
  /** @returns false if there is no such key */
  revoke(kid: string): Promise<boolean>;
  removeRetired(): Promise<void>;
  /** Publishes the successor of a key that has signed for 90 days. One node does it. */
  rotateWhenDue(): Promise<void>;
}

/** Loads the keys. The first start creates the first key. */
export async function openSigningKeys(app: FastifyInstance): Promise<SigningKeys> {
  const { clock, config, keyRing, log } = app;
  const { keys } = app.oauth;
  /** Clients keep an ID token until it expires, and may cache the key set for a day longer. */
  const keepAfterRetirement = config.lifetimes.idToken + DAY;
  let loaded: LoadedKey[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  await reload();
  if (loaded.length === 0) {
    const first = makeKey(keyRing, clock(), clock());
    const made = await keys.addFirst(first, eventOf(first));
    await reload();
    if (made) log.info({ kid: first.kid }, 'created the first signing key');
  }
  return { current, published, add, revoke, removeRetired, rotateWhenDue: rotation(app, add) };

  async function reload(): Promise<void> {
    const startedAt = performance.now();
    const known = new Map(loaded.map((key) => [key.stored.kid, key]));
    const read = (await keys.list()).map((stored) => known.get(stored.kid) ?? openKey(app, stored));
    // A read that started later may have finished earlier.
    if (startedAt < loadedAt) return;
    loaded = read;
    loadedAt = startedAt;
  }

  /** Reads the keys at most once at a time, and keeps those that were read last if that fails. */
  function refresh(): Promise<void> {
    reading ??= reload()
      .catch((error: unknown) => log.warn({ err: error }, 'the signing keys could not be read; the last ones are used'))
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  async function current(): Promise<LoadedKey> {
    if (performance.now() - loadedAt > RELOAD_MS) await reload();
    const now = clock();
    const key = loaded.findLast(({ stored }) => stored.signsFrom <= now) ?? loaded[0];
    if (key === undefined) throw new Error('there is no signing key');
    return key;
  }

  async function published(): Promise<StoredKey[]> {
    await Promise.race([refresh(), sleep(FRESH_WITHIN_MS, undefined, { ref: false })]);
    const all = loaded.map(({ stored }) => stored);
    return all.filter((_, index) => retiredAt(all, index) + keepAfterRetirement > clock());
  }

  async function add(signsFrom: number): Promise<StoredKey> {
    const key = makeKey(keyRing, clock(), signsFrom);
    await keys.add(key, eventOf(key));
    await reload();
    return key;
  }

  async function revoke(kid: string): Promise<boolean> {
    await reload();
    const now = clock();
    const signs = (await current()).stored.kid === kid;
    const successor = signs ? makeKey(keyRing, now, now) : undefined;
    const events = [
      { event: 'key_revoked', at: now, target: kid } as const,
      ...(successor ? [eventOf(successor)] : []),
    ];
    const revoked = await keys.revoke(kid, successor, events);
    await reload();
    return revoked;
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

function rotation({ clock, leases, log, oauth }: FastifyInstance, add: SigningKeys['add']) {
  const node = makeIdentifier('node');
  const isDue = async () => ((await oauth.keys.list()).at(-1)?.signsFrom ?? clock()) + ROTATE_AFTER <= clock();
  return async (): Promise<void> => {
    if (!(await isDue()) || !(await leases.take(ROTATION.lease, node, clock(), ROTATION.ms))) return;
    // Another node may have done it just before.
    if (await isDue()) log.info({ kid: (await add(clock() + DAY)).kid }, 'published the next signing key');
  };
}

/** A key is retired when its successor starts to sign. */
const retiredAt = (all: readonly StoredKey[], index: number): number =>
  all[index + 1]?.signsFrom ?? Number.POSITIVE_INFINITY;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function makeKey(keyRing: KeyRing, createdAt: number, signsFrom: number): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined) throw new TypeError('a P-256 key has two coordinates');
  // RFC 7638 §3: the key id is the thumbprint.
  const kid = hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');
  const sealedPrivateKey = keyRing.seal(SIGNING_KEYS, privateKey.export({ format: 'der', type: 'pkcs8' }));
  return { kid, sealedPrivateKey, publicX: x, publicY: y, createdAt, signsFrom };
}

const openKey = (app: FastifyInstance, stored: StoredKey): LoadedKey => ({
  stored,
  privateKey: openPrivateKey(app, stored),
  header: `${encode({ alg: 'ES256', kid: stored.kid, typ: 'JWT' })}.`,
});

function openPrivateKey({ config, keyRing }: FastifyInstance, stored: StoredKey): KeyObject {
  try {
    return createPrivateKey({ key: keyRing.open(SIGNING_KEYS, stored.sealedPrivateKey), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    // The server must not create a new key silently, because clients would reject its signatures.
    const about = aboutLocalKey(config, (key) => isKeyOf(key, SIGNING_KEYS, stored.sealedPrivateKey));
    throw new Error(`${OTHER_KEY}${about}`, { cause });
  }
}
