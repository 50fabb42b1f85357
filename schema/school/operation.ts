/** Declares operations of the admin API. REST, its documentation and the tools are generated from them. */
import type { z } from 'zod';
import type { Role, Scope } from '../oauth/scope.ts';

/** The person on whose behalf an operation runs. Every store is called with the site. */
export interface Operator {
  readonly siteId: string;
  readonly personId: string;
  /** Absent if the person uses the web pages. */
  readonly clientId?: string;
  readonly role: Role;
  readonly now: number;
  readonly requestId: string;
  /** The `updatedAt` values of the versions that may be changed or deleted; default: any version. */
  readonly onlyVersions?: readonly number[];
  /** The idempotency key, stored in the same transaction as the change, so that the change is never repeated. */
  readonly idempotencyKey?: string;
  readonly ip?: string;
  readonly userAgent?: string;
}

export type Input = Readonly<Record<string, unknown>>;

export interface RestForm {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below `/api/v1`. Path parameters are written `:name`. */
  readonly path: string;
  /** HTTP status of a successful response. */
  readonly status: 200 | 201 | 204;
}

export interface Operation {
  /** Name of the operation, also the operation id in OpenAPI and the name of the tool, as in `list_courses`. */
  readonly name: string;
  readonly summary: string;
  /** Description for developers and language models: its effect, when to use it, and limits. */
  readonly description: string;
  readonly scope: Scope;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly rest: RestForm;
  /** The operation cannot be undone, or takes something away from a person. */
  readonly isDestructive: boolean;
  /** Repeating the operation has no further effect. */
  readonly isIdempotent: boolean;
  /** The operation changes or deletes the object in its path, and observes `onlyVersions`. */
  readonly isConditional: boolean;
  /** @throws {ProblemError} */
  run(operator: Operator, input: Input): Promise<unknown>;
}

/** Properties with a default, which most operations omit. */
type Defaults = 'isDestructive' | 'isIdempotent' | 'isConditional' | 'description';

export const defineOperation = (
  operation: Omit<Operation, Defaults> & Partial<Pick<Operation, Defaults>>,
): Operation => ({
  description: operation.summary,
  isDestructive: operation.rest.method === 'DELETE',
  isIdempotent: operation.rest.method !== 'POST',
  isConditional: operation.rest.method !== 'POST' && operation.rest.method !== 'GET',
  ...operation,
});
