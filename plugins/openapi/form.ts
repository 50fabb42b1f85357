/** The few forms of OpenAPI 3.1 that the description is made of. */
import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiHeadersObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';

export const OAUTH_TAG = 'OAuth and OpenID Connect';
export const FORM = 'application/x-www-form-urlencoded';
/** As in `X-Request-Id`, for examples. */
export const REQUEST_ID = 'qWJ3vL0x-2a';

export const ref = (kind: 'responses' | 'parameters' | 'headers', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

type Schema = NonNullable<ZodOpenApiMediaTypeObject['schema']>;

export const content = (type: string, schema: Schema, example?: unknown): ZodOpenApiContentObject => ({
  [type]: { schema, ...(example === undefined ? {} : { example }) },
});
export const json = (schema: Schema, example?: unknown): ZodOpenApiContentObject =>
  content('application/json', schema, example);

export const answer = (
  description: string,
  body?: ZodOpenApiContentObject,
  headers?: ZodOpenApiHeadersObject,
): ZodOpenApiResponseObject => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  ...(body === undefined ? {} : { content: body }),
});

/** A header that says something in words. */
export const textHeader = (description: string) => ({ description, schema: { type: 'string' } as const });

/** Of a path or a query. What one means is said of the parameter itself, and not again of its schema. */
export const parameters = (shape: Readonly<Record<string, z.ZodType>>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, type]) => [
        name,
        type.meta({ description: undefined, param: { description: type.description ?? name } }),
      ]),
    ),
  );
