/** Where chance in the tests begins: anew in each run, and again from the same place when `TEST_SEED` is set. */
import { createHash, randomInt } from 'node:crypto';
import type { Test } from 'tap';

const { TEST_SEED: given } = process.env;
if (given !== undefined && !/^\d{1,15}$/.test(given)) throw new Error(`TEST_SEED must be a number, not ${given}`);
export const runSeed = Number(given ?? randomInt(2 ** 31));

/** For a log: what makes this run happen again. */
export const REPEATED_BY = `TEST_SEED=${runSeed}`;

/** A seed that hangs on the run and on the name alone, so that generators of other names see other things. */
export const seedFor = (name: string): number =>
  createHash('sha256').update(`${runSeed} ${name}`).digest().readUInt32BE() >>> 1;

const told = new WeakSet<Test>();

/** The seed of a test, or of a generator by its name. A comment tells it, which the runner repeats with each failure. */
export function seedOf(t: Test, name = t.name): number {
  if (!told.has(t)) t.comment(REPEATED_BY);
  told.add(t);
  return seedFor(name);
}

/** mulberry32. @returns from 0 up to 1 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
