/** One thing that can be done at a school through the admin API, the same for REST, its documentation and the tools. */
import type { z } from 'zod';
import type { Role, Scope } from '../oauth/scope.ts';

/** On whose behalf an operation runs. Every store is asked with its site. */
export interface Operator {
  readonly siteId: string;
  readonly personId: string;
  /** None when the person acts on our own pages. */
  readonly clientId?: string;
  readonly role: Role;
  readonly now: number;
  readonly requestId: string;
  /** `updatedAt` of the only versions that may be changed or ended; any when left out. */
  readonly onlyVersions?: readonly number[];
  /** What the change is remembered by, in its own unit of work, so that it is never done again. */
  readonly idempotencyKey?: string;
  readonly ip?: string;
  readonly userAgent?: string;
}

export type Input = Readonly<Record<string, unknown>>;

/** What a caller sent: the names are those of the input, the values have not been judged yet. */
export type Unparsed<In extends z.ZodObject> = { readonly [Name in keyof z.input<In>]?: unknown };

export interface RestForm {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/api/v1`, with `:name` for what the input says of the path. */
  readonly path: string;
  /** Of success. */
  readonly status: 200 | 201 | 204;
}

/** What every definition of an operation gives. */
interface Definition<Name extends string, In extends z.ZodObject, Out extends z.ZodType> {
  /** Also the operation id of OpenAPI and the name of the tool: `list_courses`. */
  readonly name: Name;
  readonly summary: string;
  readonly scope: Scope;
  readonly input: In;
  readonly output: Out;
  readonly rest: RestForm;
  /** @throws {ProblemError} */
  run(operator: Operator, input: z.output<In>): Promise<z.output<Out>>;
}

/** What follows from the method and the summary where a definition leaves it out. */
interface Traits {
  /** For people and models: what, when to use it, limits. */
  readonly description: string;
  /** It cannot be taken back, or ends something for somebody. */
  readonly isDestructive: boolean;
  /** Doing it again changes nothing more. */
  readonly isIdempotent: boolean;
  /** It changes or ends the one thing that its path names, and heeds `onlyVersions` of it. */
  readonly isConditional: boolean;
}

/** An operation with the types of its input and output; of any operation where they are left out. */
export interface Operation<
  Name extends string = string,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
> extends Definition<Name, In, Out>,
    Traits {}

export const defineOperation = <const Name extends string, In extends z.ZodObject, Out extends z.ZodType>(
  operation: Definition<Name, In, Out> & Partial<Traits>,
): Operation<Name, In, Out> => ({
  description: operation.summary,
  isDestructive: operation.rest.method === 'DELETE',
  isIdempotent: operation.rest.method !== 'POST',
  isConditional: operation.rest.method !== 'POST' && operation.rest.method !== 'GET',
  ...operation,
});
