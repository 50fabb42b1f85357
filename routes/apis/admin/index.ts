/** The admin API: serves every operation of the registry as REST under `/api/v1`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_BODY, MAX_VALUES, REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { type Operation, type Operator, takesLongText } from '../../../schema/school/operation.ts';
import { acceptJson } from '../../json-body.ts';
import { type Answer, answerOf, getterOf, locationOf, PREFIX } from './answer.ts';
import { inputOf, type OperationRoute, requestedVersions } from './input.ts';
import { once, type Work } from './once.ts';

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
          find: async (id) => (getter === undefined ? undefined : answer(await runOperation(getter, operator, { id }))),
        };
        const { status, headers, body } = await (method === 'POST'
          ? once(app, operation, operator, request, work)
          : work.carryOut(operator));
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}
