/**
 * When something has ended, as far as can be known from outside. A request and its answer are two moments, and what it
 * does happens at some moment between them. So what was asked for may have happened since the request, and has happened
 * only once the answer is there.
 */
import type { Operation } from '../scheduler.ts';

/** Something that ends a life. Both are decisions of the scheduler; `ended` is infinite without an answer. */
export interface End {
  readonly began: number;
  ended: number;
}

/** When what lives was made. */
export type Birth = Pick<Operation, 'began' | 'ended'>;

export class Life {
  readonly #ends: End[] = [];
  readonly #returns: End[] = [];

  /** Something that may end it has been asked for. */
  ending(began: number): End {
    const end = { began, ended: Number.POSITIVE_INFINITY };
    this.#ends.push(end);
    return end;
  }

  /** Something that allows new lives again, though it revives none, has been asked for. */
  returning(began: number): End {
    const one = { began, ended: Number.POSITIVE_INFINITY };
    this.#returns.push(one);
    return one;
  }

  /** Whether what was born then had ended for certain by that decision. */
  hasEnded(born: Birth, by: number): boolean {
    return this.#ends.some(
      (end) =>
        end.ended <= by &&
        born.began < end.ended &&
        (born.ended <= end.began || !this.#returns.some((one) => one.began < born.ended && one.ended > end.began)),
    );
  }

  /** The same for what can be made while it ends, such as a consent: only what was there before has ended for certain. */
  hasEndedWhatWas(born: Birth, by: number): boolean {
    return this.#ends.some((end) => end.ended <= by && born.ended <= end.began);
  }

  /** Whether what was born then can have ended by that decision. */
  mayHaveEnded(born: Birth, by: number): boolean {
    return this.#ends.some((end) => end.began <= by && end.ended >= born.began);
  }

  /** Whether nothing new can be born in a request: it has ended before, and nobody has asked for its return. */
  isOver(request: Birth): boolean {
    return this.#ends.some(
      (end) =>
        end.ended <= request.began && !this.#returns.some((one) => one.began < request.ended && one.ended > end.began),
    );
  }
}
