/** What a request says to an operation. */
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../schema/school/problem.ts';

const ENTITY_TAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e]*")*$/;
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;
const VERSION = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

/** An operation is called at its own path, with whatever parameters that has. */
export interface OperationRoute {
  Params: Readonly<Record<string, string>>;
}

/** The path, and the query or the body, as one input. @throws {ProblemError} */
export function inputOf({ rest }: Operation, request: FastifyRequest<OperationRoute>): Record<string, unknown> {
  const { params } = request;
  const sent = rest.method === 'GET' || rest.method === 'DELETE' ? request.query : request.body;
  const given = sent ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ProblemError('invalid-input', 'the request body must be a JSON object');
  }
  // What the path says is not said again: the two could differ.
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(given, name));
  if (repeated.length > 0) {
    const message = 'comes from the path; do not send it again';
    throw invalidInput(repeated.map((path) => ({ path, code: 'unrecognized_keys', message })));
  }
  return { ...given, ...params };
}

/**
 * RFC 9110 §13.1.1: the versions that a write may find. Whether there is any at all (`*`) is asked anyway; what is read
 * is no lost update.
 * @throws {ProblemError} `precondition-failed` where nothing has a version that could be the one
 */
export function versionsAsked(operation: Operation, request: FastifyRequest): { onlyVersions?: readonly number[] } {
  const condition = request.headers['if-match']?.trim();
  if (condition === undefined || condition === '*' || operation.rest.method === 'GET') return {};
  if (!ENTITY_TAGS.test(condition))
    throw new ProblemError('invalid-input', 'If-Match must be * or a list of entity tags');
  if (!operation.isConditional) {
    throw new ProblemError('precondition-failed', 'If-Match does not apply to this request');
  }
  // §8.8.3.2: weak ones never match, nor does what we did not make.
  return { onlyVersions: (condition.match(ENTITY_TAG) ?? []).flatMap(versionOf) };
}

function versionOf(tag: string): number[] {
  const text = VERSION.exec(tag)?.[1] ?? '';
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? [time] : [];
}
