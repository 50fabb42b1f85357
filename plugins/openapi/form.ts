/** Helpers for the parts of OpenAPI 3.1 that the description uses. */
import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiHeadersObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';

export const OAUTH_TAG = 'OAuth and OpenID Connect';
export const FORM = 'application/x-www-form-urlencoded';
/** An example of an `X-Request-Id`. */
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

/** Describes a header with a text value. */
export const textHeader = (description: string) => ({ description, schema: { type: 'string' } as const });

/**
 * Declares path or query parameters. The description is moved from the schema to the parameter, so that it is not
 * repeated.
 */
export const parameters = (shape: Readonly<Record<string, z.ZodType>>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, type]) => [
        name,
        type.meta({ description: undefined, param: { description: type.description ?? name } }),
      ]),
    ),
  );
