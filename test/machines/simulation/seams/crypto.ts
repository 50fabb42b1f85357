/** `node:crypto` with chance that comes from the seed, and hashes of passwords that are computed at once. */
import { type Argon2Algorithm, type Argon2Parameters, argon2Sync } from 'node:crypto';
import { current } from './hooks.ts';

export * from 'node:crypto';

export const randomBytes = (size: number): Buffer => current().randomBytes(size);

export function randomInt(least: number, below?: number): number {
  const [from, to] = below === undefined ? [0, least] : [least, below];
  return from + (current().randomBytes(6).readUIntBE(0, 6) % (to - from));
}

/** In a thread of its own, it would be done at a moment that no seed decides. */
export function argon2(
  algorithm: Argon2Algorithm,
  parameters: Argon2Parameters,
  done: (error: Error | null, tag: Buffer) => void,
): void {
  const tag = argon2Sync(algorithm, parameters);
  queueMicrotask(() => done(null, tag));
}
