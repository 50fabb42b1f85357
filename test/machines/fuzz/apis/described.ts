/** The OpenAPI description as it is served: what may be sent to each operation, and whether an answer is as described. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import {
  type ApiDescription,
  type ApiOperation,
  type ApiParameter,
  type ApiSchema,
  resolved,
  typeNameOf,
} from '../../../../schema/data/api-description.ts';
import type { JsonSchema } from '../../../support/arbitrary-input.ts';

export interface Described {
  method: string;
  /** With `{name}` for what varies. */
  path: string;
  operation: ApiOperation;
  parameters: readonly ApiParameter[];
  /** The type of the body, and its schema. */
  body: { type: string; schema: JsonSchema } | undefined;
  /** The scope that a token needs, if one is named. */
  scope: string | undefined;
}

export interface Answered {
  status: number;
  type: string;
  body: string;
}

export interface Description {
  operations: readonly Described[];
  /** @returns what of an answer is not as described */
  faultsOf(operation: ApiOperation, answer: Answered): string[];
  /** @returns what is wrong with the value that an operation answers with this status */
  valueFaults(operation: ApiOperation, status: number, value: unknown): string[];
}

/** How far references are followed: lists in lists of blocks refer to each other. */
const DEPTH = 12;

/** A schema without references, and with one type at each place. */
function inlined(description: ApiDescription, schema: ApiSchema, depth = 0): JsonSchema {
  if (schema.$ref !== undefined) {
    const referred = description.components.schemas[typeNameOf(schema.$ref)];
    return referred === undefined || depth > DEPTH ? {} : inlined(description, referred, depth + 1);
  }
  const inner = (one: ApiSchema): JsonSchema => inlined(description, one, depth + 1);
  const { type, items, anyOf, oneOf, properties, additionalProperties, ...rest } = schema;
  if (typeof type === 'object') return { anyOf: type.map((one) => inner({ ...schema, type: one })) };
  return {
    ...(rest as JsonSchema),
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: inner(additionalProperties) } : {}),
  };
}

/** Compiles each schema once. */
function validator(description: ApiDescription): (schema: unknown, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api:/', ...description });
  const known = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api:/#/components/');
    const validate = known.get(text) ?? ajv.compile(JSON.parse(text));
    known.set(text, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
  };
}

export async function described(app: FastifyInstance): Promise<Description> {
  const description = (await app.inject('/openapi.json')).json<ApiDescription>();
  const judge = validator(description);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Described => {
      const [content] = Object.entries(operation.requestBody?.content ?? {});
      return {
        ...{ path, operation, method: method.toUpperCase() },
        parameters: (operation.parameters ?? []).map((one) => resolved(description, 'parameters', one)),
        body: content && { type: content[0], schema: inlined(description, content[1].schema) },
        scope: operation.security.flatMap((one) => Object.values(one).flat())[0],
      };
    }),
  );
  const answersOf = (operation: ApiOperation, status: number) => {
    const answer = operation.responses[status];
    return answer && resolved(description, 'responses', answer);
  };
  return {
    operations,
    faultsOf(operation, { status, type, body }) {
      const answer = answersOf(operation, status);
      if (answer === undefined) return [`status ${status} is not described`];
      const { content } = answer;
      if (content === undefined) return body === '' || type.startsWith('text/') ? [] : ['a body that is not described'];
      const [media = ''] = type.split(';');
      const one = content[media] ?? content['*/*'];
      if (one === undefined) return [`${media} is not described`];
      return media.endsWith('json') ? judge(one.schema, JSON.parse(body)) : [];
    },
    valueFaults(operation, status, value) {
      const content = Object.values(answersOf(operation, status)?.content ?? {})[0];
      return content === undefined ? [] : judge(content.schema, value);
    },
  };
}

/** The schema of some parameters, as one of an object. */
export const schemaOf = (parameters: readonly ApiParameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as JsonSchema])),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});
