/**
 * The master key and, while it is being replaced, the one before. Everything that the server encrypts or derives goes
 * through this ring. The previous key only decrypts: nothing new is sealed or authenticated with it.
 */
import { hkdfSync, type KeyObject } from 'node:crypto';
import fp from 'fastify-plugin';
import { deriveKey, seal, unseal } from './sealing.ts';

export interface KeyRing {
  /** Identifies the current master key without revealing it. */
  readonly version: string;
  /** The versions of the current master key and, if there is one, of the previous key. */
  readonly versions: readonly string[];
  /** Encrypts a value for one purpose under the current key. */
  seal(purpose: string, plain: Buffer): Buffer;
  /**
   * Decrypts a value that the current or the previous key encrypted for the purpose.
   * @throws {Error} if neither did, or the bytes were changed
   */
  open(purpose: string, sealed: Buffer): Buffer;
  /** Returns whether the current or the previous key decrypts all these values. */
  opensAll(purpose: string, sealed: readonly Buffer[]): boolean;
  /** Returns whether a value is encrypted under the current key. */
  isCurrent(purpose: string, sealed: Buffer): boolean;
  /**
   * Derives a key for one purpose.
   * @param version of the master key; default: the current one
   * @throws {RangeError} if the ring has no such version
   */
  derive(purpose: string, version?: string): KeyObject;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly keyRing: KeyRing;
  }
}

const versionOf = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'schoolgate version of the master key', 6)).toString('base64url');

export default fp(
  async (app) => {
    app.decorate('keyRing', makeKeyRing(app.config.masterKey, app.config.previousMasterKey));
  },
  { name: 'key-ring', dependencies: ['config'] },
);

/** @param previous the key before `current`, which decrypts only */
export function makeKeyRing(current: Buffer, previous: Buffer | undefined): KeyRing {
  const masterKeys = [current, ...(previous === undefined ? [] : [previous])];
  const versions = new Map(masterKeys.map((masterKey) => [versionOf(masterKey), masterKey]));
  const openWith = (masterKey: Buffer, purpose: string, sealed: Buffer): Buffer | undefined => {
    try {
      return unseal(deriveKey(masterKey, purpose), sealed);
    } catch {
      return undefined;
    }
  };
  const openWithAny = (purpose: string, sealed: Buffer): Buffer | undefined => {
    for (const masterKey of masterKeys) {
      const opened = openWith(masterKey, purpose, sealed);
      if (opened !== undefined) return opened;
    }
    return undefined;
  };
  return {
    version: versionOf(current),

    versions: [...versions.keys()],

    seal: (purpose, plain) => seal(deriveKey(current, purpose), plain),

    open(purpose, sealed) {
      const opened = openWithAny(purpose, sealed);
      if (opened === undefined) {
        throw new Error(`neither MASTER_KEY nor MASTER_KEY_PREVIOUS decrypts this value (${purpose})`);
      }
      return opened;
    },

    opensAll: (purpose, sealed) => sealed.every((one) => openWithAny(purpose, one) !== undefined),

    isCurrent: (purpose, sealed) => openWith(current, purpose, sealed) !== undefined,

    derive(purpose, version = versionOf(current)) {
      const masterKey = versions.get(version);
      if (masterKey === undefined) throw new RangeError(`no master key of version ${version}`);
      return deriveKey(masterKey, purpose);
    },
  };
}

/** Returns whether a master key decrypts what was encrypted for a purpose. */
export const isKeyOf = (masterKey: Buffer, purpose: string, sealed: Buffer): boolean =>
  makeKeyRing(masterKey, undefined).opensAll(purpose, [sealed]);
