/** Mutants that no test can kill, because nobody could tell them from the product; each group with the reason. */

export interface Equivalents {
  file: string;
  /** One sentence. */
  why: string;
  /** The line on which it begins, what is replaced, and by what; as `npm run mutation` prints them. */
  mutants: readonly (readonly [source: string, from: string, to: string])[];
}

export const EQUIVALENT: readonly Equivalents[] = [];
