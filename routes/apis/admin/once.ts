/** Idempotency keys: requests with the same key are carried out once, and receive the same response for a day. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLAIM_LIFETIME } from '../../../schema/audit/audit-event.ts';
import type { Operation, Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface Work {
  /** Carries out the request. */
  carryOut(operator: Operator): Promise<Answer>;
  /** Builds the current response for an object; `undefined` if the object cannot be read. */
  find(id: string): Promise<Answer | undefined>;
}

export async function once(
  { audit: { idempotencyKeys, keptAnswers } }: FastifyInstance,
  { name }: Operation,
  operator: Operator,
  request: FastifyRequest,
  { carryOut, find }: Work,
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return carryOut(operator);
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new ProblemError('invalid-input', 'Idempotency-Key must be 1 to 255 printable characters');
  }
  const { siteId, clientId, personId, now } = operator;
  const id = sha256(JSON.stringify([siteId, clientId, personId, key]));
  const requestHash = sha256(JSON.stringify([name, request.url, request.body ?? null]));
  const until = now + CLAIM_LIFETIME;
  const earlier = await idempotencyKeys.claim(id, requestHash, { now, until });
  if (earlier === undefined) {
    const answer = await carryOut({ ...operator, idempotencyKeys: [id] }).catch(async (error: unknown) => {
      await idempotencyKeys.release(id, until);
      throw error;
    });
    await keptAnswers.keep(id, answer);
    return answer;
  }
  if (earlier.requestHash !== requestHash) {
    throw new ProblemError('idempotency-mismatch', 'this Idempotency-Key was used for a different request');
  }
  const { answer: kept } = earlier;
  const answer =
    kept === undefined
      ? await recalled(earlier.done, find)
      : { ...kept, body: keptAnswers.open(kept.body, 'the request with this Idempotency-Key has been processed') };
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
}

/**
 * Rebuilds the response of a request whose response was not stored.
 * @param done the object that the request changed, as in `course/crs_1`; `undefined` if nothing has been changed yet
 */
async function recalled(done: string | undefined, find: Work['find']): Promise<Answer> {
  if (done === undefined) {
    throw new ProblemError('conflict', 'the request with this Idempotency-Key is still being processed');
  }
  const answer = await find(done.slice(done.indexOf('/') + 1)).catch((error: unknown) => {
    if (error instanceof ProblemError && error.type === 'not-found') return undefined;
    throw error;
  });
  if (answer !== undefined) return answer;
  throw new ProblemError(
    'conflict',
    `the request with this Idempotency-Key has been processed (${done}), but its response is no longer available`,
  );
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
