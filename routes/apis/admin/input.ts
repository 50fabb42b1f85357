/** Reads the input of an operation from a request. */
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../schema/school/problem.ts';

const ENTITY_TAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e]*")*$/;
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;
const VERSION = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

/** The path parameters depend on the operation. */
export interface OperationRoute {
  Params: Readonly<Record<string, string>>;
}

/** Combines the path parameters with the query or the body. @throws {ProblemError} */
export function inputOf({ rest }: Operation, request: FastifyRequest<OperationRoute>): Record<string, unknown> {
  const { params } = request;
  const sent = rest.method === 'GET' || rest.method === 'DELETE' ? request.query : request.body;
  const given = sent ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ProblemError('invalid-input', 'the request body must be a JSON object');
  }
  // A path parameter must not be repeated elsewhere, because the two values could differ.
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(given, name));
  if (repeated.length > 0) {
    const message = 'comes from the path; do not send it again';
    throw invalidInput(repeated.map((path) => ({ path, code: 'unrecognized_keys', message })));
  }
  return { ...given, ...params };
}

/**
 * Parses If-Match (RFC 9110 §13.1.1) into the versions that a write may change. `*` needs no check, because every write
 * requires that the object exists. The header is ignored for reads.
 * @throws {ProblemError} `precondition-failed` if the operation does not support versions
 */
export function requestedVersions(operation: Operation, request: FastifyRequest): { onlyVersions?: readonly number[] } {
  const condition = request.headers['if-match']?.trim();
  if (condition === undefined || condition === '*' || operation.rest.method === 'GET') return {};
  if (!ENTITY_TAGS.test(condition))
    throw new ProblemError('invalid-input', 'If-Match must be * or a list of entity tags');
  if (!operation.isConditional) {
    throw new ProblemError('precondition-failed', 'If-Match does not apply to this request');
  }
  // RFC 9110 §13.1.1: weak tags never match, and neither do tags that this server did not create.
  return { onlyVersions: (condition.match(ENTITY_TAG) ?? []).flatMap(versionOf) };
}

function versionOf(tag: string): number[] {
  const text = VERSION.exec(tag)?.[1] ?? '';
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? [time] : [];
}
