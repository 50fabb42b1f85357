/** Types of the parts of OpenAPI 3.1 that the description of this service uses. */

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
}

export interface ApiReference {
  readonly $ref: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required?: boolean;
  readonly schema: ApiSchema;
  readonly example?: unknown;
}

export interface ApiContent {
  readonly schema: ApiSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, ApiContent>>;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Alternative security requirements; an empty list means that no token is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (ApiParameter | ApiReference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ApiContent>> };
  readonly responses: Readonly<Record<string, ApiResponse | ApiReference>>;
  /** The `Accept` header that a request must have; OpenAPI has no place of its own for it. */
  readonly 'x-accept'?: string;
}

/** Definitions to which the rest of the document refers by name. */
interface ApiComponents {
  readonly schemas: ApiSchema;
  readonly responses: ApiResponse;
  readonly parameters: ApiParameter;
}

export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly [Kind in keyof ApiComponents]: Readonly<Record<string, ApiComponents[Kind]>> };
}

const isReference = (item: object): item is ApiReference => '$ref' in item && item.$ref !== undefined;

/** Returns the definition to which a reference points. @throws {Error} if there is none */
export function resolved<Kind extends keyof ApiComponents>(
  description: ApiDescription,
  kind: Kind,
  item: ApiComponents[Kind] | ApiReference,
): ApiComponents[Kind] {
  if (!isReference(item)) return item;
  const found = description.components[kind][typeNameOf(item.$ref)];
  if (found === undefined) throw new Error(`${item.$ref} is not described`);
  return found;
}

export const typeNameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
