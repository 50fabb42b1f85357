/** What is fuzzed: one parser or check of the product, and what must hold of it whatever it is given. */

export interface Target {
  name: string;
  /** The modules whose code the search tries to reach, as parts of their paths. */
  code: readonly string[];
  /** What the parser looks for: words, signs and values at its limits. */
  words: readonly string[];
  /** Inputs to begin with. */
  examples: readonly string[];
  /** @throws {Error} if something does not hold */
  run(input: string): void | Promise<void>;
}

/** Separates the parts of an input, for what takes several. A sign that can be seen, because a corpus is text. */
export const PART = '␞';

export const parts = (input: string): string[] => input.split(PART);

/** @throws {Error} that says what does not hold */
export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Parses JSON. What is none is nothing for a parser of values. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a parser says that refuses by throwing. @throws whatever else it throws */
export function unlessRefused<Result>(
  refusal: abstract new (...args: never[]) => Error,
  parse: () => Result,
): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof refusal) return undefined;
    throw error;
  }
}
