/** What a request says to an operation. */
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../../schema/operation.ts';
import { invalidInput, ProblemError } from '../../schema/problem.ts';

/** An instant at which nothing was ever changed. */
const NEVER = '0001-01-01T00:00:00Z';
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;
const VERSION = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

/** The path, the query or the body, and `If-Match`, as one input. @throws {ProblemError} */
export function inputOf({ input, rest }: Operation, request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, unknown>;
  const sent = rest.method === 'GET' || rest.method === 'DELETE' ? request.query : request.body;
  const given = sent ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ProblemError('invalid-input', 'send one JSON object');
  }
  // What the path says is not said again: the two could differ.
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(given, name));
  if (repeated.length > 0) {
    const message = 'is said by the path';
    throw invalidInput(repeated.map((path) => ({ path, code: 'unrecognized_keys', message })));
  }
  return { ...given, ...versionAsked(request, 'ifUpdatedAt' in input.shape), ...params };
}

/** RFC 9110 §13.1.1: a condition that is not understood must not be passed over. */
function versionAsked({ headers, method }: FastifyRequest, isKnown: boolean): { ifUpdatedAt?: string } {
  const condition = headers['if-match']?.trim();
  // Whether it is there at all is asked anyway.
  if (condition === undefined || condition === '*' || method === 'GET' || method === 'HEAD') return {};
  if (!isKnown) throw new ProblemError('invalid-input', 'this does not take If-Match');
  if (!ENTITY_TAG.test(condition)) throw new ProblemError('invalid-input', 'If-Match must be * or one entity tag');
  // Weak ones never match, nor does what we did not make.
  const version = VERSION.exec(condition)?.[1];
  return { ifUpdatedAt: version !== undefined && isInstant(version) ? version : NEVER };
}

const isInstant = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
};
