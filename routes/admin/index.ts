/** The admin API: every operation of the registry as REST under `/api/v1`. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, Operator } from '../../schema/operation.ts';
import { ProblemError } from '../../schema/problem.ts';
import { problemOf } from './problem.ts';

const PREFIX = '/api/v1';
const MAX_BODY = 1024 * 1024;
const REQUESTS_PER_MINUTE = 300;
const REQUESTS_PER_MINUTE_AND_SITE = 1000;
const KEY_LIFETIME = 86_400_000;
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

export default async function adminApi(app: FastifyInstance): Promise<void> {
  const { bearer, clock, idempotencyKeys, operations, originOf, runOperation, volumeLimit } = app;
  const limit = volumeLimit(REQUESTS_PER_MINUTE, 60_000);
  const siteLimit = volumeLimit(REQUESTS_PER_MINUTE_AND_SITE, 60_000);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(app, error, request, reply);
    return reply.code(problem.status).type('application/problem+json').send(problem);
  });
  for (const operation of operations) serve(operation);

  function serve(operation: Operation): void {
    const { method, path } = operation.rest;
    const asked = new WeakMap<FastifyRequest, Operator>();
    app.route({
      method,
      url: PREFIX + path,
      bodyLimit: MAX_BODY,
      config: { crossOrigin: 'resource' },
      // Before the body is read: who may not ask need not be listened to.
      onRequest: async (request, reply) => {
        const { token } = await bearer.require(request, { scope: operation.scope });
        limit.take(String(token.id), reply);
        siteLimit.take(token.standing.siteId, reply);
        const { siteId, personId, clientId, role } = token.standing;
        asked.set(request, {
          siteId,
          personId,
          clientId,
          role,
          now: clock(),
          requestId: request.id,
          ...originOf(request),
        });
      },
      handler: async (request, reply) => {
        const operator = asked.get(request);
        if (operator === undefined) throw new Error('the guard was not asked');
        return method === 'POST'
          ? once(operation, operator, request, reply)
          : answer(operation, operator, request, reply);
      },
    });
  }

  async function answer(
    operation: Operation,
    operator: Operator,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const output = await runOperation(operation, operator, inputOf(operation, request));
    reply.code(operation.rest.status).header('cache-control', 'no-store');
    if (operation.rest.status === 204) return reply.send();
    if (isVersioned(output)) reply.header('etag', `"${output.updatedAt}"`);
    if (operation.rest.status === 201 && isVersioned(output)) {
      reply.header('location', `${PREFIX}${operation.rest.path}/${output.id}`);
    }
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(output));
  }

  /** D1: the same key does the same thing once, and gets the same answer for a day. */
  async function once(
    operation: Operation,
    operator: Operator,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return answer(operation, operator, request, reply);
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw new ProblemError('invalid-input', 'Idempotency-Key must be 1 to 255 printable characters');
    }
    const id = sha256(JSON.stringify([operator.siteId, operator.clientId, operator.personId, key]));
    const requestHash = sha256(JSON.stringify([operation.name, request.url, request.body ?? null]));
    const earlier = await idempotencyKeys.claim(id, requestHash, operator.now + KEY_LIFETIME);
    if (earlier !== undefined) {
      if (earlier.requestHash !== requestHash) {
        throw new ProblemError('idempotency-mismatch', 'this Idempotency-Key was used for another request');
      }
      if (earlier.answer === undefined) {
        throw new ProblemError('conflict', 'the request with this Idempotency-Key is still being worked on');
      }
      const { status, headers, body } = earlier.answer;
      return reply
        .code(status)
        .headers({ ...headers, 'idempotent-replayed': 'true' })
        .send(body);
    }
    return answerOnce(id, operation, operator, request, reply);
  }

  async function answerOnce(
    id: string,
    operation: Operation,
    operator: Operator,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    try {
      const output = await runOperation(operation, operator, inputOf(operation, request));
      const headers: Record<string, string> = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        ...(isVersioned(output) ? { etag: `"${output.updatedAt}"` } : {}),
        ...(operation.rest.status === 201 && isVersioned(output)
          ? { location: `${PREFIX}${operation.rest.path}/${output.id}` }
          : {}),
      };
      const body = JSON.stringify(output);
      await idempotencyKeys.keep(id, { status: operation.rest.status, headers, body });
      return reply.code(operation.rest.status).headers(headers).send(body);
    } catch (error) {
      await idempotencyKeys.release(id);
      throw error;
    }
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const isVersioned = (output: unknown): output is { id: string; updatedAt: string } =>
  typeof output === 'object' && output !== null && 'id' in output && 'updatedAt' in output;

/** What the path, the query or the body, and `If-Match` say, as one input. */
function inputOf({ input, rest }: Operation, request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, unknown>;
  const given = rest.method === 'GET' || rest.method === 'DELETE' ? request.query : request.body;
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given))) {
    throw new ProblemError('invalid-input', 'send one JSON object');
  }
  const version = request.headers['if-match'];
  const seen =
    version !== undefined && 'ifUpdatedAt' in input.shape ? { ifUpdatedAt: version.replace(/^"|"$/g, '') } : {};
  return { ...given, ...seen, ...params };
}
