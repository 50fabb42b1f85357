/** The few forms of OpenAPI 3.1 that the description is made of. */

export type Json = Record<string, unknown>;
/** As in `X-Request-Id`, for examples. */
export const REQUEST_ID = 'qWJ3vL0x-2a';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One method of one address. */
export interface Endpoint {
  readonly method: Method;
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly operation: Json & { operationId: string; responses: Json };
}

export const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

export const content = (type: string, schema: Json, example?: unknown): Json => ({
  [type]: { schema, ...(example === undefined ? {} : { example }) },
});

export const answer = (description: string, body?: Json, headers?: Json): Json => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  ...(body === undefined ? {} : { content: body }),
});

/** `list_courses` becomes `ListCourses`. */
export const typeName = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase());

/** Paths with their methods, in the order in which they were declared. */
export function pathsOf(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of endpoints) {
    const methods = paths[path] ?? {};
    if (methods[method] !== undefined) throw new Error(`${method} ${path} is described twice`);
    methods[method] = operation;
    paths[path] = methods;
  }
  return paths;
}
