/** Answers of what is carried out once. They are kept for a day, encrypted, because some contain a signed URL or an address. */
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_KEY_LIFETIME } from '../../schema/audit/audit-event.ts';
import { ProblemError } from '../../schema/school/problem.ts';

/** They are encrypted for this purpose. */
const PURPOSE = 'idempotent responses';

type Keys = Pick<FastifyInstance['audit']['idempotencyKeys'], 'keep'>;
type Answer = Parameters<Keys['keep']>[1];

export interface KeptAnswers {
  /** @param id the key, which is claimed */
  keep(id: string, answer: Answer): Promise<void>;
  /**
   * Returns the body of an answer as it was.
   * @param done what was carried out, in words that a sentence begins with
   * @throws {ProblemError} `conflict` if it was encrypted under a master key that has been removed
   */
  open(body: string, done: string): string;
}

export const keptAnswers = (
  keys: Keys,
  { clock, keyRing }: Pick<FastifyInstance, 'clock' | 'keyRing'>,
): KeptAnswers => ({
  keep(id, answer) {
    const body = keyRing.seal(PURPOSE, Buffer.from(answer.body)).toString('base64url');
    return keys.keep(id, { ...answer, body }, clock() + IDEMPOTENCY_KEY_LIFETIME);
  },
  open(body, done) {
    try {
      return keyRing.open(PURPOSE, Buffer.from(body, 'base64url')).toString();
    } catch {
      throw new ProblemError('conflict', goneAnswer(done));
    }
  },
});

/** What callers are told whose answer is gone. */
export const goneAnswer = (done: string): string => `${done}, but its answer is no longer available`;
