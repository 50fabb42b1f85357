/** D1: the same Idempotency-Key does the same thing once, and gets the same answer for a day. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation, Operator } from '../../schema/operation.ts';
import { ProblemError } from '../../schema/problem.ts';
import type { Answer } from './answer.ts';

const KEY_LIFETIME = 86_400_000;
/** Longer than any request takes: a key that a stopped process held is free again after this. */
const CLAIM_LIFETIME = 120_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** @param work does what the request asks for */
export async function once(
  { clock, idempotencyKeys }: FastifyInstance,
  { name }: Operation,
  { siteId, clientId, personId, now }: Operator,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return work();
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new ProblemError('invalid-input', 'Idempotency-Key must be 1 to 255 printable characters');
  }
  const id = sha256(JSON.stringify([siteId, clientId, personId, key]));
  const requestHash = sha256(JSON.stringify([name, request.url, request.body ?? null]));
  const earlier = await idempotencyKeys.claim(id, requestHash, { now, until: now + CLAIM_LIFETIME });
  if (earlier === undefined) {
    const answer = await work().catch(async (error: unknown) => {
      await idempotencyKeys.release(id);
      throw error;
    });
    await idempotencyKeys.keep(id, answer, clock() + KEY_LIFETIME);
    return answer;
  }
  if (earlier.requestHash !== requestHash) {
    throw new ProblemError('idempotency-mismatch', 'this Idempotency-Key was used for another request');
  }
  if (earlier.answer === undefined) {
    throw new ProblemError('conflict', 'the request with this Idempotency-Key is still being worked on');
  }
  return { ...earlier.answer, headers: { ...earlier.answer.headers, 'idempotent-replayed': 'true' } };
}
