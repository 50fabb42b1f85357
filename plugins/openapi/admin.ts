/** The admin API: every operation of the registry, as `routes/apis/admin` serves it. */
import type { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import { failures, success, VERSION } from './admin-answers.ts';
import { type Endpoint, type Json, type Method, ref } from './form.ts';
import { bodyOf } from './request-body.ts';
import { resourceNames } from './resource-names.ts';
import type { Schemas } from './schemas.ts';

const PREFIX = '/api/v1';

export const tagOf = ({ scope }: Operation): string => (scope.split(':')[0] ?? scope).replaceAll('_', ' ');

export const ADMIN_PARAMETERS: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique value chosen by the client for each operation. Repeating a request with the same key within a day does not run it again: the first response is returned, marked with Idempotent-Replayed.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    example: '0c2f6f0e-7f0a-4c1f-9f0b-1f2e3d4c5b6a',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of an earlier response, or several, separated by commas. It is applied only if the current version is among them.',
    schema: { type: 'string' },
    example: '"2026-09-01T08:00:00.000Z"',
  },
};

export function adminEndpoints(operations: readonly Operation[], schemas: Schemas): Endpoint[] {
  for (const [type, name] of resourceNames(operations)) schemas.define(name, type, 'output');
  // As the API itself finds it: what is made at /courses is got at /courses/:id.
  const singles = new Set(operations.filter(({ rest }) => rest.method === 'GET').map(({ rest }) => rest.path));
  const hasAddress = ({ rest }: Operation): boolean => singles.has(`/${rest.path.split('/').at(-1)}/:id`);
  return operations.map((operation) => endpointOf(operation, hasAddress(operation), schemas));
}

function endpointOf(operation: Operation, hasAddress: boolean, schemas: Schemas): Endpoint {
  const { name, summary, description, scope, rest } = operation;
  const inPath = [...rest.path.matchAll(/:([A-Za-z]+)/g)].map(([, key = '']) => key);
  const isQuery = rest.method === 'GET' || rest.method === 'DELETE';
  const { shape } = operation.input;
  const others = Object.keys(shape).filter((key) => !inPath.includes(key) && key !== VERSION);
  const parameters = [
    ...inPath.map((key) => parameter('path', key, shape[key] as z.ZodType, schemas)),
    ...(isQuery ? others.map((key) => parameter('query', key, shape[key] as z.ZodType, schemas)) : []),
    ...(rest.method === 'POST' ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(operation.isConditional ? [ref('parameters', 'IfMatch')] : []),
  ];
  const body = isQuery || others.length === 0 ? undefined : bodyOf(operation, others, schemas);
  return {
    method: rest.method.toLowerCase() as Method,
    path: PREFIX + rest.path.replaceAll(/:([A-Za-z]+)/g, '{$1}'),
    operation: {
      operationId: name,
      summary,
      ...(description === summary ? {} : { description }),
      tags: [tagOf(operation)],
      security: [{ oauth2: [scope] }, { openIdConnect: [scope] }],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined ? {} : { requestBody: body }),
      responses: { [rest.status]: success(operation, hasAddress, schemas), ...failures(operation, inPath.length > 0) },
    },
  };
}

function parameter(place: 'path' | 'query', name: string, type: z.ZodType, schemas: Schemas): Json {
  const { description, ...schema } = schemas.inline(type, 'input');
  const required = place === 'path' || !type.safeParse(undefined).success;
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description: description ?? name,
    schema: plainly(schema),
  };
}

/** In an address, true is a word like any other, and read as what it means. */
function plainly(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const isFlag = Array.isArray(anyOf) && anyOf.some((one: Json) => one.type === 'boolean');
  return isFlag ? { ...rest, type: 'boolean' } : schema;
}
