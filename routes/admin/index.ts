/** The admin API: every operation of the registry as REST under `/api/v1`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation, Operator } from '../../schema/operation.ts';
import { type Answer, answerOf, locationOf, PREFIX } from './answer.ts';
import { inputOf } from './input.ts';
import { once } from './once.ts';
import { problemOf } from './problem.ts';

const MAX_BODY = 1024 * 1024;
const REQUESTS_PER_MINUTE = 300;
const REQUESTS_PER_MINUTE_AND_SITE = 1000;
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

export default async function adminApi(app: FastifyInstance): Promise<void> {
  const { bearer, clock, operations, originOf, runOperation, volumeLimit } = app;
  const limit = volumeLimit(REQUESTS_PER_MINUTE, 60_000);
  const siteLimit = volumeLimit(REQUESTS_PER_MINUTE_AND_SITE, 60_000);

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(JSON_TYPES, { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type whether or not they send something.
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(app, error, request, reply);
    return reply.code(problem.status).type('application/problem+json').send(problem);
  });
  for (const operation of operations) serve(operation);

  function serve(operation: Operation): void {
    const { method, path } = operation.rest;
    const location = locationOf(operation, operations);
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
        const work = async (): Promise<Answer> =>
          answerOf(operation, await runOperation(operation, operator, inputOf(operation, request)), location);
        const { status, headers, body } = await (method === 'POST'
          ? once(app, operation, operator, request, work)
          : work());
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}
