/** Describes the admin API: every operation of the registry, as `routes/apis/admin` serves it. */
import { z } from 'zod';
import type { ZodOpenApiParameterObject, ZodOpenApiPathsObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import type { Operation } from '../../schema/school/operation.ts';
import { typeName } from '../../schema/school/type-names.ts';
import { failures, success } from './admin-answers.ts';
import { requestExample, responseExample } from './examples.ts';
import { content, parameters, ref } from './form.ts';

const PREFIX = '/api/v1';
/** An input of tools, which have no headers. The REST API uses `If-Match` instead. */
const VERSION = 'ifUpdatedAt';

export const tagOf = ({ scope }: Operation): string => (scope.split(':')[0] ?? scope).replaceAll('_', ' ');

export const ADMIN_PARAMETERS: Record<string, ZodOpenApiParameterObject> = {
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

export function adminPaths(operations: readonly Operation[]): ZodOpenApiPathsObject {
  // As in the API itself, an object that is created at /courses is read at /courses/:id.
  const singles = new Set(operations.filter(({ rest }) => rest.method === 'GET').map(({ rest }) => rest.path));
  const ids = exampleIds(operations);
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const { method, path } = operation.rest;
    const address = PREFIX + path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    const hasAddress = singles.has(`/${path.split('/').at(-1)}/:id`);
    const id = ids.get(collectionOf(path));
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(operation, hasAddress, id) };
  }
  return paths;
}

/** Returns the part of a path that comes before `:id`, or its last part. */
const collectionOf = (path: string): string => path.split('/:id', 1)[0]?.split('/').at(-1) ?? '';

/** Returns an example of an id for each collection, such as `courses`. */
const exampleIds = (operations: readonly Operation[]): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap(({ rest, output }) => {
      const collection = collectionOf(rest.path);
      const isOfOne = rest.path === `/${collection}${rest.method === 'GET' ? '/:id' : ''}`;
      if (!isOfOne || !(output instanceof z.ZodObject)) return [];
      const example: unknown = z.globalRegistry.get(output.shape.id ?? z.never())?.examples?.[0];
      return typeof example === 'string' ? [[collection, example] as const] : [];
    }),
  );

function describe(operation: Operation, hasAddress: boolean, id: string | undefined) {
  const { name, summary, description, scope, rest, input, isConditional } = operation;
  const isInPath = (key: string): boolean => rest.path.split('/').includes(`:${key}`);
  const path = withExample(pick(input, isInPath), id);
  const others = pick(input, (key) => !isInPath(key) && key !== VERSION);
  const hasInput = Object.keys(input.shape).length > 0;
  const isQuery = rest.method === 'GET' || rest.method === 'DELETE';
  const body = isQuery || Object.keys(others).length === 0 ? undefined : bodyType(name, others);
  const request = body && requestExample(operation, body);
  const headers = [
    ...(rest.method === 'GET' ? [] : [ref('parameters', 'IdempotencyKey')]),
    ...(isConditional ? [ref('parameters', 'IfMatch')] : []),
  ];
  return {
    operationId: name,
    summary,
    ...(description === summary ? {} : { description }),
    tags: [tagOf(operation)],
    security: [{ oauth2: [scope] }, { openIdConnect: [scope] }],
    ...(hasInput ? { requestParams: { path: parameters(path), query: parameters(isQuery ? others : {}) } } : {}),
    ...(headers.length === 0 ? {} : { parameters: headers }),
    ...(body === undefined ? {} : { requestBody: requestBody(operation, body, request) }),
    responses: {
      [rest.status]: success(operation, hasAddress, responseExample(operation, request)),
      ...failures(operation, rest.path.includes(':')),
    },
  };
}

const pick = ({ shape }: z.ZodObject, isWanted: (key: string) => boolean): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(shape).filter(([key]) => isWanted(key)));

const withExample = (shape: Record<string, z.ZodType>, id: string | undefined): Record<string, z.ZodType> =>
  shape.id === undefined || id === undefined ? shape : { ...shape, id: shape.id.meta({ examples: [id] }) };

function bodyType(name: string, shape: Record<string, z.ZodType>): z.ZodObject {
  const fields = Object.entries(shape).map(([key, type]): [string, z.ZodType] => [key, withoutDefault(key, type)]);
  return z.strictObject(Object.fromEntries(fields)).meta({ id: `${typeName(name)}Request` });
}

function requestBody({ rest }: Operation, body: z.ZodObject, example: unknown): ZodOpenApiRequestBodyObject {
  const types = rest.method === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  return {
    ...(Object.values(body.shape).every((type) => type instanceof z.ZodOptional) ? {} : { required: true }),
    content: Object.assign({}, ...types.map((one) => content(one, body, example))),
  };
}

/**
 * Client generators treat a parameter with a default as always present, and would require it in every call. The default
 * is therefore stated in the description.
 */
function withoutDefault(name: string, type: z.ZodType): z.ZodType {
  if (!(type instanceof z.ZodDefault)) return type;
  const defaultValue = type.def.defaultValue;
  const isEmpty = defaultValue === '' || (Array.isArray(defaultValue) && defaultValue.length === 0);
  const description = isEmpty ? 'empty by default' : `default: ${String(defaultValue)}`;
  return z.optional(type.unwrap()).describe(`${type.description ?? name}; ${description}`);
}
