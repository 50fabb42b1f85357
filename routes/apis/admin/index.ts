/** The admin API: serves every operation of the registry as REST under `/api/v1`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY, MAX_VALUES, REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { type Operation, type Operator, takesLongText } from '../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../schema/school/problem.ts';
import { conditionOf } from '../../cached-document.ts';
import { acceptJson } from '../../json-body.ts';
import { type Answer, once, type Work } from './once.ts';

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

export default async function adminApi(app: FastifyInstance): Promise<void> {
  const { clock, originOf, volumeLimit } = app;
  const { bearer } = app.oauth;
  const { catalogue, runOperation, sharedLimits } = app.school;
  const limit = volumeLimit(REQUESTS_PER_MINUTE.admin, 60_000);

  acceptJson(app, JSON_TYPES, MAX_VALUES.known, { mayBeEmpty: true });
  for (const operation of catalogue) serve(operation);

  function serve(operation: Operation): void {
    const { method, path } = operation.rest;
    const location = locationOf(operation, catalogue);
    const getter = getterOf(operation, catalogue);
    const answer = (output: unknown): Answer => answerOf(operation, output, location);
    const operators = new WeakMap<FastifyRequest, Operator>();
    app.route<OperationRoute>({
      method,
      url: PREFIX + path,
      bodyLimit: takesLongText(operation.input) ? MAX_BODY.longText : MAX_BODY.operation,
      config: { crossOrigin: 'resource' },
      // The token is checked before the body is read, so that unauthorized callers cannot make the server read a body.
      onRequest: async (request, reply) => {
        const { token, scopes } = await bearer.require(request, { scope: operation.scope });
        const { grantId, siteId, personId, clientId, role } = token.grant;
        limit.take(String(grantId), reply);
        sharedLimits.takeOfPerson(token.grant, reply);
        sharedLimits.takeOperation(token.grant, reply);
        await app.people.noteVisit(personId, siteId);
        operators.set(request, {
          siteId,
          personId,
          clientId,
          grantId,
          role,
          scopes,
          now: clock(),
          requestId: request.id,
          ...originOf(request),
        });
      },
      handler: async (request, reply) => {
        const guarded = operators.get(request);
        if (guarded === undefined) throw new Error('the onRequest hook did not run');
        const operator = { ...guarded, ...requestedVersions(operation, request) };
        const work: Work = {
          carryOut: async (by) => answer(await runOperation(operation, by, inputOf(operation, request))),
          find: async (id) => {
            // Nothing is found of what was deleted.
            if (operation.rest.status === 204) return answer(undefined);
            return getter === undefined ? undefined : answer(await runOperation(getter, operator, { id }));
          },
        };
        if (method !== 'GET') return sendAnswer(reply, await once(app, operation, operator, request, work));
        return sendRead(request, reply, await work.carryOut(operator));
      },
    });
  }
}

const sendAnswer = (reply: FastifyReply, { status, headers, body }: Answer): FastifyReply =>
  reply.code(status).headers(headers).send(body);

/** RFC 9110 §13.2.1. @throws {ProblemError} `precondition-failed` */
function sendRead(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { etag } = answer.headers;
  const condition = etag === undefined ? undefined : conditionOf(request, etag);
  if (condition === 412) throw new ProblemError('precondition-failed', 'the version is not one that If-Match names');
  if (condition === 304) return reply.code(304).headers({ 'cache-control': 'no-store', etag }).send();
  return sendAnswer(reply, answer);
}

const ENTITY_TAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e]*")*$/;
const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;
const VERSION = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"$/;

/** The path parameters depend on the operation. */
interface OperationRoute {
  Params: Readonly<Record<string, string>>;
}

/** Combines the path parameters with the query or the body. @throws {ProblemError} */
export function inputOf({ rest }: Operation, request: FastifyRequest<OperationRoute>): Record<string, unknown> {
  const { params } = request;
  const sent = rest.method === 'GET' || rest.method === 'DELETE' ? request.query : request.body;
  const fields = sent ?? {};
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    throw new ProblemError('invalid-input', 'the request body must be a JSON object');
  }
  // A path parameter must not be repeated elsewhere, because the two values could differ.
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(fields, name));
  if (repeated.length > 0) {
    const message = 'comes from the path; do not send it again';
    throw invalidInput(repeated.map((path) => ({ path, code: 'unrecognized_keys', message })));
  }
  return { ...fields, ...params };
}

/**
 * Parses If-Match (RFC 9110 §13.1.1) into the versions that a write may change. `*` needs no check, because every write
 * requires that the object exists. For reads, see `conditionOf`.
 * @throws {ProblemError} `precondition-failed` if the operation does not support versions
 */
function requestedVersions(operation: Operation, request: FastifyRequest): { onlyVersions?: readonly number[] } {
  if (operation.rest.method === 'GET') return {};
  // RFC 9110 §13.1.2: what is changed exists.
  if (request.headers['if-none-match'] !== undefined) {
    throw new ProblemError('precondition-failed', 'If-None-Match does not apply to this request');
  }
  const condition = request.headers['if-match']?.trim();
  if (condition === undefined || condition === '*') return {};
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

export const PREFIX = '/api/v1';

const property = (output: unknown, name: string): unknown =>
  typeof output === 'object' && output !== null ? Reflect.get(output, name) : undefined;

/**
 * Builds the response for the output of an operation.
 * @param location path of a single object with `:id`, for the Location header; `undefined` if there is no such path
 */
export function answerOf({ rest }: Operation, output: unknown, location: string | undefined): Answer {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (rest.status === 204) return { status: 204, headers, body: '' };
  headers['content-type'] = 'application/json; charset=utf-8';
  const [id, version] = [property(output, 'id'), property(output, 'updatedAt')];
  if (typeof version === 'string') headers.etag = `"${version}"`;
  if (rest.status === 201 && location !== undefined && typeof id === 'string') {
    headers.location = PREFIX + location.replace(':id', encodeURIComponent(id));
  }
  return { status: rest.status, headers, body: JSON.stringify(output) };
}

/** Returns the path at which a created object can be read: `/courses/:id` for `POST /courses`. */
function locationOf({ rest }: Operation, operations: readonly Operation[]): string | undefined {
  const collection = rest.path.split('/').at(-1);
  return operations.find((other) => other.rest.method === 'GET' && other.rest.path === `/${collection}/:id`)?.rest.path;
}

/**
 * Returns the operation that reads, by its id, the same type of object that this operation returns, if there is one.
 */
export const getterOf = ({ output }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find(
    ({ rest, ...other }) => rest.method === 'GET' && rest.path.endsWith('/:id') && other.output === output,
  );
